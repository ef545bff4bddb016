import type { World } from './world.ts'

/** One line of the table: what was measured, and whether it is within its budget. */
export interface Result {
  readonly measure: string
  readonly value: string
  readonly budget: string
  readonly isMet: boolean
  /** How often it was measured, and what else is worth a word. */
  readonly note: string
}

/** One group of measurements; `--only` names it. */
export interface Bench {
  readonly name: string
  run(world: World): Promise<readonly Result[]>
}

/** A number that must not be more than its budget. */
export function atMost(measure: string, value: number, budget: number, unit: string, note: string): Result {
  const shown = (number: number) =>
    unit === '' ? String(number) : `${number.toFixed(number < 10 ? 2 : 1)} ${unit}`
  return { measure, value: shown(value), budget: `≤ ${budget} ${unit}`.trim(), isMet: value <= budget, note }
}

/** From the least to the most of what was measured, in milliseconds. */
export function rangeOf(values: readonly number[]): string {
  return `${values.length} runs, ${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`
}

export function formatResults(results: readonly Result[]): string {
  const head = { measure: 'Measure', value: 'Fieldwork', budget: 'Budget', verdict: '', note: 'Runs' }
  const lines = [head, ...results.map((one) => ({ ...one, verdict: one.isMet ? 'met' : 'MISSED' }))]
  const columns = ['measure', 'value', 'budget', 'verdict', 'note'] as const
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)))
  const text = lines.map((line) =>
    columns
      .map((column, at) => line[column].padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  )
  return [text[0], widths.map((width) => '─'.repeat(width)).join('   '), ...text.slice(1)].join('\n')
}
