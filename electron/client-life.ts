/** Connects what keeps the client running: crashes of its processes, sleep, networks, proxies. */
import os from 'node:os'
import { type App, type PowerMonitor, session } from 'electron'
import type { ProxyChoice } from './config/policy.ts'
import type { HostSystem } from './platform/host-system.ts'
import type { Report } from './services/log.ts'
import { proxyConfig } from './services/proxy/proxy-config.ts'
import type { ProxySignIn } from './services/proxy/proxy-sign-in.ts'
import type { Scheduler } from './services/scheduler.ts'
import { ConnectionWatch } from './services/staying-alive/connection-watch.ts'
import { Graphics } from './services/staying-alive/graphics.ts'
import type { SignIn } from './services/updates/fetch-text.ts'
import type { HostWindows } from './windows/host-windows.ts'

/** Called before the app is ready, since it can't be decided later whether the graphics processor is used. */
export function watchGraphics(
  app: App,
  parts: {
    readonly file: { read(): string | null; write(text: string): void }
    readonly scheduler: Scheduler
    readonly report: Report
  },
): void {
  const { file, scheduler, report } = parts
  const graphics = new Graphics({ version: app.getVersion(), ...file, scheduler, report })
  if (graphics.isSwitchedOff()) app.disableHardwareAcceleration()
  app.on('child-process-gone', (_event, { type, reason }) => graphics.childGone(type, reason))
}

/** Tells the windows that the connection to the server may be broken. */
export function watchConnection(
  powerMonitor: PowerMonitor,
  parts: {
    readonly windows: HostWindows
    readonly system: Pick<HostSystem, 'windows'>
    readonly scheduler: Scheduler
    readonly report: Report
  },
): ConnectionWatch {
  const { windows, system, scheduler, report } = parts
  const watch = new ConnectionWatch({
    interfaces: () => os.networkInterfaces(),
    watchAddresses: system.windows.watchAddresses,
    scheduler,
    emit: (cause) => windows.emitToAll('connectionChanged', { cause }),
    report,
  })
  powerMonitor.on('suspend', () => watch.suspended())
  powerMonitor.on('resume', () => watch.resumed())
  watch.start()
  return watch
}

/** Tells the windows that the screen is locked or the machine goes to sleep, so that they lock what is open, and the end of it. */
export function tellAway(powerMonitor: PowerMonitor, windows: Pick<HostWindows, 'emitToAll'>): void {
  powerMonitor.on('lock-screen', () => windows.emitToAll('machineAway', { cause: 'lock' }))
  powerMonitor.on('suspend', () => windows.emitToAll('machineAway', { cause: 'sleep' }))
  powerMonitor.on('unlock-screen', () => windows.emitToAll('machineBack', { cause: 'unlock' }))
  powerMonitor.on('resume', () => windows.emitToAll('machineBack', { cause: 'wake' }))
}

/** Sets how pages and hubs reach the network, and signs in to proxies; answers the same for updates. */
export async function setUpProxy(app: App, choice: ProxyChoice, signIn: ProxySignIn): Promise<SignIn> {
  const answer: SignIn = (asked, callback) =>
    void signIn.answer(asked).then((secret) => {
      if (secret) callback(secret.userName, secret.password)
      else callback()
    })
  app.on('login', (event, _contents, _details, asked, callback) => {
    event.preventDefault()
    answer(asked, callback)
  })
  await session.defaultSession.setProxy(proxyConfig(choice))
  return answer
}
