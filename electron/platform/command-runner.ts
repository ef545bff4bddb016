import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Scheduler } from '../services/scheduler.ts'

/**
 * Why a program gave no output.
 * - `missing`: there is no such program.
 * - `timeout`, `tooMuchOutput`, `aborted`: it was ended for that.
 * - `failed`: it couldn't be started, or ended with anything but 0.
 */
export type CommandFailureReason = 'missing' | 'timeout' | 'tooMuchOutput' | 'aborted' | 'failed'

/** Names the program and the reason only: arguments and output may hold what no log may. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly reason: CommandFailureReason

  constructor(program: string, reason: CommandFailureReason) {
    super(`${path.basename(program)}: ${reason}`)
    this.reason = reason
  }
}

export interface CommandRunnerParts {
  readonly scheduler: Scheduler
  readonly env: NodeJS.ProcessEnv
}

export interface CommandLimits {
  readonly timeLimitMs: number
  /** Of standard output and of standard error, each. */
  readonly outputLimitBytes: number
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal
  /** What it reads on standard input; nothing unless given. The way for secrets. */
  readonly input?: string
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program and gives its standard output. Rejects with `CommandFailure`, also where it ends with anything but 0. */
export type RunCommand = (program: string, args: readonly string[], limits: CommandLimits) => Promise<string>

/** How a program ended by itself, and what it wrote until then. */
export interface CommandEnd {
  readonly exitCode: number
  readonly output: string
}

/** Runs a program whose exit code and output tell something even where it fails. Rejects with `CommandFailure` where it didn't end by itself. */
export type EndCommand = (
  program: string,
  args: readonly string[],
  limits: CommandLimits,
) => Promise<CommandEnd>

/** The same, for those who only want what a program says when all is well. */
export function createCommandRunner(parts: CommandRunnerParts): RunCommand {
  const end = createCommandEnder(parts)
  return async (program, args, limits) => {
    const { exitCode, output } = await end(program, args, limits)
    if (exitCode !== 0) throw new CommandFailure(program, 'failed')
    return output
  }
}

/**
 * Runs programs that are waited for: without a shell, so that no argument is ever read as a
 * command, and with an end to time and output.
 */
export function createCommandEnder({ scheduler, env }: CommandRunnerParts): EndCommand {
  return (program, args, { timeLimitMs, outputLimitBytes, signal, input, env: added }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CommandFailure(program, 'aborted'))
      const stop = new AbortController()
      let stoppedFor: CommandFailureReason | null = null
      const stopFor = (reason: CommandFailureReason) => {
        stoppedFor ??= reason
        stop.abort()
      }
      const onAbort = () => stopFor('aborted')
      const cancelLimit = scheduler.after(timeLimitMs, () => stopFor('timeout'))
      signal?.addEventListener('abort', onAbort, { once: true })
      const options = {
        env: added ? { ...env, ...added } : env,
        encoding: 'utf8',
        shell: false,
        windowsHide: true,
        killSignal: 'SIGKILL',
        maxBuffer: outputLimitBytes,
        signal: stop.signal,
      } as const
      const child = execFile(program, args, options, (error, output) => {
        cancelLimit()
        signal?.removeEventListener('abort', onAbort)
        if (!error) resolve({ exitCode: 0, output })
        else if (stoppedFor === null && typeof error.code === 'number')
          resolve({ exitCode: error.code, output })
        else reject(new CommandFailure(program, stoppedFor ?? reasonOf(error)))
      })
      // A program that is missing, or ends at once, closes its input before we do.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
}

function reasonOf({ code }: { readonly code?: unknown }): CommandFailureReason {
  if (code === 'ENOENT') return 'missing'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'tooMuchOutput'
  return 'failed'
}
