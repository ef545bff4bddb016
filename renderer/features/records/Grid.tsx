// biome-ignore-all lint/a11y/useSemanticElements: the rows of a long page are placed by hand, which a <table>'s can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell at a time has the focus
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  columnResizingFeature,
  columnSizingFeature,
  type Header,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { RecordSort } from '#shared/domain/records.ts'
import { sortedBy } from '#shared/domain/records.ts'
import type { Column, ListedRow, RecordWords } from '#shared/records/record.ts'
import { cellText } from './cell.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { type Groups, type HeadingLine, type Line, linesOf, type RowLine } from './groups.ts'
import type { RecordsKind } from './kind.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import { useGridFocus } from './use-grid-focus.ts'
import type { Selection } from './use-selection.ts'

const features = tableFeatures({ columnSizingFeature, columnResizingFeature })

/** Rows that are all in the page; of more only those in sight are. */
const SHORT = 60
const ROW_PX = 41
const HEAD_PX = 37
/** A column's width where nobody chose one, in pixels for each of its units. */
const UNIT_PX = 15
const MIN_PX = 64
/** By how much a key makes a column wider, in pixels. */
const STEP_PX = 20

export interface GridProps {
  readonly words: RecordWords
  readonly columns: Readonly<Record<string, Column | undefined>>
  /** The fields that are shown, in their order. */
  readonly fields: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void
  readonly rows: readonly ListedRow[]
  /** Null where rows aren't grouped. */
  readonly groups: Groups | null
  readonly total: number
  /** Sums of all that match, by column; none where nothing is summed. */
  readonly totals: Readonly<Record<string, number | null>>
  /** How many rows stand on the pages before. */
  readonly before: number
  readonly sort: readonly RecordSort[]
  readonly onSort: (sort: readonly RecordSort[]) => void
  readonly selection: Selection
  readonly Lead?: RecordsKind['Lead']
  /** Cells that somebody else just changed, as `id field`. */
  readonly marked?: ReadonlySet<string>
  readonly openID: number | null
  readonly onOpen: (id: number) => void
  /** A row's own menu, by the menu key, Shift+F10 or the right button; where it hangs, in pixels of the window. */
  readonly onMenu?: (id: number, x: number, y: number) => void
}

type SomeHeader = Header<typeof features, ListedRow, unknown>

/**
 * A page of records as a grid (spec 4 §1.1, §1.9): arrow keys go from cell to cell, Space chooses a row, Enter opens
 * it, a heading sorts and its edge changes its width.
 */
export function Grid(props: GridProps) {
  const { words, columns, fields, widths, onWidths, rows, groups, total, totals, before, sort } = props
  const { selection, openID } = props
  const scroller = useRef<HTMLDivElement>(null)
  const defs = useMemo(
    () =>
      fields.map((id) => ({
        id,
        accessorKey: id,
        size: Math.max(MIN_PX, (columns[id]?.width ?? 10) * UNIT_PX),
        minSize: MIN_PX,
        maxSize: 1000,
      })),
    [fields, columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows as ListedRow[],
    columnResizeMode: 'onChange',
    state: { columnSizing: widths as Record<string, number> },
    onColumnSizingChange: (next) =>
      onWidths(typeof next === 'function' ? next(widths as Record<string, number>) : next),
  })
  const headers: readonly SomeHeader[] = table.getHeaderGroups()[0]?.headers ?? []
  const lines = linesOf(rows, groups)
  const focus = useGridFocus({
    scroller,
    lines: lines.map(({ row }) => (row ? headers.length + 1 : 1)),
  })
  // The first column takes the room that is left, until somebody gives it a width.
  const sizes = headers.map((header, at) =>
    at === 0 && widths[header.id] === undefined
      ? `minmax(${header.getSize()}px, 1fr)`
      : `${header.getSize()}px`,
  )
  const template = `3em ${sizes.join(' ')}`

  function onRowKey(event: KeyboardEvent<HTMLDivElement>, row: ListedRow): void {
    if (event.key === 'Enter') props.onOpen(row.id)
    else if (event.key === ' ') selection.toggle(row, event.shiftKey)
    else return
    event.preventDefault()
  }
  /** The grid listens for its rows: one that is scrolled into view costs no more. */
  function menuOf(target: EventTarget, x?: number, y?: number): boolean {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    if (!props.onMenu || !line || !(target instanceof Element)) return false
    const { left, bottom } = target.getBoundingClientRect()
    props.onMenu(Number(line.dataset.row), x ?? left, y ?? bottom)
    return true
  }
  const name = (row: ListedRow) => String(row[fields[0] ?? 'id'] ?? row.id)

  const heading = ({ key, group, of }: HeadingLine, at: number) => (
    <div key={key} role="row" data-line={at} className={styles.group}>
      <div role="rowheader" aria-colspan={headers.length + 1} className={styles.groupCell}>
        <GroupHeading {...{ group, of, words }} tabIndex={focus.tabIndex(at, 0)} />
      </div>
    </div>
  )
  const rowLine = ({ row, place }: RowLine, lineAt: number) => (
    <div
      key={row.id}
      role="row"
      data-line={lineAt}
      aria-rowindex={before + place + 2}
      aria-selected={selection.chosen.has(row.id)}
      data-open={openID === row.id || undefined}
      data-row={row.id}
      className={styles.row}
      onClick={(event) => {
        if (!(event.target as Element).closest(`.${styles.check}`)) props.onOpen(row.id)
      }}
      onKeyDown={(event) => onRowKey(event, row)}
    >
      <div role="gridcell" className={styles.check}>
        <Checkbox
          size="xs"
          aria-label={TEXT.selectRow(name(row))}
          tabIndex={focus.tabIndex(lineAt, 0)}
          checked={selection.chosen.has(row.id)}
          onChange={(event) => {
            selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)
          }}
        />
      </div>
      {headers.map((header, at) => (
        <div
          key={header.id}
          role="gridcell"
          className={styles.cell}
          data-kind={columns[header.id]?.kind}
          data-marked={props.marked?.has(`${row.id} ${header.id}`) || undefined}
          tabIndex={focus.tabIndex(lineAt, at + 1)}
        >
          {at === 0 && props.Lead ? (
            <span className={styles.led}>
              <props.Lead record={row} />
              <span>{cellText(row[header.id], columns[header.id] ?? { kind: 'text' })}</span>
            </span>
          ) : (
            cellText(row[header.id], columns[header.id] ?? { kind: 'text' })
          )}
        </div>
      ))}
    </div>
  )
  const line = (one: Line, at: number) => (one.row ? rowLine(one, at) : heading(one, at))
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={groups ? TEXT.tableBy(words.many, groups.column.label) : TEXT.table(words.many)}
      aria-rowcount={total + (Object.keys(totals).length > 0 ? 2 : 1)}
      aria-colcount={headers.length + 1}
      className={styles.grid}
      style={{ '--columns': template } as CSSProperties}
      onKeyDown={(event) => {
        const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
        if (isMenu && menuOf(event.target)) event.preventDefault()
        else focus.onKeyDown(event)
      }}
      onContextMenu={(event) => menuOf(event.target, event.clientX, event.clientY) && event.preventDefault()}
      onFocus={focus.onFocus}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        <div role="columnheader" className={styles.check}>
          <Checkbox
            size="xs"
            aria-label={TEXT.selectPage}
            checked={selection.isWhole}
            indeterminate={!selection.isWhole && rows.some(({ id }) => selection.chosen.has(id))}
            onChange={selection.togglePage}
          />
        </div>
        {headers.map((header) => (
          <Heading
            key={header.id}
            header={header}
            column={columns[header.id]}
            sort={sort}
            onSort={props.onSort}
            onWidth={(width) => onWidths({ ...widths, [header.id]: Math.max(MIN_PX, width) })}
          />
        ))}
      </div>
      {lines.length <= SHORT ? (
        lines.map(line)
      ) : (
        <Virtualizer data={lines as Line[]} itemSize={ROW_PX} scrollRef={scroller} startMargin={HEAD_PX}>
          {line}
        </Virtualizer>
      )}
      <Sums {...props} cells={headers.map(({ id }) => id)} />
    </div>
  )
}

