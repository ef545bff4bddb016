/**
 * The desktop client's main process: builds the services, binds the commands, opens the window.
 * Nothing else belongs here.
 */
import os from 'node:os'
import path from 'node:path'
import { app, dialog, ipcMain, Menu, powerMonitor, protocol, session, shell, utilityProcess } from 'electron'
import { DESKTOP_SCHEME } from '#shared/host/bridge.ts'
import { hostCommands } from '#shared/host/commands.ts'
import { deviceCommands } from './commands/device.ts'
import { bindCommands } from './commands/dispatcher.ts'
import type { CommandHandlers } from './commands/handlers.ts'
import { idleCommands } from './commands/idle.ts'
import { performanceCommands } from './commands/performance.ts'
import { safetyCommands } from './commands/safety.ts'
import { sessionCommands } from './commands/session.ts'
import { surroundingsCommands } from './commands/surroundings.ts'
import { commandTimeLimit } from './commands/time-limits.ts'
import { findAllowedNetworks } from './config/allowed-networks.ts'
import { findClosableApplications } from './config/closable-applications.ts'
import { findDeployment } from './config/find-deployment.ts'
import { PINNED_KEY } from './config/pinned-key.ts'
import { findServerAddress, type ServerAddress } from './config/server-address.ts'
import { hostSystem } from './platform/host-system.ts'
import { contentSecurityPolicy } from './protocol/content-security-policy.ts'
import { serveRenderer } from './protocol/serve-renderer.ts'
import { ScreenCapture } from './services/capture/screen-capture.ts'
import { DeviceHealthService } from './services/device-health/device-health-service.ts'
import { readInProcess } from './services/device-health/reader.ts'
import { deviceIDOverride } from './services/device-id/device-id-override.ts'
import { DeviceIDService } from './services/device-id/device-id-service.ts'
import { machineIDReader } from './services/device-id/machine-id.ts'
import { IdleWatch } from './services/idle/idle-watch.ts'
import { reportTo } from './services/log.ts'
import { closeApplications } from './services/performance/close-applications.ts'
import { testPackets } from './services/performance/packet-test.ts'
import { PollTurns } from './services/poll-turns.ts'
import { readHotfixes } from './services/safety-checks/hotfixes.ts'
import { localAddressOf, readNetworkUse } from './services/safety-checks/network-use.ts'
import { systemScheduler as scheduler } from './services/scheduler.ts'
import { locate } from './services/surroundings/geolocation.ts'
import { Speech } from './services/surroundings/speech.ts'
import { WifiService } from './services/surroundings/wifi.ts'
import { readTextFile, writeTextFile } from './services/text-file.ts'
import { UnreadBadge } from './services/unread/unread-badge.ts'
import { deployedCommands } from './tool-services.ts'
import { captureWindows } from './windows/capture-windows.ts'
import { guardPermissions, guardWebContents } from './windows/guards.ts'
import { HostWindows } from './windows/host-windows.ts'
import { bringToFront, openMainWindow } from './windows/main-window.ts'
import { applicationMenu } from './windows/menu.ts'
import { permissionPolicy } from './windows/permission-policy.ts'
import { taskbarEntry } from './windows/taskbar-entry.ts'
import { WindowStateKeeper } from './windows/window-state-keeper.ts'

const report = reportTo(process.stderr)
const system = hostSystem({
  platform: process.platform,
  env: process.env,
  scheduler,
  packaged: app.isPackaged,
})
const turns = new PollTurns(scheduler)
const inUserData = (name: string) => path.join(app.getPath('userData'), name)

function serverAddress(): ServerAddress {
  try {
    const configFile = readTextFile(inUserData('config.json'))
    return findServerAddress({ args: process.argv, env: process.env, configFile })
  } catch {
    return { ok: false, message: 'The configuration file cannot be read.' }
  }
}

function deviceIDService(): DeviceIDService {
  const { env, argv: args } = process
  return new DeviceIDService({
    readMachineID: machineIDReader({ ...system, readFile: readTextFile }),
    override: deviceIDOverride({ args, env, packaged: app.isPackaged }),
    report,
  })
}

function safety(): ReturnType<typeof safetyCommands> {
  const interfaces = () => os.networkInterfaces()
  const sources = { ...system, interfaces }
  return safetyCommands({
    localAddress: () => localAddressOf(interfaces()),
    readHotfixes: () => readHotfixes(sources),
    readNetworkUse: () => readNetworkUse(sources),
    allowed: () => findAllowedNetworks(readTextFile(inUserData('config.json'))),
  })
}

