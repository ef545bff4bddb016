import { CommandFailure } from '../../platform/command-runner.ts'
import { HostFailure } from '../host-failure.ts'

/**
 * Runs a check of the system, and puts its programs' failures into words: `unsupported` for a missing
 * program, `timeout` for a hanging one, else `failed`. Other exceptions pass through and are reported.
 *
 * @param what the subject of the sentence for the person
 */
export async function checked<Value>(what: string, check: () => Promise<Value>): Promise<Value> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    if (error.reason === 'missing') {
      throw new HostFailure('unsupported', `${what} cannot be checked on this computer.`)
    }
    if (error.reason === 'timeout') throw new HostFailure('timeout', `Checking took too long: ${what}.`)
    throw new HostFailure('failed', `${what} could not be checked.`)
  }
}