/** What all matches come to, below the rows; nothing where no shown column is summed (spec 4 §1.1). */
function Sums({
  totals,
  columns,
  total,
  cells,
}: Pick<GridProps, 'totals' | 'columns' | 'total'> & { readonly cells: readonly string[] }) {
  if (!cells.some((field) => Object.hasOwn(totals, field))) return null
  return (
    <div role="row" aria-rowindex={total + 2} className={styles.sums}>
      <div role="gridcell" />
      {cells.map((field, at) => (
        <div key={field} role="gridcell" className={styles.cell} data-kind={columns[field]?.kind}>
          {Object.hasOwn(totals, field)
            ? cellText(totals[field] ?? null, columns[field] ?? { kind: 'number' })
            : at === 0
              ? TEXT.sumOf(total)
              : ''}
        </div>
      ))}
    </div>
  )
}

interface HeadingProps {
  readonly header: SomeHeader
  readonly column: Column | undefined
  readonly sort: readonly RecordSort[]
  readonly onSort: (sort: readonly RecordSort[]) => void
  readonly onWidth: (width: number) => void
}

function Heading({ header, column, sort, onSort, onWidth }: HeadingProps) {
  const place = sort.findIndex(({ field }) => field === header.id)
  const direction = sort[place]?.direction
  const label = column?.label ?? header.id
  const Arrow = direction === 'DESC' ? IconArrowDown : IconArrowUp
  const resize = header.getResizeHandler()
  return (
    <div
      role="columnheader"
      className={styles.heading}
      data-kind={column?.kind}
      aria-sort={direction === undefined ? 'none' : direction === 'ASC' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        aria-label={`${TEXT.sortBy(label)}${place >= 0 && sort.length > 1 ? TEXT.sortPlace(place + 1) : ''}`}
        onClick={(event) => onSort(sortedBy(sort, header.id, event.shiftKey))}
      >
        <span>{label}</span>
        {direction === undefined ? null : <Arrow size={14} stroke={2} aria-hidden="true" />}
        {place >= 0 && sort.length > 1 ? <small aria-hidden="true">{place + 1}</small> : null}
      </button>
      <div
        role="slider"
        tabIndex={0}
        className={styles.edge}
        aria-orientation="horizontal"
        aria-label={TEXT.width(label)}
        aria-valuenow={Math.round(header.getSize())}
        aria-valuemin={MIN_PX}
        aria-valuemax={1000}
        data-moving={header.column.getIsResizing() || undefined}
        onMouseDown={resize}
        onTouchStart={resize}
        onDoubleClick={() => header.column.resetSize()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
          event.preventDefault()
          event.stopPropagation()
          onWidth(header.getSize() + (event.key === 'ArrowRight' ? STEP_PX : -STEP_PX))
        }}
      />
    </div>
  )
}
