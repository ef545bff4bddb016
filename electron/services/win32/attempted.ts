import { CommandFailure } from '../../platform/command-runner.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { HostFailure } from '../host-failure.ts'

/**
 * Does something that a person asked for, and puts the failures of programs and of Windows' functions into
 * words: `unsupported` for what is missing, `timeout` for what hangs, else `failed`. Other exceptions pass through and are
 * reported.
 *
 * @param what the subject of the sentence for the person
 */
export async function attempted<Value>(what: string, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof WindowsFailure)) throw error
    if (error.reason === 'missing')
      throw new HostFailure('unsupported', `${what} is not there on this computer.`)
    if (error.reason === 'timeout') throw new HostFailure('timeout', `${what} took too long to answer.`)
    throw new HostFailure('failed', `${what} did not work.`)
  }
}

/** Throws `HostFailure` with `unsupported` where the system isn't Windows. */
export function onlyOnWindows(platform: string, what: string): void {
  if (platform !== 'win32') throw new HostFailure('unsupported', `${what} is available on Windows only.`)
}
