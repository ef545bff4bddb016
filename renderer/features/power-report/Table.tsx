import { Button } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import type { PowerReport } from '#shared/contract/power-report.ts'
import { powerText } from '#shared/domain/power-text.ts'
import styles from './PowerReport.module.css'
import { TEXT } from './text.ts'

/** Which number is looked into. */
export interface Cell {
  readonly row: readonly string[]
  readonly column: readonly string[]
  readonly measure: number
  /** What it is called. */
  readonly what: string
}

/** What a key of a report is called. */
export const nameOf = ({ names }: PowerReport, field: string, key: string): string =>
  names[field]?.[key] ?? (key === '' ? TEXT.noneValue : key)

export const rowName = (report: PowerReport, path: readonly string[]): string =>
  path.length === 0
    ? TEXT.total
    : path.map((key, place) => nameOf(report, report.rows[place]?.field ?? '', key)).join(' › ')

export const columnName = (report: PowerReport, path: readonly string[]): string =>
  path.length === 0
    ? TEXT.total
    : path.map((key, place) => nameOf(report, report.columns[place]?.field ?? '', key)).join(' › ')

const AT_ONCE = 200
const HEAT_MOST = 62

interface TableProps {
  readonly report: PowerReport
  readonly label: string
  /** Numbers are the stronger coloured the larger they are. */
  readonly isHeat: boolean
  readonly onCell: (cell: Cell) => void
}

/** The report as a table; each number opens its records. */
export function PowerTable({ report, label, isHeat, onCell }: TableProps) {
  const [shown, setShown] = useState(AT_ONCE)
  const { columnPaths, measures, cells, totals } = report
  const isPivot = report.columns.length > 0
  const hidden = cells.length - shown
  const most = isHeat ? mostOf(report) : []
  const line = (
    row: readonly string[],
    { values, few }: Pick<PowerReport['totals'], 'values' | 'few'>,
    isLeaf: boolean,
  ) =>
    values.map((value, place) => {
      const measure = place % measures.length
      const column = columnPaths[Math.floor(place / measures.length)] ?? []
      const { kind = 'count', label: figure = '' } = measures[measure] ?? {}
      const text = powerText(kind, value)
      const isFew = few.includes(place)
      const what = [rowName(report, row), ...(isPivot ? [columnName(report, column)] : []), figure].join(', ')
      const share =
        isHeat && isLeaf && value !== null && (column.length > 0 || !isPivot)
          ? Math.round((value / (most[measure] || 1)) * HEAT_MOST)
          : null
      return (
        <td
          key={`${column.join(' ')} ${measure}`}
          data-total={(isPivot && column.length === 0) || undefined}
          data-few={isFew || undefined}
          title={isFew ? TEXT.few : undefined}
          style={share === null ? undefined : ({ '--heat': `${share}%` } as CSSProperties)}
          data-heat={share === null ? undefined : true}
        >
          {value === null ? (
            <span className={styles.nothing}>–</span>
          ) : (
            <button
              type="button"
              className={styles.figure}
              aria-label={TEXT.openCell(what, isFew ? `${text}, ${TEXT.few}` : text)}
              onClick={() => onCell({ row, column, measure, what })}
            >
              {text}
            </button>
          )}
        </td>
      )
    })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.tableBox} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            {isPivot ? (
              <tr>
                <th scope="col" rowSpan={2}>
                  {report.rows.map((one) => one.label).join(' › ')}
                </th>
                {columnPaths.map((path) => (
                  <th key={path.join(' ')} scope="colgroup" colSpan={measures.length} data-group>
                    {columnName(report, path)}
                  </th>
                ))}
              </tr>
            ) : null}
            <tr>
              {isPivot ? null : <th scope="col">{report.rows.map((one) => one.label).join(' › ')}</th>}
              {columnPaths.map((path) =>
                measures.map(({ label: figure }) => (
                  <th key={`${path.join(' ')} ${figure}`} scope="col">
                    {figure}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, shown).map((row) => {
              const isLeaf = row.path.length === report.rows.length
              return (
                <tr key={row.path.join('\u0000')} data-subtotal={!isLeaf || undefined}>
                  <th scope="row" style={{ paddingInlineStart: 10 + (row.path.length - 1) * 18 }}>
                    {nameOf(report, report.rows[row.path.length - 1]?.field ?? '', row.path.at(-1) ?? '')}
                  </th>
                  {line(row.path, row, isLeaf)}
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{TEXT.total}</th>
              {line([], totals, false)}
            </tr>
          </tfoot>
        </table>
      </section>
      {hidden > 0 ? (
        <Button variant="default" size="xs" className={styles.add} onClick={() => setShown(shown + AT_ONCE)}>
          {TEXT.showMore(Math.min(hidden, AT_ONCE))}
        </Button>
      ) : null}
    </>
  )
}

/** The largest number of each figure, totals left out. */
function mostOf({ cells, measures, columnPaths, rows, columns }: PowerReport): number[] {
  return measures.map((_, measure) => {
    const values = cells
      .filter(({ path }) => path.length === rows.length)
      .flatMap((row) =>
        columnPaths.flatMap((path, place) =>
          columns.length > 0 && path.length === 0
            ? []
            : (row.values[place * measures.length + measure] ?? []),
        ),
      )
    return Math.max(0, ...values)
  })
}
