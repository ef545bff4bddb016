import { spawn } from 'node:child_process'
import { bin, inRoot } from '../lib/paths.ts'
import type { Site } from './sites.ts'

/** How a run of tests ended; `late` is one that was ended because it took too long. */
export type Ending = 'passed' | 'failed' | 'late'

export interface RunOptions {
  readonly files: readonly string[]
  /** Only tests whose title has one of these. */
  readonly ids?: readonly string[]
  /** Without one: whether the tests pass under the same conditions. */
  readonly site?: Site
  readonly limitMs: number
  readonly workers?: number
}

/** No file has this name. */
const NOWHERE = { file: '' }

/** Runs unit tests in a process of their own, with all that it starts. Nothing on the disk changes. */
export function runTests({ files, ids, site, limitMs, workers = 1 }: RunOptions): Promise<Ending> {
  const args = [
    ...bin('vitest/vitest.mjs', 'run', '--config', inRoot('scripts/mutate/vitest.config.ts')),
    `--maxWorkers=${workers}`,
    '--bail=1',
    ...(ids ? ['-t', `\\b(?:${ids.join('|')})\\b`] : []),
    ...files,
  ]
  const { VITEST_JSON: _, ...rest } = process.env
  const run = spawn(process.execPath, args, {
    cwd: inRoot('.'),
    env: { ...rest, MUTANT: JSON.stringify(site ?? NOWHERE) },
    stdio: process.env.MUTATE_SHOW ? 'inherit' : 'ignore',
    // A group of its own, so that what it started ends with it.
    detached: process.platform !== 'win32',
  })
  const { pid } = run
  const end = (): void => {
    if (pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
  process.once('exit', end)
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, limitMs)
    run.once('close', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      end()
      if (isLate) resolve('late')
      else resolve(code === 0 ? 'passed' : 'failed')
    })
  })
}
