// biome-ignore-all lint/a11y/useSemanticElements: the rows of a long page are placed by hand, which a <table>'s can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time has the focus
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, memo, useEffect, useRef, useSyncExternalStore } from 'react'
import { Virtualizer } from 'virtua'
import type { LivePerson } from '#shared/domain/live-panel.ts'
import { classOf, isOnOtherProject } from '#shared/domain/live-panel.ts'
import { type RecordSort, sortedBy } from '#shared/domain/records.ts'
import { useServices } from '../../services/context.tsx'
import { COLUMNS, cellText, type LiveColumn, sentenceOf } from './columns.ts'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { TEXT } from './text.ts'
import { useCounting } from './ticker.ts'

/** A line of the grid: a person, or the head of a group. */
export type Line =
  | { readonly id: number; readonly head?: undefined }
  | { readonly id: string; readonly head: string }

export interface LiveGridProps {
  readonly people: LivePeople
  readonly lines: readonly Line[]
  /** The fields that are shown, in their order. */
  readonly fields: readonly string[]
  readonly sort: readonly RecordSort[]
  readonly onSort: (sort: readonly RecordSort[]) => void
  readonly isCompact: boolean
  /** What shows isn't known to be true any more. */
  readonly asOf: string | null
  /** Null where nothing can be done with several. */
  readonly chosen: ReadonlySet<number> | null
  readonly onChoose: (ids: readonly number[], isOn: boolean) => void
  readonly openID: number | null
  readonly onOpen: (id: number) => void
  /** Opens the menu of a row's actions there; without it rows have none. */
  readonly onMenu?: (id: number, x: number, y: number) => void
  /** Why an alert of theirs stands, by person. */
  readonly alerts: ReadonlyMap<number, string>
}

const ROW_PX = { comfortable: 52, compact: 34 } as const
const HEAD_PX = 37
const UNIT_PX = 13
const SHORT = 40

/** The live panel as a grid (spec 4 §4.4.1): each row draws itself when its person changes, and no other does. */
export function LiveGrid(props: LiveGridProps) {
  const { lines, fields, sort, chosen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const ids = lines.flatMap((line) => (line.head === undefined ? [line.id] : []))
  const sizes = fields.map((field, at) => {
    const size = `${Math.max(60, (COLUMNS[field]?.width ?? 9) * UNIT_PX)}px`
    return at === 0 ? `minmax(${size}, 1fr)` : size
  })
  const isWhole = chosen !== null && ids.length > 0 && ids.every((id) => chosen.has(id))
  const columns = fields.length + (chosen ? 1 : 0)
  const rowPx = props.isCompact ? ROW_PX.compact : ROW_PX.comfortable
  const draw = (line: Line, place: number) =>
    line.head === undefined ? (
      <Row
        key={line.id}
        people={props.people}
        id={line.id}
        place={place + 2}
        isFirst={line.id === ids[0]}
        fields={fields}
        asOf={props.asOf}
        isChosen={chosen?.has(line.id) ?? null}
        isOpen={props.openID === line.id}
        alert={props.alerts.get(line.id) ?? null}
        onChoose={props.onChoose}
        onOpen={props.onOpen}
        onMenu={props.onMenu}
      />
    ) : (
      <div key={line.id} role="row" aria-rowindex={place + 2} className={styles.groupHead}>
        <div role="gridcell" aria-colspan={columns}>
          {line.head}
        </div>
      </div>
    )
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={TEXT.table}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns}
      className={styles.grid}
      data-compact={props.isCompact || undefined}
      style={
        { '--columns': `${chosen ? '3em ' : ''}${sizes.join(' ')}`, '--row': `${rowPx}px` } as CSSProperties
      }
      onKeyDown={moveFocus}
    >
      <div role="row" aria-rowindex={1} className={styles.gridHead}>
        {chosen ? (
          <div role="columnheader" className={styles.check}>
            <Checkbox
              size="xs"
              aria-label={TEXT.selectAll}
              checked={isWhole}
              onChange={() => props.onChoose(ids, !isWhole)}
            />
          </div>
        ) : null}
        {fields.map((field) => {
          const column = COLUMNS[field]
          const heading = column?.heading ?? column?.label ?? field
          const direction = sort.find((one) => one.field === field)?.direction
          const Arrow = direction === 'DESC' ? IconArrowDown : IconArrowUp
          return (
            <div
              key={field}
              role="columnheader"
              aria-sort={direction === undefined ? 'none' : direction === 'ASC' ? 'ascending' : 'descending'}
              className={styles.heading}
            >
              <button
                type="button"
                aria-label={TEXT.sortBy(heading)}
                onClick={(event) => props.onSort(sortedBy(sort, field, event.shiftKey))}
              >
                <span>{heading}</span>
                {direction === undefined ? null : <Arrow size={14} stroke={2} aria-hidden="true" />}
              </button>
            </div>
          )
        })}
      </div>
      {lines.length <= SHORT ? (
        lines.map(draw)
      ) : (
        <Virtualizer data={lines as Line[]} itemSize={rowPx} scrollRef={scroller} startMargin={HEAD_PX}>
          {draw}
        </Virtualizer>
      )}
    </div>
  )
}

const PAGE_ROWS = 10

