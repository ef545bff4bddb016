import { parseArgs } from 'node:util'
import { showProgress } from '../setup/progress.mjs'
import { CHECK_STEPS, type Step, type StepResult } from './check-steps.ts'
import { requireTestBrowser } from './chromium.ts'
import { closingLine } from './reports.ts'

/** Two, since no step keeps two cores busy alone, and more would only wait for each other. */
const LANES = 2

/** A failed step's output is shown up to this many lines from its end; all of it is in reports/. */
const SHOWN_LINES = 150

/** Of each failed test, and of how many, the beginning is shown first. */
const SHOWN_FAILURE_LINES = 60
const SHOWN_FAILURES = 10

/**
 * The steps that `--only a,b` names, with what they need; all of them without it.
 *
 * @throws Error where a name is unknown
 */
export function chooseSteps(args: readonly string[], steps: readonly Step[] = CHECK_STEPS): Step[] {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } })
  if (values.only === undefined) return [...steps]
  const names = new Set(values.only.split(',').map((name) => name.trim()))
  const unknown = [...names].filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `No check is named ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}`,
    )
  }
  for (const step of steps) if (names.has(step.name)) for (const need of step.needs ?? []) names.add(need)
  return steps.filter((step) => names.has(step.name))
}

function failure(output: string): StepResult {
  return { ok: false, output, passed: 0, failed: 1, skipped: 0 }
}

async function runStep(
  step: Step,
  results: ReadonlyMap<string, StepResult>,
  browser: Promise<string> | null,
) {
  const missing = step.needs?.find((need) => results.get(need)?.ok !== true)
  if (missing) return failure(`Not run, because "${missing}" failed.`)
  let chromium: string | null = null
  try {
    if (step.needsChromium) chromium = await browser
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error))
  }
  try {
    return await step.run({ chromium })
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n')

function show(step: Step, result: StepResult, ms: number): void {
  const mark = result.ok ? 'ok    ' : 'FAILED'
  console.log(
    `${mark} ${step.name.padEnd(14)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${result.note ?? ''}`.trimEnd(),
  )
  if (result.ok) return
  for (const { name, message } of (result.failures ?? []).slice(0, SHOWN_FAILURES)) {
    console.log(`  ✗ ${name}`)
    console.log(indented(message.split('\n').slice(0, SHOWN_FAILURE_LINES)))
  }
  const lines = result.output.trimEnd().split('\n')
  const left = lines.length - SHOWN_LINES
  if (left > 0) console.log(`    … ${left} lines before are in reports/${step.name}.log`)
  console.log(indented(lines.slice(-SHOWN_LINES)))
}

interface Ended {
  readonly step: Step
  readonly result: StepResult
  readonly ms: number
}

/** Waits for the first of them, and shows meanwhile that they run. */
async function firstOf(running: ReadonlyMap<Step, Promise<Ended>>): Promise<Ended> {
  const names = [...running.keys()].filter((step) => !step.ownProgress).map(({ name }) => name)
  const endProgress = names.length > 0 ? showProgress(() => `  ${names.join(', ')}`) : () => {}
  try {
    return await Promise.race(running.values())
  } finally {
    endProgress()
  }
}

/**
 * Runs the checks, as many side by side as there are lanes, each once what it needs has ended; goes
 * on after a failed one. Ends with one line that sums up.
 *
 * @returns whether all passed
 */
export async function check(steps: readonly Step[], lanes = LANES): Promise<boolean> {
  // Where it has to be installed, the others needn't wait.
  const browser = steps.some((step) => step.needsChromium)
    ? requireTestBrowser((line) => console.log(line))
    : null
  browser?.catch(() => {})
  const results = new Map<string, StepResult>()
  const waiting = [...steps]
  const named = new Set(steps.map(({ name }) => name))
  const mayStart = (step: Step) =>
    [...(step.needs ?? []), ...(step.after ?? [])].every((name) => results.has(name) || !named.has(name))
  const running = new Map<Step, Promise<Ended>>()
  const start = async (step: Step): Promise<Ended> => {
    const started = Date.now()
    const result = await runStep(step, results, browser)
    return { step, result, ms: Date.now() - started }
  }
  while (waiting.length + running.size > 0) {
    const next = running.size < lanes ? waiting.findIndex(mayStart) : -1
    const [step] = next >= 0 ? waiting.splice(next, 1) : []
    if (step) {
      running.set(step, start(step))
      continue
    }
    if (running.size === 0) {
      throw new Error(`These wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)
    }
    const ended = await firstOf(running)
    running.delete(ended.step)
    results.set(ended.step.name, ended.result)
    show(ended.step, ended.result, ended.ms)
  }
  console.log(closingLine([...results.values()]))
  return [...results.values()].every((result) => result.ok)
}
