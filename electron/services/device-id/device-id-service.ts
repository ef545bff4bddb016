import { createHash } from 'node:crypto'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { ReadMachineID } from './machine-id.ts'

export interface DeviceIDParts {
  /** Null on systems without a readable id. */
  readonly readMachineID: ReadMachineID | null
  /** An id to use instead of the machine's; null for the machine's own. */
  readonly override: string | null
  readonly report: Report
}

/**
 * This machine's id in Fieldwork: the same at every start, for all its users; read once. The system's own id,
 * which other programs know, is never sent.
 */
export class DeviceIDService {
  readonly #parts: DeviceIDParts
  #reading: Promise<string> | null = null

  constructor(parts: DeviceIDParts) {
    this.#parts = parts
  }

  /** Throws `HostFailure` with `unsupported` where there is none; the next call tries again. */
  get(): Promise<string> {
    this.#reading ??= this.#read().catch((error: unknown) => {
      this.#reading = null
      throw error
    })
    return this.#reading
  }

  async #read(): Promise<string> {
    const { override, readMachineID, report } = this.#parts
    if (override !== null) return override
    try {
      if (readMachineID) return deviceIDOf(await readMachineID())
    } catch (error) {
      report('could not read the id of this machine', error)
    }
    throw new HostFailure('unsupported', 'This computer has no device ID.')
  }
}

/** 'FW-' and the first 32 hexadecimal digits of a digest, from which the machine's id can't be computed. */
export function deviceIDOf(machineID: string): string {
  const digest = createHash('sha256').update(`fieldwork-device:${machineID}`).digest('hex')
  return `FW-${digest.slice(0, 32).toUpperCase()}`
}
