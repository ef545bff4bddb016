import { CommandFailure } from '../../platform/command-runner.ts'
import { HostFailure } from '../host-failure.ts'

/**
 * Does a check of the system, and words the failure of its programs: `unsupported` where the system
 * lacks one, `timeout` where one hung, else `failed`. Other exceptions pass through, to be reported.
 *
 * @param what the subject of the sentence that a person reads
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
