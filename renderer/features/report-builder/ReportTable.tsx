import type { ShownReport } from '#shared/contract/reports.ts'
import { groupText, type ReportValue } from '#shared/domain/reports.ts'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'
import { figureText, valueText } from './values.ts'

type Open = (path: readonly ReportValue[], what: string) => void

interface ReportTableProps {
  readonly result: ShownReport
  /** Opens the records that a number was made of; `what` says of which group. */
  readonly onOpen: Open
}

/** A report's lines: groups with their figures, the records of each, and the total, each number a way to its records. */
export function ReportTable({ result, onOpen }: ReportTableProps) {
  const { levels, columns, lines, total } = result
  const nameOf = (path: readonly ReportValue[]) =>
    path
      .map((value, place) => {
        const level = levels[place]
        return level ? groupText(value, level.step, level) : ''
      })
      .join(' › ')
  const Groups = columns.length > 0 ? Band : Line
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.tableBox} aria-label={TEXT.lines} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col" data-kind={column.kind}>
                {column.label}
              </th>
            ))}
            {columns.length > 0 ? null : <LineHeads result={result} />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            if (line.kind === 'RECORD')
              return (
                <tr key={`r${line.id}`}>
                  {columns.map((column, place) => (
                    <td key={column.field} className={column.kind === 'number' ? styles.number : undefined}>
                      {valueText(line.values[place] ?? null, column)}
                    </td>
                  ))}
                </tr>
              )
            const level = levels[line.path.length - 1]
            return (
              <Groups
                key={JSON.stringify(line.path)}
                name={level ? groupText(line.path.at(-1) ?? null, level.step, level) : ''}
                what={nameOf(line.path)}
                path={line.path}
                count={line.count}
                figures={line.figures}
                result={result}
                onOpen={onOpen}
              />
            )
          })}
        </tbody>
        {result.measures.length > 0 ? (
          <tfoot>
            <Groups
              name={TEXT.total}
              what={TEXT.total}
              path={[]}
              count={total.count}
              figures={total.figures}
              result={result}
              onOpen={onOpen}
            />
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

interface GroupProps {
  readonly name: string
  /** The same with the groups that it is in. */
  readonly what: string
  readonly path: readonly ReportValue[]
  readonly count: number
  readonly figures: readonly ReportValue[]
  readonly result: ShownReport
  readonly onOpen: Open
}

const INDENT_PX = 18

const countsRecords = ({ measures }: ShownReport) => measures.some(({ figure }) => figure === 'COUNT')

function LineHeads({ result: { levels, measures } }: { readonly result: ShownReport }) {
  return (
    <>
      {levels.length > 0 ? <th scope="col">{levels.map(({ label }) => label).join(' › ')}</th> : null}
      {measures.map(({ label }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
        <th key={place} scope="col" data-kind="number">
          {label}
        </th>
      ))}
    </>
  )
}

/** A group as a line of figures, where no records are shown. */
function Line({ name, what, path, count, figures, result, onOpen }: GroupProps) {
  const { levels, measures } = result
  return (
    <tr data-level={path.length} data-lowest={path.length === levels.length || undefined}>
      {levels.length > 0 ? (
        <th scope="row" style={{ paddingLeft: 12 + Math.max(0, path.length - 1) * INDENT_PX }}>
          {name}
          {countsRecords(result) ? null : <small>{TEXT.records(count)}</small>}
        </th>
      ) : null}
      {measures.map((measure, place) => {
        const value = figures[place] ?? null
        const text = figureText(value, measure)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
          <td key={place} className={styles.number}>
            {measure.figure === 'SHARE' && path.length > 0 ? <Share value={value} /> : null}
            <Figure text={text} label={measure.label} what={what} onOpen={() => onOpen(path, what)} />
          </td>
        )
      })}
    </tr>
  )
}

/** A group as a band above its records. */
function Band({ name, what, path, count, figures, result, onOpen }: GroupProps) {
  const { columns, measures } = result
  return (
    <tr data-level={Math.max(1, path.length)} data-band>
      <th scope="rowgroup" colSpan={columns.length}>
        <span className={styles.band} style={{ paddingLeft: Math.max(0, path.length - 1) * INDENT_PX }}>
          {name}
          {countsRecords(result) ? null : <small>{TEXT.records(count)}</small>}
          {measures.map((measure, place) => {
            const text = figureText(figures[place] ?? null, measure)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
              <span key={place} className={styles.inBand}>
                <small>{measure.label}</small>
                <Figure text={text} label={measure.label} what={what} onOpen={() => onOpen(path, what)} />
              </span>
            )
          })}
        </span>
      </th>
    </tr>
  )
}

function Figure({
  text,
  label,
  what,
  onOpen,
}: {
  readonly text: string
  readonly label: string
  readonly what: string
  readonly onOpen: () => void
}) {
  return (
    <button
      type="button"
      className={styles.figure}
      aria-label={`${label}: ${text}. ${TEXT.openRecords(what)}`}
      onClick={onOpen}
    >
      {text}
    </button>
  )
}

/** A share as a bar below its number. */
function Share({ value }: { readonly value: ReportValue }) {
  const percent = Math.max(0, Math.min(100, Number(value ?? 0)))
  return <span className={styles.share} style={{ width: `${percent}%` }} aria-hidden="true" />
}
