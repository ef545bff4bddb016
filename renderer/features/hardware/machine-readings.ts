import { NETWORK_METRICS, type Readings } from '#shared/domain/device-grading.ts'
import type { Desktop } from '../../services/desktop/desktop.ts'

export type MachineReadings = Omit<Readings, 'download' | 'upload' | 'ping' | 'jitter' | 'loss'>

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
  if (!health.ok) return { ...fromBrowser(facts), wifiSignalStrength }
  const { memorySize, memoryUsage, threadCount, cpuUsage, diskUtilisation } = health.value
  return { memorySize, memoryUsage, threadCount, cpuUsage, diskUtilisation, wifiSignalStrength }
}

function fromBrowser({ hardwareConcurrency, deviceMemory }: BrowserFacts): MachineReadings {
  const known = deviceMemory !== undefined && deviceMemory !== VAGUE_MEMORY_GB
  return {
    ...NOTHING_READ,
    threadCount: hardwareConcurrency ?? null,
    memorySize: known ? deviceMemory * KILOBYTES : null,
  }
}

/** Readings of a machine alone, as they are before any test of the connection. */
export function withoutNetwork(machine: MachineReadings): Readings {
  const network = Object.fromEntries([...NETWORK_METRICS].map((metric) => [metric, null]))
  return { ...machine, ...network } as Readings
}
