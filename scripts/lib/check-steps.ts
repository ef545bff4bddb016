import { existsSync, readFileSync, rmSync } from 'node:fs'
import { BuildError, build } from './build-tasks.ts'
import { type LockFile, missingPackages } from './lock-file.ts'
import { bin, inRoot } from './paths.ts'
import { type FailedTest, failedTests, readReport, type Tally, tallyTests } from './reports.ts'
import { type QuietOptions, runQuietly } from './run-quietly.ts'

export interface StepResult extends Tally {
  readonly ok: boolean
  /** Shown when it fails. */
  readonly output: string
  /** Shown when it passes, beside the name. */
  readonly note?: string
  /** Shown before the output, where many lines can lie between it and the reason. */
  readonly failures?: readonly FailedTest[]
}

export interface Step {
  readonly name: string
  /** Steps that must have passed; otherwise this one fails without running. */
  readonly needs?: readonly string[]
  /** Steps that must have ended, however. */
  readonly after?: readonly string[]
  readonly needsChromium?: boolean
  /** It tells itself how far it is. */
  readonly ownProgress?: boolean
  run(context: StepContext): Promise<StepResult>
}

export interface StepContext {
  /** Path of the Chromium that the browser steps use. */
  readonly chromium: string | null
}

function once(ok: boolean, output: string, note?: string): StepResult {
  return {
    ok,
    output,
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: 0,
    ...(note === undefined ? {} : { note }),
  }
}

function report(name: string): string {
  return inRoot('reports', name)
}

/** A step that passes where its command does; it leaves the processor to the browser tests. */
function command(
  name: string,
  args: readonly string[],
  { env, ...more }: Pick<Step, 'needs'> & Pick<QuietOptions, 'env'> = {},
): Step {
  return {
    name,
    ...more,
    run: async () => {
      const { ok, output } = await runQuietly(args, {
        logFile: report(`${name}.log`),
        isPatient: true,
        ...(env && { env }),
      })
      return once(ok, output)
    },
  }
}

/**
 * The compiler is a Go program: collecting its garbage a quarter as often saves a fifth of its work. Its checkers
 * share nothing, so that one takes half the processor time of the four that it starts by itself.
 */
const types = (name: string): Step =>
  command(`types-${name}`, bin(TSC, '-p', `tsconfig.${name}.json`, '--checkers', '1'), {
    env: { GOGC: '400' },
  })

interface TestStep {
  readonly name: string
  readonly args: readonly string[]
  /** The variable that tells the runner where its JSON report goes. */
  readonly reportVariable: string
  readonly needs?: readonly string[]
  readonly after?: readonly string[]
  readonly needsChromium?: boolean
  /** Whether it leaves the processor to the others. */
  readonly isPatient?: boolean
}

