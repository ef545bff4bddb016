// biome-ignore-all lint/a11y/useSemanticElements: the rows of a long table are placed by hand, which a <table>'s can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons inside rows and headers are focused
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import type { TicketSort } from '#shared/contract/tickets.ts'
import { useNow } from '../../../ui/use-now.ts'
import { LIST_TEXT } from '../text.ts'
import styles from './TicketList.module.css'
import { TicketRow } from './TicketRow.tsx'
import type { ListView } from './use-list-address.ts'

/** Rows that are all in the page; of more only those in sight are. */
const SHORT = 100
const ROW_PX = 53

interface TicketTableProps {
  readonly tickets: readonly HelpTicket[]
  readonly total: number
  readonly view: ListView
  /** Whether it says who raised each. */
  readonly named: boolean
  readonly onSort: (next: Pick<ListView, 'sort' | 'order'>) => void
  readonly onOpen: (ticketID: number) => void
  /** The pointer or the focus is on a row. */
  readonly onNear: (ticketID: number) => void
}

interface Column {
  readonly sort: TicketSort
  readonly label: string
  /** Only where tickets of several people are listed. */
  readonly named?: true
}

const COLUMNS: readonly Column[] = [
  { sort: 'id', label: 'No.' },
  { sort: 'message', label: 'Message' },
  { sort: 'interviewerName', label: 'Raised by', named: true },
  { sort: 'assign', label: 'In hand' },
  { sort: 'status', label: 'Status' },
  { sort: 'priority', label: 'Priority' },
  { sort: 'deadline', label: 'Clock' },
  { sort: 'raisedTime', label: 'Raised' },
]

/** A page of tickets as a table. Arrow keys go from row to row, Enter opens one. */
export function TicketTable({ tickets, total, view, named, onSort, onOpen, onNear }: TicketTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const first = (view.page - 1) * view.size
  const row = (ticket: HelpTicket, place: number) => (
    <TicketRow
      key={ticket.id}
      ticket={ticket}
      index={first + place + 2}
      named={named}
      now={now}
      onOpen={onOpen}
      onNear={onNear}
    />
  )
  return (
    <div
      className={styles.table}
      data-named={named}
      role="table"
      aria-label={LIST_TEXT.table}
      aria-rowcount={total + 1}
      ref={scroller}
      onKeyDown={moveByArrows}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <div role="row" className={styles.headRow} aria-rowindex={1}>
          {COLUMNS.filter((column) => named || !column.named).map((column) => (
            <Head key={column.sort} column={column} view={view} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {tickets.length <= SHORT ? (
          tickets.map(row)
        ) : (
          <Virtualizer data={tickets} itemSize={ROW_PX} scrollRef={scroller} startMargin={38}>
            {row}
          </Virtualizer>
        )}
      </div>
    </div>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-open]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface HeadProps extends Pick<TicketTableProps, 'view' | 'onSort'> {
  readonly column: Column
}

function Head({ column, view, onSort }: HeadProps) {
  const sorted = view.sort === column.sort
  const ascending = sorted && view.order === 'asc'
  const Arrow = ascending ? IconArrowUp : IconArrowDown
  return (
    <div role="columnheader" aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        aria-label={LIST_TEXT.sortBy(column.label)}
        onClick={() =>
          onSort({
            sort: column.sort,
            order: sorted && !ascending ? 'asc' : sorted ? 'desc' : firstOrder(column.sort),
          })
        }
      >
        {column.label}
        {sorted ? <Arrow size={13} stroke={2} aria-hidden="true" /> : null}
      </button>
    </div>
  )
}

/** Words begin at A, numbers and times with the newest, what is urgent on top. */
function firstOrder(sort: TicketSort): ListView['order'] {
  return sort === 'id' || sort === 'raisedTime' || sort === 'priority' ? 'desc' : 'asc'
}
