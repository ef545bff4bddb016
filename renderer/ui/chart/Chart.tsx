import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyCode } from '../fetch-code.ts'
import { Skeleton } from '../Skeleton.tsx'
import styles from './Chart.module.css'
import type { ChartData } from './chart-parts.ts'

const TEXT = { asTable: 'Show as table', asChart: 'Show as chart', loading: 'Drawing the chart' } as const

const Drawing = lazyCode(async () => (await import('./Drawing.tsx')).Drawing)

interface ChartProps extends ChartData {
  readonly title: string
  /** What it shows, in one sentence: its name for screen readers. */
  readonly summary: string
  /** What the rows are, such as 'Day'. */
  readonly rowLabel: string
}

/**
 * A chart with the same figures as a table (spec 4 §1.9): series told apart by shape as well as colour, values on
 * focus as on hover.
 */
export function Chart({ title, summary, rowLabel, ...data }: ChartProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className={styles.chart} aria-label={summary}>
      <figcaption>
        <h3>{title}</h3>
        <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
          {isTable ? TEXT.asChart : TEXT.asTable}
        </Button>
      </figcaption>
      {isTable ? (
        <ChartTable {...data} title={title} rowLabel={rowLabel} />
      ) : (
        <div className={styles.drawing}>
          <Suspense
            fallback={
              <div role="status" aria-label={TEXT.loading}>
                <Skeleton width="100%" height={240} />
              </div>
            }
          >
            <Drawing {...data} />
          </Suspense>
        </div>
      )}
    </figure>
  )
}

function ChartTable({
  title,
  rowLabel,
  series,
  rows,
  format,
}: ChartData & { readonly title: string; readonly rowLabel: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.tableBox} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{rowLabel}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ key }) => {
                const value = values[key] ?? null
                return <td key={key}>{value === null ? '–' : format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
