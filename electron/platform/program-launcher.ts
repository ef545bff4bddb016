import { type SpawnOptions, spawn } from 'node:child_process'
import { CommandFailure, type EndTree, started } from './command-runner.ts'

/** A program that was started and runs by itself. */
export interface LaunchedProgram {
  running(): boolean
  /** Asks it to end, on Windows with all that it started; does nothing where it has ended. */
  end(): void
}

export interface LaunchOptions {
  /** Its standard input. Secrets go this way. */
  readonly input?: string
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Called once, when it has ended. */
  readonly onEnd?: () => void
}

/** Starts a program with windows of its own, and answers once it runs. Rejects with `CommandFailure`. */
export type LaunchProgram = (
  program: string,
  args: readonly string[],
  options?: LaunchOptions,
) => Promise<LaunchedProgram>

/**
 * Starts programs and doesn't wait for them: without a shell, detached so that they outlive this process, and
 * without reading their output.
 */
export function createProgramLauncher(env: NodeJS.ProcessEnv, endTree?: EndTree): LaunchProgram {
  return (program, args, { input, env: added, onEnd } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        env: added ? { ...env, ...added } : env,
        shell: false,
        detached: true,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      } satisfies SpawnOptions
      const child = started(program, () => spawn(program, [...args], options), reject)
      if (child === null) return
      let running = false
      child.once('error', ({ code }: NodeJS.ErrnoException) => {
        reject(new CommandFailure(program, code === 'ENOENT' ? 'missing' : 'failed'))
      })
      child.once('exit', () => {
        running = false
        onEnd?.()
      })
      child.once('spawn', () => {
        running = true
        const kill = () => void (running && child.kill())
        const end = () => {
          if (endTree && running && child.pid !== undefined) void endTree(child.pid).finally(kill)
          else kill()
        }
        resolve({ running: () => running, end })
      })
      // A program that doesn't read its input may close it first.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
      child.unref()
    })
}
