import type { MachineState } from '#shared/domain/device-fitness.ts'
import type { DeviceHealth } from '#shared/host/device-health.ts'
import type { Desktop } from '../desktop/desktop.ts'

export type MachineReadings = MachineState['now']

/** What a browser tells of the machine, which is little and rounded. */
export interface BrowserFacts {
  readonly hardwareConcurrency?: number
  /** In gigabytes, rounded down to a power of two; many browsers say 8 for all that is more. */
  readonly deviceMemory?: number
}

const KILOBYTES = 1024 * 1024
/** What a browser that doesn't tell more says of any large memory. */
export const VAGUE_MEMORY_GB = 8

export const NOTHING_READ: MachineReadings = {
  memorySize: null,
  memoryUsage: null,
  threadCount: null,
  cpuUsage: null,
  diskUtilisation: null,
  wifiSignalStrength: null,
}

/** Reads this machine: all of it through the desktop client, in a browser what the browser knows. */
export async function readMachine(desktop: Desktop, facts: BrowserFacts): Promise<MachineReadings> {
  const [health, wifi] = await Promise.all([
    desktop.invoke('deviceHealthCheck', null),
    desktop.invoke('wifi', null),
  ])
  const wifiSignalStrength = wifi.ok ? wifi.value.signal : null
  return { ...(health.ok ? fromHost(health.value) : fromBrowser(facts)), wifiSignalStrength }
}

/** The readings that a check of the device's health has. */
export function fromHost(health: DeviceHealth): Omit<MachineReadings, 'wifiSignalStrength'> {
  const { memorySize, memoryUsage, threadCount, cpuUsage, diskUtilisation } = health
  return { memorySize, memoryUsage, threadCount, cpuUsage, diskUtilisation }
}

/** What a browser alone tells. */
export function fromBrowser({ hardwareConcurrency, deviceMemory }: BrowserFacts): MachineReadings {
  const known = deviceMemory !== undefined && deviceMemory !== VAGUE_MEMORY_GB
  return {
    ...NOTHING_READ,
    threadCount: hardwareConcurrency ?? null,
    memorySize: known ? deviceMemory * KILOBYTES : null,
  }
}
