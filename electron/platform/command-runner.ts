import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Cancel, Scheduler } from '../services/scheduler.ts'

/**
 * Why a program gave no output.
 * - `missing`: there is no such program.
 * - `timeout`, `tooMuchOutput`, `aborted`: it was ended for that reason.
 * - `failed`: it couldn't be started, or its exit code wasn't 0.
 */
export type CommandFailureReason = 'missing' | 'timeout' | 'tooMuchOutput' | 'aborted' | 'failed'

/**
 * A program that has ended may leave another one behind, which holds its output open. After so many looks in a row
 * at which nothing more had come, it isn't waited for.
 */
const LOOK_MS = 250
const QUIET_LOOKS = 4

/** Names only the program and the reason: arguments and output may be secret. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly reason: CommandFailureReason

  constructor(program: string, reason: CommandFailureReason) {
    super(`${path.basename(program)}: ${reason}`)
    this.reason = reason
  }
}

/** Ends a process of ours and all that it started. Never rejects: what is left, its caller ends by itself. */
export type EndTree = (id: number) => Promise<void>

export interface CommandRunnerParts {
  readonly scheduler: Scheduler
  readonly env: NodeJS.ProcessEnv
  /** Only where the system can do so; elsewhere the program alone is ended. */
  readonly endTree?: EndTree | undefined
}

export interface CommandLimits {
  readonly timeLimitMs: number
  /** For standard output and standard error each. */
  readonly outputLimitBytes: number
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal
  /** Its standard input; nothing unless given. Secrets go this way. */
  readonly input?: string
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a program and answers its standard output. Rejects with `CommandFailure`, also for an exit code other
 * than 0.
 */
export type RunCommand = (program: string, args: readonly string[], limits: CommandLimits) => Promise<string>

/** The exit code of a program that ended by itself, and its output. */
export interface CommandEnd {
  readonly exitCode: number
  readonly output: string
}

/**
 * Runs a program whose exit code and output matter even if it fails. Rejects with `CommandFailure` where it
 * didn't end by itself.
 */
export type EndCommand = (
  program: string,
  args: readonly string[],
  limits: CommandLimits,
) => Promise<CommandEnd>

/** A runner for those who only need the output of a success. */
export function createCommandRunner(parts: CommandRunnerParts): RunCommand {
  const end = createCommandEnder(parts)
  return async (program, args, limits) => {
    const { exitCode, output } = await end(program, args, limits)
    if (exitCode !== 0) throw new CommandFailure(program, 'failed')
    return output
  }
}

/**
 * Runs programs and waits for them: without a shell, so that no argument is read as a command, and with
 * limits of time and output.
 */
export function createCommandEnder({ scheduler, env, endTree }: CommandRunnerParts): EndCommand {
  return (program, args, { timeLimitMs, outputLimitBytes, signal, input, env: added }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CommandFailure(program, 'aborted'))
      const stop = new AbortController()
      let stoppedFor: CommandFailureReason | null = null
      let id: number | undefined
      let cancelLook: Cancel = () => {}
      let letGo = () => {}
      const stopFor = (reason: CommandFailureReason) => {
        if (stoppedFor !== null) return
        stoppedFor = reason
        const end = () => {
          stop.abort()
          // Of one that has ended, Node waits for its output all the same.
          letGo()
        }
        // Children first: they can't be found any more once their parent has gone.
        if (endTree && id !== undefined) void endTree(id).finally(end)
        else end()
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
        // With children to end, the limit is kept below.
        maxBuffer: endTree ? Number.POSITIVE_INFINITY : outputLimitBytes,
        signal: stop.signal,
      } as const
      const over = () => {
        cancelLimit()
        cancelLook()
        signal?.removeEventListener('abort', onAbort)
      }
      const start = () =>
        execFile(program, args, options, (error, output) => {
          over()
          if (!error && stoppedFor === null) resolve({ exitCode: 0, output })
          else if (error && stoppedFor === null && typeof error.code === 'number')
            resolve({ exitCode: error.code, output })
          else reject(new CommandFailure(program, stoppedFor ?? reasonOf(error ?? {})))
        })
      const child = started(program, start, (failure) => {
        over()
        reject(failure)
      })
      if (child === null) return
      id = child.pid
      const outputs = [child.stdout, child.stderr]
      letGo = () => {
        for (const stream of outputs) stream?.destroy()
      }
      child.once('exit', () => {
        if (stoppedFor !== null) return
        let looks = 0
        for (const stream of outputs) {
          stream?.on('data', () => {
            looks = 0
          })
        }
        const look = () => {
          looks += 1
          if (looks > QUIET_LOOKS) letGo()
          else cancelLook = scheduler.after(LOOK_MS, look)
        }
        cancelLook = scheduler.after(LOOK_MS, look)
      })
      if (endTree) {
        for (const stream of outputs) {
          let length = 0
          stream?.on('data', (text: string) => {
            length += Buffer.byteLength(text)
            if (length > outputLimitBytes) stopFor('tooMuchOutput')
          })
        }
      }
      // The program's input may close before it is written, if it is missing or ends at once.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
}

/**
 * What was started; null where Node throws at once, in words that may quote an argument: for an argument with a NUL,
 * and on Windows for a file that is no program.
 */
export function started<Child>(
  program: string,
  start: () => Child,
  fail: (failure: CommandFailure) => void,
): Child | null {
  try {
    return start()
  } catch {
    fail(new CommandFailure(program, 'failed'))
    return null
  }
}

function reasonOf({ code }: { readonly code?: unknown }): CommandFailureReason {
  if (code === 'ENOENT') return 'missing'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'tooMuchOutput'
  return 'failed'
}
