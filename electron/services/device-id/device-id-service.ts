import { createHash } from 'node:crypto'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { ReadMachineID } from './machine-id.ts'

export interface DeviceIDParts {
  /** Null on a system that tells no id. */
  readonly readMachineID: ReadMachineID | null
  /** What the id is said to be, whatever the machine says; null for the machine's own. */
  readonly override: string | null
  readonly report: Report
}

/**
 * This machine's id in Fieldwork: the same at every start and for every user of the machine, and
 * read once. The system's own id, which other programs know too, never leaves.
 */
export class DeviceIDService {
  readonly #parts: DeviceIDParts
  #reading: Promise<string> | null = null

  constructor(parts: DeviceIDParts) {
    this.#parts = parts
  }

  /** Throws `HostFailure` with `unsupported` where there is none to be had; asked again, it tries again. */
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

/** 'FW-' and the first 32 hexadecimal digits of a digest from which the machine's id can't be told. */
export function deviceIDOf(machineID: string): string {
  const digest = createHash('sha256').update(`fieldwork-device:${machineID}`).digest('hex')
  return `FW-${digest.slice(0, 32).toUpperCase()}`
}
