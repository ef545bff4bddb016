import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceHealth } from '#shared/host/device-health.ts'
import { type DeviceBasics, type DeviceSources, readDeviceHealth } from './readings.ts'

/** What is known at once. */
export function deviceBasics(): DeviceBasics {
  return {
    memoryBytes: os.totalmem(),
    logicalProcessors: os.cpus().length,
    hostName: os.hostname(),
    system: `${os.type()} ${os.release()}`,
    systemMount: process.platform === 'win32' ? (process.env.SystemDrive ?? 'C:') : '/',
  }
}

/** Limit of each single reading, below that of the whole, so that the others arrive. */
export const READING_LIMIT_MS = 8_000

/** The load is that of this long, in milliseconds. */
export const LOAD_SAMPLE_MS = 500

/** Milliseconds that all processors have worked, and that they could have. */
function workedUntilNow(): { readonly worked: number; readonly whole: number } {
  const times = os.cpus().map(({ times: { idle, ...busy } }) => ({
    idle,
    busy: Object.values(busy).reduce((sum, one) => sum + one, 0),
  }))
  const worked = times.reduce((sum, { busy }) => sum + busy, 0)
  return { worked, whole: worked + times.reduce((sum, { idle }) => sum + idle, 0) }
}

/** Reads this machine in this process. */
export function readByOwnCalls(): Promise<DeviceHealth> {
  const basics = deviceBasics()
  return readDeviceHealth(basics, ownReadings(basics), wait(READING_LIMIT_MS, undefined, { ref: false }))
}

/**
 * Readings by Node's own calls, which neither start a process nor block: on Windows they have all that is
 * wanted, while the library for other systems asks PowerShell there.
 */
function ownReadings({ systemMount }: Pick<DeviceBasics, 'systemMount'>): DeviceSources {
  return {
    memory: async () => ({ total: os.totalmem(), available: os.freemem() }),
    async load() {
      const before = workedUntilNow()
      await wait(LOAD_SAMPLE_MS)
      const after = workedUntilNow()
      return ((after.worked - before.worked) / (after.whole - before.whole)) * 100
    },
    async disks() {
      const { blocks, bfree } = await statfs(systemMount.endsWith(':') ? `${systemMount}\\` : systemMount)
      return [{ mount: systemMount, use: ((blocks - bfree) / blocks) * 100 }]
    },
    system: async () => ({ distro: os.version(), release: os.release() }),
  }
}
