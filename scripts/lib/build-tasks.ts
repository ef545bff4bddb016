import { existsSync } from 'node:fs'
import { waitForLock } from '../setup/lock.mjs'
import { showProgress } from '../setup/progress.mjs'
import { bin, inRoot, ROOT } from './paths.ts'
import { runQuietly } from './run-quietly.ts'
import { contentStamp, readStamp, writeStamp } from './stamp.ts'

export interface BuildTask {
  readonly name: string
  /** Files and folders that the output is made from. */
  readonly inputs: readonly string[]
  /** Files that must be there afterwards. */
  readonly outputs: readonly string[]
  /** Arguments for Node. */
  readonly commands: readonly (readonly string[])[]
}

const COMMON_INPUTS = ['shared', 'package.json', 'package-lock.json', 'tsconfig.base.json']

export const BUILD_TASKS: readonly BuildTask[] = [
  {
    name: 'renderer',
    inputs: [
      ...COMMON_INPUTS,
      'renderer',
      'tsconfig.web.json',
      'scripts/precompress.ts',
      'scripts/lib/precompress.ts',
    ],
    outputs: ['dist/renderer/index.html', 'dist/renderer/.vite/manifest.json'],
    commands: [bin('vite/bin/vite.js', 'build', 'renderer'), [inRoot('scripts/precompress.ts')]],
  },
  {
    name: 'desktop',
    inputs: [
      ...COMMON_INPUTS,
      'electron',
      'preload',
      'build/native-package.ts',
      'scripts/build-desktop.ts',
      'tsconfig.node.json',
    ],
    outputs: [
      'dist/electron/main.cjs',
      'dist/electron/device-health.cjs',
      'dist/electron/windows-helper.cjs',
      'dist/preload/preload.cjs',
    ],
    commands: [[inRoot('scripts/build-desktop.ts')]],
  },
]

/** A build that failed; the message holds the tool's output. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
}

function stampFile(task: BuildTask): string {
  return inRoot('dist/.stamps', task.name)
}

/** Whether the output is there and was made from the inputs as they are now. */
export function isUpToDate(task: BuildTask, stamp: string): boolean {
  return readStamp(stampFile(task)) === stamp && task.outputs.every((output) => existsSync(inRoot(output)))
}

/**
 * Builds what isn't up to date; says nothing where everything is.
 *
 * @throws BuildError
 */
export async function build(say: (line: string) => void, tasks = BUILD_TASKS): Promise<void> {
  const lock = await waitForLock(inRoot('.data/build.lock'), () => say('Waiting for another build …'))
  try {
    for (const task of tasks) {
      const stamp = contentStamp(ROOT, task.inputs)
      if (!isUpToDate(task, stamp)) await buildTask(task, stamp, say)
    }
  } finally {
    lock.release()
  }
}

async function buildTask(task: BuildTask, stamp: string, say: (line: string) => void): Promise<void> {
  const started = Date.now()
  const endProgress = showProgress(() => `Building the ${task.name}`)
  try {
    for (const command of task.commands) {
      const run = await runQuietly(command, { env: { NODE_ENV: 'production' } })
      if (!run.ok) throw new BuildError(`The ${task.name} could not be built:\n${run.output}`)
    }
  } finally {
    endProgress()
  }
  const missing = task.outputs.find((output) => !existsSync(inRoot(output)))
  if (missing) throw new BuildError(`The ${task.name} was built, but ${missing} is missing.`)
  writeStamp(stampFile(task), stamp)
  say(`Built the ${task.name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}
