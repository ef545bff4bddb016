import type { PowerReport } from '#shared/contract/power-report.ts'
import type { PowerChart as ChartKind } from '#shared/domain/power-report.ts'
import { powerText } from '#shared/domain/power-text.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import styles from './PowerReport.module.css'
import { columnName, rowName } from './Table.tsx'
import { TEXT } from './text.ts'

const ROWS_MAX = 60
const SERIES_MAX = 6
const COLOURS = [
  'var(--fw-primary)',
  'var(--mantine-color-teal-6)',
  'var(--mantine-color-orange-6)',
  'var(--mantine-color-grape-6)',
  'var(--mantine-color-blue-6)',
  'var(--fw-text-3)',
]

/** The first figure as a chart: by columns where there are some, else beside the figures of its kind. */
export function PowerChart({ report, kind }: { readonly report: PowerReport; readonly kind: ChartKind }) {
  const { measures, cells, columnPaths } = report
  const first = measures[0]
  if (!first) return null
  // A row of the chart is a group of the first level.
  const groups = cells.filter(({ path }) => path.length === 1)
  const wide = columnPaths.map((path, place) => ({ path, place })).filter(({ path }) => path.length > 0)
  const alike = measures
    .map((measure, place) => ({ ...measure, place }))
    .filter((measure) => measure.kind === first.kind)
  const series =
    wide.length > 0
      ? wide.map(({ path, place }) => ({ label: columnName(report, path), at: place * measures.length }))
      : (kind === 'BAR' ? alike.slice(0, 1) : alike).map(({ label, place }) => ({ label, at: place }))
  const shown = series.slice(0, SERIES_MAX).map((one, place) => ({
    ...one,
    key: `s${place}`,
    colour: COLOURS[place % COLOURS.length] ?? 'var(--fw-primary)',
  }))
  const title = wide.length > 0 || kind === 'BAR' ? first.label : shown.map(({ label }) => label).join(', ')
  const by = report.rows[0]?.label ?? ''
  return (
    <div className={styles.paper}>
      <Chart
        kind={kind === 'LINE' ? 'line' : 'stacked'}
        title={title}
        summary={TEXT.chartSummary(title, by)}
        rowLabel={by}
        series={shown}
        rows={groups.slice(0, ROWS_MAX).map((row) => ({
          name: rowName(report, row.path),
          values: Object.fromEntries(shown.map(({ key, at }) => [key, row.values[at] ?? null])),
        }))}
        format={(value) => powerText(first.kind, value)}
      />
      {groups.length > ROWS_MAX ? (
        <p className={styles.note}>{TEXT.chartPart(ROWS_MAX, groups.length)}</p>
      ) : null}
    </div>
  )
}
