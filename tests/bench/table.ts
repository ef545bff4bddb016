import { median, type Pair } from './statistics.ts'

export interface Row {
  readonly measure: string
  readonly product: string
  readonly baseline: string
  readonly ratio: string
  /** How many measurements, and from the least to the most of the product's. */
  readonly runs: string
}

/** A row of times in milliseconds. */
export function timesRow(measure: string, pair: Pair): Row {
  const product = median(pair.product)
  const baseline = median(pair.baseline)
  const range = `${Math.min(...pair.product).toFixed(1)}–${Math.max(...pair.product).toFixed(1)}`
  return {
    measure,
    product: `${product.toFixed(1)} ms`,
    baseline: `${baseline.toFixed(1)} ms`,
    ratio: `${(product / baseline).toFixed(2)} ×`,
    runs: `${pair.product.length} (${range})`,
  }
}

/** The rows under their headings, in columns. */
export function formatTable(rows: readonly Row[]): string {
  const head: Row = {
    measure: 'Measure',
    product: 'Fieldwork',
    baseline: 'Baseline',
    ratio: 'Ratio',
    runs: 'Runs',
  }
  const columns = ['measure', 'product', 'baseline', 'ratio', 'runs'] as const
  const lines = [head, ...rows]
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)))
  const text = lines.map((line) =>
    columns
      .map((column, at) => line[column].padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  )
  return [text[0], widths.map((width) => '─'.repeat(width)).join('   '), ...text.slice(1)].join('\n')
}