/** Arrow keys, Home, End and the page keys go from cell to cell (spec 4 §1.9). */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const target = event.target as Element
  const row = target.closest('[data-row]')
  if (!row || event.altKey) return
  const cells = [...row.children]
  const at = cells.findIndex((cell) => cell.contains(target))
  const rows = [...event.currentTarget.querySelectorAll('[data-row]')]
  const place = rows.indexOf(row)
  const to: Readonly<Record<string, readonly [number, number]>> = {
    ArrowDown: [place + 1, at],
    ArrowUp: [place - 1, at],
    ArrowRight: [place, at + 1],
    ArrowLeft: [place, at - 1],
    Home: [event.ctrlKey ? 0 : place, 0],
    End: [event.ctrlKey ? rows.length - 1 : place, cells.length - 1],
    PageDown: [Math.min(rows.length - 1, place + PAGE_ROWS), at],
    PageUp: [Math.max(0, place - PAGE_ROWS), at],
  }
  const next = to[event.key]
  if (!next) return
  event.preventDefault()
  const cell = rows[next[0]]?.children[next[1]]
  const field = cell?.querySelector('input') ?? cell
  if (field instanceof HTMLElement) field.focus()
}

interface RowProps {
  readonly people: LivePeople
  readonly id: number
  readonly place: number
  /** Tab comes to it; arrow keys go on from there. */
  readonly isFirst: boolean
  readonly fields: readonly string[]
  readonly asOf: string | null
  /** Null where it can't be chosen. */
  readonly isChosen: boolean | null
  readonly isOpen: boolean
  readonly alert: string | null
  readonly onChoose: LiveGridProps['onChoose']
  readonly onOpen: LiveGridProps['onOpen']
  readonly onMenu: LiveGridProps['onMenu']
}

export function usePerson(people: LivePeople, id: number): LivePerson | undefined {
  return useSyncExternalStore(
    (listener) => people.onPerson(id, listener),
    () => people.person(id),
  )
}

const Row = memo(function Row(props: RowProps) {
  const { people, id, fields, isChosen, isOpen, alert, asOf, onChoose, onOpen, onMenu } = props
  const person = usePerson(people, id)
  const { now } = useServices()
  const row = useCounting<HTMLDivElement>((element, at) => {
    if (!person) return
    const said = [alert, sentenceOf(person, at), asOf].filter(Boolean).join('. ')
    if (element.getAttribute('aria-label') !== said) element.setAttribute('aria-label', said)
  })
  if (!person) return null
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={props.place}
      aria-selected={isChosen ?? undefined}
      data-row={id}
      data-open={isOpen || undefined}
      data-alert={alert !== null || undefined}
      data-away={asOf !== null || undefined}
      className={styles.row}
      onClick={(event) => {
        if (!(event.target as Element).closest(`.${styles.check}`)) onOpen(id)
      }}
      onContextMenu={(event) => {
        if (!onMenu) return
        event.preventDefault()
        onMenu(id, event.clientX, event.clientY)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen(id)
        else if (onMenu && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
          const { left, bottom } = (event.target as Element).getBoundingClientRect()
          onMenu(id, left, bottom)
        } else if (event.key === ' ' && isChosen !== null) onChoose([id], !isChosen)
        else return
        event.preventDefault()
      }}
    >
      {isChosen === null ? null : (
        <div role="gridcell" className={styles.check}>
          <Checkbox
            size="xs"
            aria-label={TEXT.selectRow(person.stats.userName)}
            tabIndex={-1}
            checked={isChosen}
            onChange={() => onChoose([id], !isChosen)}
          />
        </div>
      )}
      {fields.map((field, at) => {
        const column = COLUMNS[field]
        return column ? (
          <Cell
            key={field}
            field={field}
            column={column}
            person={person}
            isTabStop={at === 0 && props.isFirst}
            now={now()}
            alert={at === 0 ? alert : null}
          />
        ) : null
      })}
    </div>
  )
})

interface CellProps {
  readonly field: string
  readonly column: LiveColumn
  readonly person: LivePerson
  readonly isTabStop: boolean
  readonly now: number
  readonly alert: string | null
}

/** How long a changed cell is marked (spec 4 §1.8). */
const MARKED_MS = 2000

function Cell({ field, column, person, isTabStop, now, alert }: CellProps) {
  const { timers } = useServices()
  const text = useCounting<HTMLSpanElement>((element, at) => {
    if (!column.counts) return
    const next = cellText(column, person, at)
    if (element.textContent !== next) element.textContent = next
  })
  const shown = cellText(column, person, now)
  const note = [alert, column.note?.(person, now)].filter(Boolean).join(' · ')
  const cell = useRef<HTMLDivElement>(null)
  // What counts by itself isn't a change.
  const told = column.counts ? note : `${shown} ${note}`
  const before = useRef(told)
  useEffect(() => {
    if (before.current === told) return
    before.current = told
    const { current } = cell
    if (!current) return
    current.dataset.marked = ''
    return timers.after(MARKED_MS, () => delete current.dataset.marked)
  }, [told, timers])
  return (
    <div
      ref={cell}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      className={styles.cell}
      data-field={field}
      data-kind={column.kind}
      data-class={field === 'activity' ? classOf(person.live, now) : undefined}
      data-bad={column.isBad?.(person, now) || undefined}
    >
      {field === 'person' ? (
        <span
          className={styles.dot}
          data-online={person.stats.wurkforceStatus !== 'OFFLINE' || undefined}
          title={person.stats.wurkforceStatus === 'OFFLINE' ? TEXT.offline : TEXT.online}
        />
      ) : null}
      <span className={styles.words}>
        <span ref={text} className={styles.main}>
          {shown}
        </span>
        {note === '' ? null : (
          <small data-alert={alert !== null || undefined} title={note}>
            {field === 'project' && isOnOtherProject(person.live) ? <b aria-hidden="true">≠ </b> : null}
            {note}
          </small>
        )}
      </span>
    </div>
  )
}
