import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
})

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
})

/**
 * Counts a report of Vitest or Playwright. A run that failed without a failed test (a file that
 * doesn't load, a crash) counts as one failure; a flaky test is a failed one.
 *
 * @returns null where it is neither
 */
export function tallyReport(report: unknown): Tally | null {
  const vitest = vitestReport.safeParse(report)
  if (vitest.success) {
    const { success, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitest.data
    const failed = numFailedTests || (success ? 0 : 1)
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
  }
  const playwright = playwrightReport.safeParse(report)
  if (!playwright.success) return null
  const { expected, unexpected, flaky, skipped } = playwright.data.stats
  return {
    passed: expected,
    failed: unexpected + flaky || (playwright.data.errors.length > 0 ? 1 : 0),
    skipped,
  }
}

/**
 * What a test step counts as: its report, corrected by how the command ended, so that neither a
 * missing report nor a run of nothing looks like success.
 *
 * @param report the parsed file, or null where there is none
 */
export function tallyTests(report: unknown, commandOk: boolean): Tally {
  const tally = tallyReport(report) ?? { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = tally.passed + tally.failed === 0
  return tally.failed === 0 && (!commandOk || ranNothing) ? { ...tally, failed: 1 } : tally
}

/** A test that failed, as a report names it. */
export interface FailedTest {
  /** Its file's path (Vitest's absolute, Playwright's inside its folder) and its title. */
  readonly name: string
  readonly message: string
}

const vitestFailures = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

const playwrightError = z.object({ message: z.optional(z.string()) })

/** Attachments of that name say what a page showed as its test failed. */
export const SEEN_PAGE = 'page'

const playwrightResult = z.object({
  errors: z.array(playwrightError),
  attachments: z.optional(z.array(z.object({ name: z.string(), body: z.optional(z.string()) }))),
})

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[] | undefined
  readonly specs: readonly z.infer<typeof playwrightSpec>[]
}

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(playwrightResult) })),
})

const playwrightSuite: z.ZodMiniType<PlaywrightSuite> = z.object({
  get suites() {
    return z.optional(z.array(playwrightSuite))
  },
  specs: z.array(playwrightSpec),
})

const playwrightFailures = z.object({
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite),
})

type PlaywrightErrors = readonly z.infer<typeof playwrightError>[]

const wordsOf = (errors: PlaywrightErrors) =>
  stripVTControlCharacters(errors.map(({ message }) => message ?? '').join('\n'))

const pagesOf = ({ attachments = [] }: z.infer<typeof playwrightResult>) =>
  attachments
    .filter(({ name }) => name === SEEN_PAGE)
    .map(({ body = '' }) => Buffer.from(body, 'base64').toString())

function failedSpecs(suite: PlaywrightSuite): FailedTest[] {
  const own = suite.specs
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => ({
      name: `${file}: ${title}`,
      message: tests
        .flatMap(({ results }) => results)
        .flatMap((result) => [wordsOf(result.errors), ...pagesOf(result)])
        .join('\n'),
    }))
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)]
}

/** The tests of a report of Vitest or Playwright that failed, and what failed outside any test. */
export function failedTests(report: unknown): FailedTest[] {
  const vitest = vitestFailures.safeParse(report)
  if (vitest.success) {
    return vitest.data.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({ name: `${name}: ${test.fullName}`, message: test.failureMessages.join('\n') }))
      return failed.length === 0 && status === 'failed' ? [{ name, message }] : failed
    })
  }
  const playwright = playwrightFailures.safeParse(report)
  if (!playwright.success) return []
  const { errors, suites } = playwright.data
  const outside = errors.length > 0 ? [{ name: 'outside any test', message: wordsOf(errors) }] : []
  return [...suites.flatMap(failedSpecs), ...outside]
}

/** The parsed report, or null where there is none that can be read. */
export function readReport(file: string): unknown {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** The line that a run ends with. */
export function closingLine(tallies: readonly Tally[]): string {
  const sum = (key: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed`
}
