import os from 'node:os'
import path from 'node:path'
import {
  app,
  type BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  session,
  shell,
  utilityProcess,
  webContents,
} from 'electron'
import { APP_SCHEME } from '#shared/domain/app-link.ts'
import { DESKTOP_SCHEME } from '#shared/host/bridge.ts'
import { hostCommands } from '#shared/host/commands.ts'
import { setUpProxy, tellAway, watchConnection, watchGraphics } from './client-life.ts'
import { clientUpdates } from './client-updates.ts'
import { clientCommands } from './commands/client.ts'
import { bindCommands } from './commands/dispatcher.ts'
import type { CommandHandlers } from './commands/handlers.ts'
import { commandTimeLimit } from './commands/time-limits.ts'
import { isOpenToPeople } from './config/file-protection.ts'
import { findDeployment, type GetDeployment } from './config/find-deployment.ts'
import { findPolicy } from './config/find-policy.ts'
import { LOGIN_ITEM } from './config/login-item.ts'
import { PINNED_KEY } from './config/pinned-key.ts'
import { applyPolicy, type Policy } from './config/policy.ts'
import { findServerAddress, parseServerAddress, type ServerAddress } from './config/server-address.ts'
import { machineCommands } from './machine-services.ts'
import { hostSystem } from './platform/host-system.ts'
import { NATIVE_MODULE, unpacked } from './platform/windows/native-module.ts'
import { contentSecurityPolicy } from './protocol/content-security-policy.ts'
import { serveRenderer } from './protocol/serve-renderer.ts'
import { STOPPED_PAGE, STOPPED_PATH } from './protocol/stopped-page.ts'
import { AppLinks } from './services/app-links.ts'
import { ScreenCapture } from './services/capture/screen-capture.ts'
import { ScreenShare } from './services/capture/screen-share.ts'
import { SourcePicker } from './services/capture/source-picker.ts'
import { logFile, reportTo, watchFaults, withoutHome } from './services/log.ts'
import { PollTurns } from './services/poll-turns.ts'
import { ProxySignIn } from './services/proxy/proxy-sign-in.ts'
import { systemScheduler as scheduler } from './services/scheduler.ts'
import { readTextFile, writeTextFile } from './services/text-file.ts'
import { SILENCE_FILE } from './services/updates/feed-silence.ts'
import { windowsCredentialStore } from './services/win32/credential-store.ts'
import { deployedCommands } from './tool-services.ts'
import { captureWindows } from './windows/capture-windows.ts'
import { guardPermissions, guardWebContents, serveScreens } from './windows/guards.ts'
import { HostWindows } from './windows/host-windows.ts'
import { keepAlive } from './windows/keep-alive.ts'
import { askBeforeLeaving } from './windows/leave-question.ts'
import { bringToFront, openMainWindow } from './windows/main-window.ts'
import { applicationMenu } from './windows/menu.ts'
import { OwnWindows } from './windows/own-windows.ts'
import { permissionPolicy } from './windows/permission-policy.ts'
import { type PageWindowParts, pageWindowOptions } from './windows/window-options.ts'
import { WindowStateKeeper } from './windows/window-state-keeper.ts'

type Server = ServerAddress & { ok: true }

const inUserData = (name: string) => path.join(app.getPath('userData'), name)
const logs = inUserData('logs')
const report = reportTo(process.stderr, logFile(logs))
const system = hostSystem({
  platform: process.platform,
  env: process.env,
  scheduler,
  packaged: app.isPackaged,
  startWindowsHelper: () =>
    utilityProcess.fork(
      path.join(__dirname, 'windows-helper.cjs'),
      [unpacked(path.join(__dirname, NATIVE_MODULE))],
      {
        serviceName: 'Windows',
      },
    ),
})
const turns = new PollTurns(scheduler)
const fileInUserData = (name: string) => ({
  read: () => readTextFile(inUserData(name)),
  write: (text: string) => writeTextFile(inUserData(name), text),
})
const links = new AppLinks(report)
const windows = new HostWindows()
const screens = screenServices()

/** The policy's server; without one, the server that was named otherwise. */
function serverAddress({ server }: Policy): ServerAddress {
  if (server !== undefined) return parseServerAddress(server)
  try {
    const configFile = readTextFile(inUserData('config.json'))
    return findServerAddress({ args: process.argv, env: process.env, configFile })
  } catch {
    return { ok: false, message: 'The configuration file cannot be read.' }
  }
}

function deploymentUnder(policy: Policy): GetDeployment {
  const get = findDeployment({
    platform: process.platform,
    env: process.env,
    userData: app.getPath('userData'),
    pinnedKey: PINNED_KEY,
    packaged: app.isPackaged,
    readFile: readTextFile,
    report,
  })
  return () => applyPolicy(get(), policy)
}

/** Says why the client can't run, and ends it. */
function giveUp(message: string): void {
  report(`cannot start: ${message}`)
  dialog.showErrorBox('Fieldwork cannot start', message)
  app.exit(1)
}

/** Watches over a window with one of our pages. */
function adopt(window: BrowserWindow): void {
  windows.add(window)
  keepAlive(window, scheduler, report)
}

/** What our pages run with, in any window. */
function pageParts(server: Server, policy: Policy): PageWindowParts {
  return {
    client: {
      version: app.getVersion(),
      platform: process.platform,
      serverUrl: server.origin,
      logs: withoutHome(logs, os.homedir()),
    },
    preload: path.join(__dirname, '../preload/preload.cjs'),
    developerTools: !app.isPackaged || policy.developerTools,
  }
}

