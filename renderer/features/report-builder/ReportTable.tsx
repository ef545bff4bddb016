import type { ShownReport } from '#shared/contract/reports.ts'
import { groupText, type ReportValue } from '#shared/domain/reports.ts'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'
import { figureText, valueText } from './values.ts'

interface ReportTableProps {
  readonly label: string
  readonly result: ShownReport
  /** Opens the records that a number was made of; `what` says of which group. */
  readonly onOpen: (path: readonly ReportValue[], what: string) => void
}

/** A report's lines: groups with their figures, the records of each, and the total, each number a way to its records. */
export function ReportTable({ label, result, onOpen }: ReportTableProps) {
  const { levels, columns, measures, lines, total } = result
  const nameOf = (path: readonly ReportValue[]) =>
    path
      .map((value, place) => {
        const level = levels[place]
        return level ? groupText(value, level.step, level) : ''
      })
      .join(' › ')
  const figures = (values: readonly ReportValue[], path: readonly ReportValue[], what: string) =>
    measures.map((measure, place) => {
      const text = figureText(values[place] ?? null, measure)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
        <td key={place} className={styles.number}>
          {measure.figure === 'SHARE' && path.length > 0 ? <Share value={values[place] ?? null} /> : null}
          <button
            type="button"
            className={styles.figure}
            aria-label={`${measure.label}: ${text}. ${TEXT.openRecords(what)}`}
            onClick={() => onOpen(path, what)}
          >
            {text}
          </button>
        </td>
      )
    })
  const hasGroups = levels.length > 0
  const counts = measures.some(({ figure }) => figure === 'COUNT')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.tableBox} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {hasGroups ? <th scope="col">{levels.map((level) => level.label).join(' › ')}</th> : null}
            {columns.map((column) => (
              <th key={column.field} scope="col" data-kind={column.kind}>
                {column.label}
              </th>
            ))}
            {measures.map((measure, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
              <th key={place} scope="col" data-kind="number">
                {measure.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            if (line.kind === 'RECORD')
              return (
                <tr key={`r${line.id}`}>
                  {hasGroups ? <td /> : null}
                  {columns.map((column, place) => (
                    <td key={column.field} className={column.kind === 'number' ? styles.number : undefined}>
                      {valueText(line.values[place] ?? null, column)}
                    </td>
                  ))}
                  {measures.map((measure, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
                    <td key={place} aria-label={measure.label} />
                  ))}
                </tr>
              )
            const level = levels[line.path.length - 1]
            const own = line.path.at(-1) ?? null
            const what = nameOf(line.path)
            return (
              <tr
                key={JSON.stringify(line.path)}
                data-level={line.path.length}
                data-lowest={(line.path.length === levels.length && columns.length === 0) || undefined}
              >
                <th scope="row" style={{ paddingLeft: 12 + (line.path.length - 1) * 18 }}>
                  {level ? groupText(own, level.step, level) : ''}
                  {counts ? null : <small>{TEXT.records(line.count)}</small>}
                </th>
                {columns.map(({ field }) => (
                  <td key={field} />
                ))}
                {figures(line.figures, line.path, what)}
              </tr>
            )
          })}
        </tbody>
        {measures.length > 0 ? (
          <tfoot>
            <tr>
              {hasGroups ? (
                <th scope="row">
                  {TEXT.total}
                  {counts ? null : <small>{TEXT.records(total.count)}</small>}
                </th>
              ) : null}
              {columns.map(({ field }, place) => (
                <td key={field}>{!hasGroups && place === 0 ? TEXT.total : null}</td>
              ))}
              {figures(total.figures, [], TEXT.total)}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

/** A share as a bar behind its number. */
function Share({ value }: { readonly value: ReportValue }) {
  const percent = Math.max(0, Math.min(100, Number(value ?? 0)))
  return <span className={styles.share} style={{ width: `${percent}%` }} aria-hidden="true" />
}
