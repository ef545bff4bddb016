import { type SpawnOptions, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Scheduler } from '../services/scheduler.ts'
import { CommandFailure, type EndTree, started } from './command-runner.ts'

/** A program whose lines are read for as long as it runs. */
export interface FollowedProgram {
  /** Ends it; does nothing where it has ended. */
  end(): void
}

export interface FollowOptions {
  /** Called with each line of its standard output that isn't empty. */
  readonly onLine: (line: string) => void
  /** Called with each line of its standard error; without this nobody reads it. */
  readonly onErrorLine?: (line: string) => void
  /** Called once, after its last line, when it ended by itself. Null where it was killed. */
  readonly onEnd: (exitCode: number | null) => void
}

/** Starts a program that keeps running, and answers once it runs. Rejects with `CommandFailure`. */
export type FollowProgram = (
  program: string,
  args: readonly string[],
  options: FollowOptions,
) => Promise<FollowedProgram>

/** The longest line, and most lines in a second; a program that writes more is ended. */
const LINE_MAX = 4096
const LINES_A_SECOND = 100

/**
 * A program's last output may arrive after its end. Others that hold its pipe are waited for no longer than
 * this.
 */
const LAST_LINES_MS = 1000

/**
 * Follows programs: without a shell, without a window, and with a limit on what they write. There is no time
 * limit; the caller ends them.
 */
export function createProgramFollower({
  scheduler,
  env,
  endTree,
}: {
  readonly scheduler: Scheduler
  readonly env: NodeJS.ProcessEnv
  readonly endTree?: EndTree | undefined
}): FollowProgram {
  return (program, args, { onLine, onErrorLine, onEnd }) =>
    new Promise((resolve, reject) => {
      const options = {
        env,
        shell: false,
        windowsHide: true,
        stdio: ['ignore', 'pipe', onErrorLine ? 'pipe' : 'ignore'],
      } satisfies SpawnOptions
      const child = started(program, () => spawn(program, [...args], options), reject)
      if (child === null) return
      let over = false
      let cancelWait = () => {}
      const finish = () => {
        cancelWait()
        if (over) return
        over = true
        onEnd(child.exitCode)
      }
      const kill = () => {
        const last = () => void child.kill('SIGKILL')
        if (endTree && child.pid !== undefined && child.exitCode === null)
          void endTree(child.pid).finally(last)
        else last()
      }
      const end = () => {
        over = true
        kill()
      }
      const readLines = (stream: Readable | null, tell: (line: string) => void) => {
        const read = boundedLines(scheduler, (line) => over || tell(line))
        stream?.setEncoding('utf8').on('data', (text: string) => {
          if (!over && !read(text)) kill()
        })
        // The last line may have no line end.
        stream?.once('end', () => over || read('\n'))
      }
      readLines(child.stdout, onLine)
      if (onErrorLine) readLines(child.stderr, onErrorLine)
      child.once('error', ({ code }: NodeJS.ErrnoException) => {
        over = true
        reject(new CommandFailure(program, code === 'ENOENT' ? 'missing' : 'failed'))
      })
      child.once('exit', () => {
        cancelWait = scheduler.after(LAST_LINES_MS, finish)
      })
      child.once('close', finish)
      child.once('spawn', () => resolve({ end }))
    })
}

/** Splits text into lines; false where it is more than a program may write. */
function boundedLines(scheduler: Scheduler, onLine: (line: string) => void): (text: string) => boolean {
  let rest = ''
  let second = scheduler.now()
  let count = 0
  return (text) => {
    const lines = `${rest}${text}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    if (scheduler.now() - second >= 1000) {
      second = scheduler.now()
      count = 0
    }
    count += lines.length
    if (count > LINES_A_SECOND || rest.length > LINE_MAX) return false
    for (const line of lines) {
      const words = line.replace(/^\uFEFF/, '').trim()
      if (words !== '' && words.length <= LINE_MAX) onLine(words)
    }
    return true
  }
}
