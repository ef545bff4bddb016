import { Menu } from '@mantine/core'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useShownWithin } from '../../../ui/use-shown-within.ts'
import { TEXT } from '../text.ts'
import { clockTime } from '../when.ts'
import styles from './Planner.module.css'
import { usePlanner } from './planner-context.tsx'
import { FinishButton, TaskMenu } from './TaskLine.tsx'
import { PriorityMark, TaskFacts } from './TaskMarks.tsx'
import { useCardDrag } from './use-card-drag.ts'

/** A column of a board: a day or a state. */
export interface Column {
  readonly id: string
  readonly label: string
  /** Under the label. */
  readonly note?: string
  readonly tasks: readonly TaskRow[]
  /** Whether something can be put there. */
  readonly takes: boolean
  readonly isNow?: boolean
  /** Narrower than the others while it is empty. */
  readonly isSlim?: boolean
}

interface BoardProps {
  readonly columns: readonly Column[]
  readonly onMove: (task: TaskRow, column: Column) => void
  /** Whether cards say at what time they begin. */
  readonly timed: boolean
  readonly shown: number
}

const ACROSS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
const DOWN: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A task that was taken up by the keyboard, and the column that it is over. */
interface Held {
  readonly task: TaskRow
  readonly from: Column
  readonly over: number
}

/**
 * Tasks in columns. A card is dragged from one to another, or taken up with Space, moved with the arrow keys,
 * put down with Enter and put back with Escape; each step is said (spec 4 §1.9).
 */
