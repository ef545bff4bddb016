import { CommandFailure, type RunCommand } from '../../platform/command-runner.ts'
import { HostFailure } from '../host-failure.ts'
import { checked } from '../safety-checks/checked.ts'
import { windowsProgram } from '../win32/windows-programs.ts'

const LIMITS = { timeLimitMs: 5000, outputLimitBytes: 64 * 1024 }
const WHAT = 'The applications'

export interface CloseSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunCommand
  /** Names of the programs that may be closed, as Windows lists them: 'game.exe'. */
  readonly images: readonly string[]
}

/**
 * Asks applications to close, as their close button would, so that they can offer to save. Throws
 * `HostFailure`: `unsupported` off Windows and where none are listed.
 *
 * @returns how many processes were asked
 */
export function closeApplications({ platform, env, run, images }: CloseSources): Promise<number> {
  return checked(WHAT, async () => {
    if (platform !== 'win32') throw new HostFailure('unsupported', 'Applications are closed on Windows only.')
    if (images.length === 0) {
      throw new HostFailure('unsupported', 'This installation lists no applications to close.')
    }
    const counts = []
    // One after the other, so that only one process is started at a time.
    for (const image of images) counts.push(await closeAll(run, windowsProgram(env, 'taskkill.exe'), image))
    return counts.reduce((sum, count) => sum + count, 0)
  })
}

/** taskkill prints a line for each process that it asked, and fails where none of that name runs. */
async function closeAll(run: RunCommand, taskkill: string, image: string): Promise<number> {
  try {
    const output = await run(taskkill, ['/IM', image], LIMITS)
    return output.split(/\r?\n/).filter((line) => line.toLowerCase().includes(image.toLowerCase())).length
  } catch (error) {
    if (error instanceof CommandFailure && error.reason === 'failed') return 0
    throw error
  }
}