function deployed(): ReturnType<typeof deployedCommands> {
  const deployment = findDeployment({
    platform: process.platform,
    env: process.env,
    userData: app.getPath('userData'),
    pinnedKey: PINNED_KEY,
    packaged: app.isPackaged,
    readFile: readTextFile,
    report,
  })
  return deployedCommands({ system, deployment, scheduler, turns, report })
}

function surroundings(windows: HostWindows): ReturnType<typeof surroundingsCommands> {
  const isConnected = () => localAddressOf(os.networkInterfaces()) !== null
  return surroundingsCommands({
    wifi: new WifiService({ system, turns, isConnected }),
    onBattery: () => powerMonitor.isOnBatteryPower(),
    locate: () => locate(system),
    speech: new Speech(system),
    unread: new UnreadBadge(),
    taskbarEntryOf(windowId) {
      const window = windows.get(windowId)
      return window && taskbarEntry(window, system.platform)
    },
    capture: new ScreenCapture(captureWindows({ windows, scheduler, report })),
  })
}

function performance(server: ServerAddress & { ok: true }): ReturnType<typeof performanceCommands> {
  const { hostname: host } = new URL(server.origin)
  const images = () => findClosableApplications(readTextFile(inUserData('config.json')))
  return performanceCommands({
    testPackets: () => testPackets({ ...system, host }),
    closeApplications: async () => closeApplications({ ...system, images: images() }),
  })
}

function bindAllCommands(windows: HostWindows, server: ServerAddress & { ok: true }): void {
  const idleSeconds = () => powerMonitor.getSystemIdleTime()
  const watch = new IdleWatch({
    idleSeconds,
    scheduler,
    emit: (windowId, payload) => windows.emit(windowId, 'idleWatch', payload),
  })
  const readDevice = readInProcess(() =>
    utilityProcess.fork(path.join(__dirname, 'device-health.cjs'), [], { serviceName: 'Device health' }),
  )
  const handlers: CommandHandlers = {
    ...sessionCommands(app),
    ...idleCommands({ idleSeconds, watch }),
    ...deviceCommands(new DeviceHealthService(readDevice, scheduler), deviceIDService()),
    ...safety(),
    ...deployed(),
    ...surroundings(windows),
    ...performance(server),
  }
  bindCommands(hostCommands, handlers, {
    channels: ipcMain,
    windows,
    scheduler,
    report,
    timeLimitOf: commandTimeLimit,
  })
}

/** Says why the client can't run, and ends it. */
function giveUp(message: string): void {
  dialog.showErrorBox('Fieldwork cannot start', message)
  app.exit(1)
}

function openClient(server: ServerAddress & { ok: true }): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(process.platform)))
  guardPermissions(session.defaultSession, permissionPolicy(server))
  const policy = contentSecurityPolicy(server.origin)
  protocol.handle(DESKTOP_SCHEME, serveRenderer({ folder: path.join(__dirname, '../renderer'), policy }))
  const windows = new HostWindows()
  bindAllCommands(windows, server)
  const file = inUserData('window-state.json')
  const stateFile = { read: () => readTextFile(file), write: (text: string) => writeTextFile(file, text) }
  const window = openMainWindow({
    client: { version: app.getVersion(), platform: process.platform, serverUrl: server.origin },
    preload: path.join(__dirname, '../preload/preload.cjs'),
    windows,
    state: new WindowStateKeeper(stateFile, scheduler, report),
    scheduler,
    report,
  })
  app.on('second-instance', () => bringToFront(window))
}

/** What must be said before the app is ready, and then the client itself. */
function start(server: ServerAddress & { ok: true }): void {
  app.enableSandbox()
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: DESKTOP_SCHEME, privileges }])
  guardWebContents(app, { openOutside: (url) => shell.openExternal(url), report })
  app.on('window-all-closed', () => app.quit())
  app
    .whenReady()
    .then(() => openClient(server))
    .catch((error: unknown) => {
      report('could not start', error)
      giveUp('The desktop client is damaged. Please install it again.')
    })
}

const server = serverAddress()
if (!app.requestSingleInstanceLock()) app.quit()
else if (server.ok) start(server)
else giveUp(server.message)