/** A step that counts the tests of its JSON report. */
function tests({ name, args, reportVariable, isPatient = false, ...more }: TestStep): Step {
  return {
    name,
    ...more,
    run: async ({ chromium }) => {
      const file = report(`${name}.json`)
      rmSync(file, { force: true })
      const env = {
        [reportVariable]: file,
        ...(chromium === null ? {} : { CHROMIUM_PATH: chromium, STANDIN_CHROMIUM: chromium }),
      }
      const { ok, output } = await runQuietly(args, { env, logFile: report(`${name}.log`), isPatient })
      const read = readReport(file)
      const tally = tallyTests(read, ok)
      const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped (see reports/${name}.log)` : ''
      return {
        ...tally,
        ok: tally.failed === 0,
        output,
        note: `${tally.passed} tests${skipped}`,
        failures: failedTests(read),
      }
    },
  }
}

/** Lines of the lock file that name a registry, and settings that choose one. */
export function registryLines(lockText: string, npmrcText: string): string[] {
  const resolved = lockText.split('\n').filter((line) => /"resolved": *"https?:/.test(line))
  const settings = npmrcText
    .split('\n')
    .filter((line) => /registry *=/.test(line) && !/^[#;]/.test(line.trim()) && /https?:/.test(line))
  return [...resolved, ...settings].map((line) => line.trim())
}

/** What keeps the lock file from working elsewhere, as lines for a person. */
function lockFileProblems(): string[] {
  const npmrc = inRoot('.npmrc')
  const text = readFileSync(inRoot('package-lock.json'), 'utf8')
  const registries = registryLines(text, existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : '')
  const missing = missingPackages(JSON.parse(text) as LockFile)
  return [
    ...registries.slice(0, 10).map((line) => `It names a registry: ${line}`),
    ...missing.slice(0, 10).map(({ path }) => `It lacks ${path}. Run: npm run lock`),
  ]
}

const lockFile: Step = {
  name: 'lockfile',
  run: async () => {
    const problems = lockFileProblems()
    return once(problems.length === 0, problems.join('\n'))
  },
}

const buildStep: Step = {
  name: 'build',
  ownProgress: true,
  run: async () => {
    const said: string[] = []
    try {
      await build((line) => said.push(line))
      return once(true, '')
    } catch (error) {
      if (error instanceof BuildError) return once(false, error.message)
      throw error
    }
  },
}

/** Which requirements have a test; only told, never a failure. */
const coverage: Step = {
  name: 'requirements',
  after: ['unit', 'e2e', 'desktop'],
  run: async () => {
    const script = inRoot('..', 'shared', 'spec', 'coverage.mjs')
    if (!existsSync(script))
      return { ok: true, output: '', passed: 0, failed: 0, skipped: 0, note: 'no ledger here' }
    const results = ['unit', 'e2e', 'desktop']
      .map((name) => report(`${name}.json`))
      .filter((file) => existsSync(file))
    const { output } = await runQuietly([script, '--results', ...results], {
      logFile: report('requirements.log'),
    })
    const line = output.split('\n').find((text) => text.startsWith('covered ')) ?? 'not known'
    return { ok: true, output, passed: 0, failed: 0, skipped: 0, note: line }
  },
}

const TSC = 'typescript/bin/tsc'
const PLAYWRIGHT = '@playwright/test/cli.js'

/**
 * Everything that is checked, in the order of starting: what others need, then the browser tests, one
 * after the other. They wait for pages, so that a second lane takes the rest with what they leave of
 * the processor; a page that has to share it evenly is slower than a person would ever see it.
 */
export const CHECK_STEPS: readonly Step[] = [
  buildStep,
  tests({
    name: 'e2e',
    args: bin(PLAYWRIGHT, 'test'),
    reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    needs: ['build'],
    needsChromium: true,
  }),
  tests({
    name: 'desktop',
    args: bin(PLAYWRIGHT, 'test', '--config', 'tests/desktop/playwright.config.ts'),
    reportVariable: 'PLAYWRIGHT_JSON_OUTPUT_FILE',
    needs: ['build'],
    after: ['e2e'],
    needsChromium: true,
  }),
  // The server's tests once more, on the other database.
  tests({
    name: 'postgres',
    args: bin('vitest/vitest.mjs', 'run', '--config', 'vitest.postgres.config.ts'),
    reportVariable: 'VITEST_JSON',
    after: ['desktop'],
    isPatient: true,
  }),
  lockFile,
  types('shared'),
  types('web'),
  types('node'),
  types('windows'),
  command('lint', bin('@biomejs/biome/bin/biome', 'check', '--colors=off', '.')),
  command('rules', [inRoot('scripts/check-dependency-rule.ts')]),
  command('unused', bin('knip/bin/knip.js', '--no-progress')),
  // What only tests import is dead, too.
  command('unused-product', bin('knip/bin/knip.js', '--no-progress', '--production', '--exclude', 'types')),
  tests({
    name: 'unit',
    args: bin('vitest/vitest.mjs', 'run'),
    reportVariable: 'VITEST_JSON',
    isPatient: true,
  }),
  command('size', bin('size-limit/bin.js'), { needs: ['build'] }),
  coverage,
]
