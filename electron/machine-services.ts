/** Makes the services that read this machine or do something for the person in front of it. */
import os from 'node:os'
import path from 'node:path'
import { app, powerMonitor, utilityProcess } from 'electron'
import { activeAppCommands } from './commands/active-app.ts'
import { deviceCommands } from './commands/device.ts'
import { idleCommands } from './commands/idle.ts'
import { performanceCommands } from './commands/performance.ts'
import { safetyCommands } from './commands/safety.ts'
import { sessionCommands } from './commands/session.ts'
import { surroundingsCommands } from './commands/surroundings.ts'
import { vaultCommands } from './commands/vault.ts'
import { findAllowedNetworks } from './config/allowed-networks.ts'
import { findClosableApplications } from './config/closable-applications.ts'
import type { GetDeployment } from './config/find-deployment.ts'
import type { HostSystem } from './platform/host-system.ts'
import { type ActiveAppParts, ActiveAppWatch } from './services/active-app/active-app-watch.ts'
import type { ScreenCapture } from './services/capture/screen-capture.ts'
import type { ScreenShare } from './services/capture/screen-share.ts'
import { DeviceHealthService } from './services/device-health/device-health-service.ts'
import { readByOwnCalls } from './services/device-health/own-readings.ts'
import { readInProcess } from './services/device-health/reader.ts'
import { deviceIDOverride } from './services/device-id/device-id-override.ts'
import { DeviceIDService } from './services/device-id/device-id-service.ts'
import { machineIDReader } from './services/device-id/machine-id.ts'
import { IdleWatch } from './services/idle/idle-watch.ts'
import type { Report } from './services/log.ts'
import { closeApplications } from './services/performance/close-applications.ts'
import { testPackets } from './services/performance/packet-test.ts'
import { ProviderTest, type ProviderTestParts } from './services/performance/provider-test.ts'
import type { PollTurns } from './services/poll-turns.ts'
import { readHotfixes } from './services/safety-checks/hotfixes.ts'
import { localAddressOf, readNetworkUse } from './services/safety-checks/network-use.ts'
import type { Scheduler } from './services/scheduler.ts'
import { locate } from './services/surroundings/geolocation.ts'
import { Speech } from './services/surroundings/speech.ts'
import { WifiService } from './services/surroundings/wifi.ts'
import { readTextFile } from './services/text-file.ts'
import { UnreadBadge } from './services/unread/unread-badge.ts'
import { HeldVaultKeys } from './services/vault/held-keys.ts'
import type { HostWindows } from './windows/host-windows.ts'
import { taskbarEntry } from './windows/taskbar-entry.ts'

interface MachineParts {
  readonly system: HostSystem
  readonly deployment: GetDeployment
  readonly windows: HostWindows
  readonly turns: PollTurns
  readonly scheduler: Scheduler
  readonly report: Report
  /** Origin of the company's server. */
  readonly server: string
  /** The path of a file of the client's own data. */
  readonly inUserData: (name: string) => string
  readonly screens: { readonly capture: ScreenCapture; readonly share: ScreenShare }
}

/** The handlers that need only this machine. */
export function machineCommands(parts: MachineParts) {
  const { windows, scheduler } = parts
  const idleSeconds = () => powerMonitor.getSystemIdleTime()
  const watch = new IdleWatch({
    idleSeconds,
    scheduler,
    emit: (windowId, payload) => windows.emit(windowId, 'idleWatch', payload),
  })
  return {
    ...sessionCommands(app),
    ...idleCommands({ idleSeconds, watch }),
    ...vaultCommands(new HeldVaultKeys()),
    ...activeAppCommands(activeAppWatch(parts)),
    ...deviceCommands(deviceHealthService(parts), deviceIDService(parts)),
    ...safety(parts),
    ...surroundings(parts),
    ...performance(parts),
  }
}

/** On Windows no process is started for it. */
function deviceHealthService({ system, scheduler, turns }: MachineParts): DeviceHealthService {
  if (system.platform === 'win32') return new DeviceHealthService(readByOwnCalls, scheduler)
  const read = readInProcess(() =>
    utilityProcess.fork(path.join(__dirname, 'device-health.cjs'), [], { serviceName: 'Device health' }),
  )
  return new DeviceHealthService(read, scheduler, () => turns.wait('health'))
}

function activeAppWatch({ system, windows, scheduler, report }: MachineParts): ActiveAppWatch {
  const emit: ActiveAppParts['emit'] = (windowId, program) => windows.emit(windowId, 'activeApp', program)
  return new ActiveAppWatch({ system, scheduler, report, emit })
}

function deviceIDService({ system, report }: MachineParts): DeviceIDService {
  const { env, argv: args } = process
  return new DeviceIDService({
    readMachineID: machineIDReader({ ...system, readFile: readTextFile }),
    override: deviceIDOverride({ args, env, packaged: app.isPackaged }),
    report,
  })
}

function safety({ system, inUserData }: MachineParts) {
  const interfaces = () => os.networkInterfaces()
  const sources = { ...system, interfaces }
  return safetyCommands({
    localAddress: () => localAddressOf(interfaces()),
    readHotfixes: () => readHotfixes(sources),
    readNetworkUse: () => readNetworkUse(sources),
    allowed: () => findAllowedNetworks(readTextFile(inUserData('config.json'))),
  })
}

function surroundings({ system, windows, turns, scheduler, screens }: MachineParts) {
  const isConnected = () => localAddressOf(os.networkInterfaces()) !== null
  return surroundingsCommands({
    wifi: new WifiService({ system, scheduler, isConnected }),
    onBattery: () => powerMonitor.isOnBatteryPower(),
    // An activity reads it over and over, so it takes its turn like other polls.
    async locate() {
      await turns.wait('location')
      return locate(system)
    },
    speech: new Speech(system),
    unread: new UnreadBadge(),
    taskbarEntryOf(windowId) {
      const window = windows.get(windowId)
      return window && taskbarEntry(window, system.platform)
    },
    ...screens,
  })
}

function performance({ system, deployment, windows, scheduler, server, inUserData }: MachineParts) {
  const { hostname: host } = new URL(server)
  const images = () => findClosableApplications(readTextFile(inUserData('config.json')))
  const emit: ProviderTestParts['emit'] = (windowId, progress) =>
    windows.emit(windowId, 'speedProviderProgress', progress)
  return performanceCommands({
    provider: new ProviderTest({ deployment, system, scheduler, emit }),
    testPackets: () => testPackets({ ...system, host }),
    closeApplications: async () => closeApplications({ ...system, images: images() }),
  })
}
