import { Button, CloseButton } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { numberText } from '#shared/domain/locale.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import type { BulkAction, RecordsKind } from './kind.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import type { Selection } from './use-selection.ts'

/** How long an action can be taken back, in milliseconds (spec 4 §1.5). */
const UNDO_MS = 10_000

interface Report {
  readonly done: readonly ListedRow[]
  readonly total: number
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  readonly action: BulkAction
  readonly isOver: boolean
  /** There is no way back: its time is over, or it tells of one itself. */
  readonly isFinal?: boolean
  /** It was done to one row by its menu: what is chosen stays, and has to wait. */
  readonly isOfRow?: boolean
}

interface BulkBarProps {
  readonly kind: RecordsKind
  readonly selection: Selection
  readonly total: number
  /** Reads all rows that match. */
  readonly readAll: () => Promise<readonly ListedRow[]>
  readonly onDone: () => void
  /** Given what does an action to one row, whatever is chosen. */
  readonly act: RefObject<((action: BulkAction, row: ListedRow) => void) | null>
}

/** What is done to the chosen rows: one by one, with a report, and a way back (spec 4 §1.5). */
export function BulkBar({ kind, selection, total, readAll, onDone, act }: BulkBarProps) {
  const { api, timers, notices } = useServices()
  const [report, setReport] = useState<Report | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { chosen } = selection

  async function each(
    action: BulkAction,
    rows: readonly ListedRow[],
    run: (row: ListedRow) => Promise<ListedRow | null>,
  ): Promise<Report> {
    setBusy(true)
    let now: Report = { done: [], total: rows.length, refused: [], action, isOver: false }
    for (const row of rows) {
      try {
        const after = await run(row)
        now = { ...now, done: after ? [...now.done, after] : now.done }
      } catch (error) {
        now = { ...now, refused: [...now.refused, { name: kind.nameOf(row), reason: refusalOf(error) }] }
      }
      setReport(now)
    }
    setBusy(false)
    onDone()
    return now
  }

  async function start(action: BulkAction, rows: readonly ListedRow[]): Promise<void> {
    const isOfRow = !rows.some(({ id }) => chosen.has(id))
    const ended = { ...(await each(action, rows, (row) => action.run(api, row))), isOver: true, isOfRow }
    setReport(ended)
    if (!isOfRow) selection.clear()
    // What was refused stays to be read.
    const after = ended.refused.length === 0 ? null : { ...ended, isFinal: true }
    timers.after(UNDO_MS, () => setReport((shown) => (shown === ended ? after : shown)))
  }

  async function undo({ action, done }: Report): Promise<void> {
    const ended = await each(action, done, async (row) => {
      await action.undo(api, row)
      return row
    })
    setReport(ended.refused.length === 0 ? null : { ...ended, isOver: true, isFinal: true })
  }

  async function chooseAll(): Promise<void> {
    setBusy(true)
    try {
      selection.choose(new Map((await readAll()).map((row) => [row.id, row])))
    } catch (error) {
      notices.show('error', reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    act.current = (action, row) => void start(action, [row])
  })

  if (chosen.size === 0 && report === null) return null
  return (
    <section className={styles.bulk} aria-label={TEXT.selected(chosen.size)}>
      {report === null || (chosen.size > 0 && report.isOver && !report.isOfRow) ? (
        <>
          <span role="status">{TEXT.selected(chosen.size)}</span>
          {chosen.size < total ? (
            <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => void chooseAll()}>
              {`Select all ${numberText(total)}`}
            </Button>
          ) : null}
          {kind.bulk.map((action) => {
            const count = [...chosen.values()].filter(action.isFor).length
            return count === 0 ? null : (
              <Button
                key={action.label}
                size="xs"
                variant="default"
                disabled={isBusy}
                onClick={() => void start(action, [...chosen.values()].filter(action.isFor))}
              >
                {count === chosen.size ? action.label : `${action.label} (${numberText(count)})`}
              </Button>
            )
          })}
          {kind.BulkTools && chosen.size > 0 ? (
            <kind.BulkTools
              rows={[...chosen.values()]}
              onDone={() => {
                selection.clear()
                onDone()
              }}
            />
          ) : null}
          <CloseButton size="sm" aria-label={TEXT.clearSelection} onClick={selection.clear} />
        </>
      ) : (
        <>
          <span role="status">{TEXT.progress(report.done.length, report.total)}</span>
          {report.refused.length > 0 ? (
            <ul className={styles.refused}>
              {report.refused.map(({ name, reason }) => (
                <li key={name}>{TEXT.refused(name, reason)}</li>
              ))}
            </ul>
          ) : null}
          {report.isOver && !report.isFinal && report.done.length > 0 ? (
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => void undo(report)}>
              {TEXT.undo}
            </Button>
          ) : null}
          {report.isOver ? (
            <CloseButton size="sm" aria-label={TEXT.close} onClick={() => setReport(null)} />
          ) : null}
        </>
      )}
    </section>
  )
}