export function Board({ columns, onMove, timed, shown }: BoardProps) {
  const board = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const [said, setSaid] = useState('')
  /** The card that was moved last: made anew in another column, it would lose the focus. */
  const moved = useRef(0)
  const focusMoved = () => {
    if (moved.current === 0 || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-task="${moved.current}"]`)?.focus()
  }
  // In a layout effect, so that the focus is back before the next key.
  useLayoutEffect(focusMoved)
  const focusOn = (taskID: number) => {
    moved.current = taskID
    requestAnimationFrame(focusMoved)
  }

  // A phone has room for one column: the week would open at its Monday.
  useShownWithin(board, `[data-column="${columns.find(({ isNow }) => isNow)?.id ?? ''}"]`)

  const take = (task: TaskRow) => {
    const place = columns.findIndex(({ tasks }) => tasks.includes(task))
    const from = columns[place]
    if (!from || !task.mayChange) return
    setHeld({ task, from, over: place })
    setSaid(TEXT.heldUp(task.taskName, from.label))
  }
  const carry = ({ task, from, over }: Held, step: number) => {
    let next = over + step
    while (columns[next] && !columns[next]?.takes && columns[next] !== from) next += step
    const column = columns[next]
    if (!column) return
    setHeld({ task, from, over: next })
    setSaid(TEXT.over(task.taskName, column.label))
    focusOn(task.id)
  }
  const put = ({ task, from, over }: Held) => {
    const column = columns[over]
    setHeld(null)
    focusOn(task.id)
    if (!column || column === from) return setSaid(TEXT.putBack(task.taskName))
    setSaid(TEXT.putDown(task.taskName, column.label))
    onMove(task, column)
  }
  const putBack = ({ task }: Held) => {
    setHeld(null)
    setSaid(TEXT.putBack(task.taskName))
    focusOn(task.id)
  }
  /** False for a key that means nothing here. */
  const whileHeld = (key: string, now: Held): boolean => {
    if (key === 'Enter' || key === ' ') put(now)
    else if (key === 'Escape') putBack(now)
    else if (key in ACROSS) carry(now, ACROSS[key] ?? 0)
    else return key in DOWN
    return true
  }
  const whileFree = (key: string, task: TaskRow): boolean => {
    if (key === ' ') take(task)
    else if (key in ACROSS || key in DOWN) step(board.current, task.id, ACROSS[key] ?? 0, DOWN[key] ?? 0)
    else return false
    return true
  }
  const keys = (event: KeyboardEvent, task: TaskRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(held ? whileHeld(event.key, held) : whileFree(event.key, task))) return
    event.preventDefault()
    event.stopPropagation()
  }
  const shownColumns = held ? withHeld(columns, held) : columns
  const fits = (column: Column | undefined, taskID: number): column is Column =>
    column?.takes === true && column.tasks.every(({ id }) => id !== taskID)
  const { drag, begin } = useCardDrag((task, columnID) => {
    const column = columns.find(({ id }) => id === columnID)
    if (!fits(column, task.id)) return
    focusOn(task.id)
    onMove(task, column)
  })
  return (
    <div
      className={styles.board}
      ref={board}
      data-dragging={drag.taskID > 0}
      style={{ gridTemplateColumns: shownColumns.map(widthOf).join(' ') }}
    >
      {shownColumns.map((column, place) => (
        <BoardColumn
          key={column.id}
          column={column}
          isOver={
            (held !== null && held.over === place) || (drag.over === column.id && fits(column, drag.taskID))
          }
        >
          {(task) => (
            <Card
              key={task.id}
              task={task}
              timed={timed}
              isHeld={held?.task.id === task.id}
              isDragged={drag.taskID === task.id}
              isShown={shown === task.id}
              onKeyDown={(event) => keys(event, task)}
              onPointerDown={(event) => begin(event, task, board.current)}
              menu={columns.map((other) =>
                other.takes && other.id !== column.id ? (
                  <Menu.Item key={other.id} onClick={() => onMove(task, other)}>
                    {TEXT.moveTo(other.label)}
                  </Menu.Item>
                ) : null,
              )}
            />
          )}
        </BoardColumn>
      ))}
      <p className="visually-hidden" aria-live="assertive">
        {said}
      </p>
    </div>
  )
}

/** The columns as they would be if the task were put down. */
function withHeld(columns: readonly Column[], { task, over }: Held): Column[] {
  return columns.map((column, place) => {
    const others = column.tasks.filter(({ id }) => id !== task.id)
    const own = column.tasks.some(({ id }) => id === task.id)
    if (place !== over) return { ...column, tasks: others }
    return own ? column : { ...column, tasks: [task, ...others] }
  })
}

/** Goes to the neighbouring card, or to the nearest of the next column that has one. */
function step(board: HTMLElement | null, taskID: number, across: number, down: number): void {
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-task]'),
  ])
  const at = columns.findIndex((cards) => cards.some(({ dataset }) => dataset.task === String(taskID)))
  const row = columns[at]?.findIndex(({ dataset }) => dataset.task === String(taskID)) ?? -1
  if (down !== 0) {
    columns[at]?.[row + down]?.focus()
    return
  }
  for (let next = at + across; columns[next]; next += across) {
    const cards = columns[next] ?? []
    const card = cards[Math.min(row, cards.length - 1)]
    if (card) {
      card.focus()
      return
    }
  }
}

/** An empty day of the weekend leaves its room to the others. */
const widthOf = ({ isSlim, tasks }: Column): string =>
  isSlim && tasks.length === 0 ? 'minmax(var(--slim-column), 0.45fr)' : 'minmax(var(--column), 1fr)'

interface BoardColumnProps {
  readonly column: Column
  readonly isOver: boolean
  readonly children: (task: TaskRow) => ReactNode
}

/** So many cards show at first: a column of thousands would hold up the whole board. */
const CARDS_SHOWN = 50

function BoardColumn({ column, isOver, children }: BoardColumnProps) {
  const [limit, setLimit] = useState(CARDS_SHOWN)
  const { tasks } = column
  const hidden = tasks.length - limit
  return (
    <section
      className={styles.column}
      data-column={column.id}
      data-now={column.isNow}
      data-over={isOver}
      aria-label={`${column.label}, ${tasks.length}`}
    >
      <header className={styles.columnHead}>
        <h2>{column.label}</h2>
        <span>{column.note ?? tasks.length}</span>
      </header>
      <ul className={styles.cards}>{tasks.slice(0, limit).map(children)}</ul>
      {hidden > 0 ? (
        <button type="button" className={styles.textButton} onClick={() => setLimit(limit + CARDS_SHOWN)}>
          {TEXT.showMore(Math.min(hidden, CARDS_SHOWN))}
        </button>
      ) : null}
    </section>
  )
}

interface CardProps {
  readonly task: TaskRow
  readonly timed: boolean
  readonly isHeld: boolean
  readonly isShown: boolean
  readonly isDragged: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly menu: ReactNode
}

function Card({ task, timed, isHeld, isDragged, isShown, onKeyDown, onPointerDown, menu }: CardProps) {
  const { open, toggle, remove } = usePlanner()
  const now = useNow()
  const start = Date.parse(task.eventStart)
  return (
    <li
      className={styles.card}
      data-held={isHeld}
      data-shown={isShown}
      data-late={isOpenKind(task.statusKind) && Date.parse(task.dueDate) < now}
      data-movable={task.mayChange}
      data-dragged={isDragged}
      onPointerDown={onPointerDown}
    >
      <span className={styles.cardHead}>
        <FinishButton task={task} />
        <button
          type="button"
          className={styles.cardName}
          data-task={task.id}
          data-finished={!isOpenKind(task.statusKind)}
          aria-pressed={isHeld || undefined}
          onClick={() => open(task.id)}
          onKeyDown={(event) => {
            if (event.key === 'c' && !event.ctrlKey && task.mayChange) toggle(task)
            else if (event.key === 'Delete' && !isHeld) remove(task)
            else onKeyDown(event)
          }}
        >
          {task.taskName}
        </button>
        <TaskMenu task={task}>{menu}</TaskMenu>
      </span>
      <span className={styles.cardFacts}>
        {timed ? <span className={styles.fact}>{clockTime(start)}</span> : null}
        <span className={styles.fact}>{TEXT.load(task.requiredHours)}</span>
        <PriorityMark priority={task.priority} />
        <TaskFacts task={task} />
      </span>
      <span className={styles.projectName}>{task.projectName}</span>
    </li>
  )
}
