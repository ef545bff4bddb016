import type { DeviceHealth } from '#shared/host/device-health.ts'

/** What can be read at once, without starting a process. */
export interface DeviceBasics {
  readonly memoryBytes: number
  readonly logicalProcessors: number
  readonly hostName: string
  /** The system's name and release as the kernel gives them. */
  readonly system: string
  /** Where the system disk is mounted: '/', 'C:'. */
  readonly systemMount: string
}

/** Readings that may be slow, fail or hang, each by itself. */
export interface DeviceSources {
  memory(): Promise<{ readonly total: number; readonly available: number }>
  /** Processor load, in percent. */
  load(): Promise<number>
  disks(): Promise<readonly { readonly mount: string; readonly use: number }[]>
  system(): Promise<{ readonly distro: string; readonly release: string }>
}

/**
 * Reads everything at the same time. A reading that fails, or is missing when `giveUp` settles, is null or
 * comes from the basics; the others count.
 */
export async function readDeviceHealth(
  basics: DeviceBasics,
  sources: DeviceSources,
  giveUp: Promise<unknown>,
): Promise<DeviceHealth> {
  const orNull = <Value>(reading: Promise<Value>): Promise<Value | null> =>
    Promise.race([reading.catch(() => null), giveUp.then(() => null)])
  const [memory, load, disks, system] = await Promise.all([
    orNull(sources.memory()),
    orNull(sources.load()),
    orNull(sources.disks()),
    orNull(sources.system()),
  ])
  const disk = disks?.find(({ mount }) => mount.toUpperCase() === basics.systemMount.toUpperCase())
  return {
    memorySize: Math.round(basics.memoryBytes / 1024),
    memoryUsage: memory ? percent(((memory.total - memory.available) / memory.total) * 100) : null,
    threadCount: basics.logicalProcessors,
    cpuUsage: percent(load),
    diskUtilisation: percent(disk?.use ?? null),
    operatingSystem: system?.distro ? `${system.distro} ${system.release}`.trim() : basics.system,
    hostName: basics.hostName,
  }
}

/** A percentage with one decimal, between 0 and 100; null where it is no number. */
function percent(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null
  return Math.round(Math.min(100, Math.max(0, value)) * 10) / 10
}