/** Pictures and sharing of screens, with one picker for both. */
function screenServices() {
  const { sources, pick, picture, showCapturing, showSharing } = captureWindows({
    windows,
    scheduler,
    report,
  })
  const picker = new SourcePicker({ sources, pick })
  return {
    capture: new ScreenCapture({ picker, picture, showSign: showCapturing }),
    share: new ScreenShare({
      picker,
      scheduler,
      report,
      showSign: showSharing,
      askToStop: (windowId) => windows.emit(windowId, 'stopScreenShare', null),
      reload: (windowId) => windows.get(windowId)?.webContents.reload(),
      onPageGone: (windowId, action) => windows.onPageGone(windowId, action),
    }),
  }
}

async function bindAllCommands(
  server: Server,
  policy: Policy,
  own: OwnWindows,
  developerTools: boolean,
): Promise<void> {
  const deployment = deploymentUnder(policy)
  const store = system.platform === 'win32' ? windowsCredentialStore(system.windows) : null
  const signIn = await setUpProxy(app, policy.proxy, new ProxySignIn({ store, scheduler, report }))
  const connection = watchConnection(powerMonitor, { windows, system, scheduler, report })
  tellAway(powerMonitor, windows)
  const isInMeeting = () => own.isInMeeting()
  const shared = { system, deployment, scheduler, report }
  const handlers: CommandHandlers = {
    ...machineCommands({
      ...shared,
      windows,
      turns,
      inUserData,
      screens,
      server: server.origin,
    }),
    ...deployedCommands({ ...shared, turns, onVpnChange: () => connection.vpnChanged() }),
    ...clientCommands({
      openDevtools: developerTools
        ? (windowId) => windows.get(windowId)?.webContents.openDevTools({ mode: 'detach' })
        : null,
      updates: clientUpdates({
        ...shared,
        app,
        policy,
        publicKey: PINNED_KEY,
        signIn,
        windows,
        isInMeeting,
        silenceFile: fileInUserData(SILENCE_FILE),
        now: Date.now,
      }),
      takeLink: () => links.take(),
    }),
  }
  bindCommands(hostCommands, handlers, {
    channels: ipcMain,
    windows,
    scheduler,
    report,
    timeLimitOf: commandTimeLimit,
  })
}

async function openClient(server: Server, policy: Policy, own: OwnWindows): Promise<void> {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(process.platform)))
  guardPermissions(session.defaultSession, permissionPolicy(server), screens.share)
  serveScreens(session.defaultSession, (frame) => webContents.fromFrame(frame), screens.share)
  const csp = contentSecurityPolicy(server.origin)
  const pages = { [STOPPED_PATH]: STOPPED_PAGE }
  const folder = path.join(__dirname, '../renderer')
  protocol.handle(DESKTOP_SCHEME, serveRenderer({ folder, policy: csp, pages }))
  const page = pageParts(server, policy)
  await bindAllCommands(server, policy, own, page.developerTools)
  const state = new WindowStateKeeper(fileInUserData('window-state.json'), scheduler, report)
  const first = openMainWindow({ page, state, adopt, report })
  const show = () => {
    const window = first.isDestroyed() ? windows.first() : first
    if (window) bringToFront(window)
    return window
  }
  app.on('second-instance', (_event, args) => {
    const window = show()
    if (links.openedWith(args) && window) windows.emit(window.webContents.id, 'appLink', null)
  })
}

/** What a packaged client registers with the system. */
function register({ startWithSystem }: Policy): void {
  if (!app.isPackaged) return
  app.setAsDefaultProtocolClient(APP_SCHEME)
  app.setLoginItemSettings({ openAtLogin: startWithSystem, name: LOGIN_ITEM })
}

/** What must be done before the app is ready, then the client itself. */
function start(server: Server, policy: Policy): void {
  app.enableSandbox()
  watchGraphics(app, { file: fileInUserData('graphics.json'), scheduler, report })
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: DESKTOP_SCHEME, privileges }])
  const options = () => pageWindowOptions(pageParts(server, policy))
  const own = new OwnWindows({ windows, options, adopt, report })
  guardWebContents(app, {
    openOutside: (url) => shell.openExternal(url),
    ownWindow: (contents, wish) => own.allow(contents, wish),
    askToLeave: (contents) => askBeforeLeaving(windows.get(contents.id)),
    report,
  })
  app.on('window-all-closed', () => app.quit())
  links.openedWith(process.argv)
  app
    .whenReady()
    .then(() => {
      register(policy)
      return openClient(server, policy, own)
    })
    .catch((error: unknown) => {
      report('could not start', error)
      giveUp('The desktop client is damaged. Please install it again.')
    })
}

function run(): void {
  watchFaults(process, report)
  // Crash dumps stay on this machine.
  crashReporter.start({ uploadToServer: false })
  const found = findPolicy({
    platform: process.platform,
    env: process.env,
    packaged: app.isPackaged,
    readFile: readTextFile,
    isOpenToPeople,
    report,
  })
  const server = found.ok ? serverAddress(found.policy) : found
  if (found.ok && server.ok) start(server, found.policy)
  else if (!server.ok) giveUp(server.message)
}

if (app.requestSingleInstanceLock()) run()
else app.quit()
