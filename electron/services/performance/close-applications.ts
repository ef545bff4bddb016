import type { WindowsInterface } from '../../platform/windows/windows-calls.ts'
import { HostFailure } from '../host-failure.ts'
import { checked } from '../safety-checks/checked.ts'

const WHAT = 'The applications'

export interface CloseSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly windows: Pick<WindowsInterface, 'ask'>
  /** Names of the programs that may be closed, as Windows lists them: 'game.exe'. */
  readonly images: readonly string[]
}

/**
 * Asks applications to close, as their close button would, so that they can offer to save. Throws
 * `HostFailure`: `unsupported` off Windows and where none are listed.
 *
 * @returns how many processes were asked
 */
export function closeApplications({ platform, windows, images }: CloseSources): Promise<number> {
  return checked(WHAT, async () => {
    if (platform !== 'win32') throw new HostFailure('unsupported', 'Applications are closed on Windows only.')
    if (images.length === 0) {
      throw new HostFailure('unsupported', 'This installation lists no applications to close.')
    }
    return windows.ask('closePrograms', { images: [...images] })
  })
}
