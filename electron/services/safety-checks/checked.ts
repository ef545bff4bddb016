import { CommandFailure } from '../../platform/command-runner.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { HostFailure } from '../host-failure.ts'

/**
 * Runs a check of the system, and puts the failures of programs and of Windows' functions into words:
 * `unsupported` for what is missing, `timeout` for what hangs, else `failed`. Other exceptions pass through and are reported.
 *
 * @param what the subject of the sentence for the person
 */
export async function checked<Value>(what: string, check: () => Promise<Value>): Promise<Value> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof WindowsFailure)) throw error
    if (error.reason === 'missing') {
      throw new HostFailure('unsupported', `${what} cannot be checked on this computer.`)
    }
    if (error.reason === 'timeout') throw new HostFailure('timeout', `Checking took too long: ${what}.`)
    throw new HostFailure('failed', `${what} could not be checked.`)
  }
}
