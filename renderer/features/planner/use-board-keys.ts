import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { HoursCheck } from '#shared/domain/working-hours.ts'
import {
  type Geometry,
  hideGhost,
  lineOf,
  markDragged,
  minutesOf,
  momentAt,
  showGhost,
  timesText,
} from './board-ghost.ts'
import { dayOf, HOUR_MS, isOpen, type Plan, type Shift, type ShiftValues, valuesOf } from './model.ts'
import { TEXT } from './text.ts'

/** What the board can have done. */
export interface BoardActions {
  /** Puts a shift where it is wanted, or makes one. What blocks it is said and it stays; what warns is asked about. */
  readonly drop: (shift: Shift | null, values: ShiftValues) => void
  readonly check: (values: ShiftValues, id: number | null) => readonly Pick<HoursCheck, 'blocks' | 'text'>[]
  /** What a new shift of somebody is, but for its times. */
  readonly fresh: (userID: number) => ShiftValues
  readonly open: (shift: Shift) => void
  /** Begins a new one of that person on that day. */
  readonly begin: (userID: number, day: string) => void
  readonly remove: (shift: Shift) => void
  readonly say: (text: string) => void
}

interface KeyOptions {
  readonly plan: Plan
  readonly mayEdit: boolean
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly actions: BoardActions
}

const QUARTER = 15
const PAGE_LINES = 10
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * All that a pointer does, by keys (spec 4 §1.9, §4.5.5): arrows go from day to day; Space takes a shift up, and arrows
 * move it by a quarter of an hour or to the next person, with Alt by a day; Alt alone moves at once, with Shift its end.
 */
export function useBoardKeys(options: KeyOptions) {
  const { plan, mayEdit, scroller, ghost, geometry, actions } = options
  const held = useRef<{ readonly shift: Shift; values: ShiftValues } | null>(null)
  const copied = useRef<Shift | null>(null)
  /** Where a shift is on its way to: keys come faster than what is shown. */
  const target = useRef<{ readonly id: number; values: ShiftValues } | null>(null)

  const nextPerson = (userID: number, by: number): number => {
    const { lines } = geometry
    for (let at = lineOf(geometry, userID) + by; at >= 0 && at < lines.length; at += by) {
      const line = lines[at]
      if (line?.kind === 'person') return line.id
    }
    return userID
  }
  /** The same hours by London's clock, so many days on. */
  const onDay = (values: ShiftValues, by: number): ShiftValues => {
    const start = momentAt(dayStart(values.start, by), minutesOf(values.start))
    return { ...values, start, end: start + values.end - values.start }
  }
  const moved = (values: ShiftValues, [x, y]: readonly [number, number], isLarge: boolean): ShiftValues => {
    if (y !== 0) return { ...values, userID: nextPerson(values.userID, y) }
    if (isLarge) return onDay(values, x)
    const by = x * QUARTER * 60_000
    return { ...values, start: values.start + by, end: values.end + by }
  }
  const nameOf = (userID: number) => plan.people.get(userID)?.person.name ?? ''

  const showHeld = () => {
    const now = held.current
    if (!now || !scroller.current || !ghost.current) return
    const checks = actions.check(now.values, now.shift.id)
    showGhost(ghost.current, scroller.current, geometry, now.values, checks)
    actions.say(
      TEXT.place(nameOf(now.values.userID), timesText(now.values), checks.map(({ text }) => text).join(' ')),
    )
  }
  const letGo = () => {
    held.current = null
    hideGhost(ghost, scroller)
  }

  /** @returns whether the key was for a shift that is taken up */
  const carry = (event: KeyboardEvent): boolean => {
    const now = held.current
    if (!now) return false
    const arrow = ARROWS[event.key]
    if (arrow) {
      now.values = moved(now.values, arrow, event.altKey)
      showHeld()
    } else if (event.key === 'Enter' || event.key === ' ') {
      letGo()
      actions.drop(now.shift, now.values)
    } else if (event.key === 'Escape') {
      letGo()
      actions.say(TEXT.putBack)
    } else return event.key !== 'Tab'
    return true
  }

  const onShift = (event: KeyboardEvent, shift: Shift): boolean => {
    if (event.key === 'Enter') actions.open(shift)
    else if (isCommand(event, 'c')) {
      copied.current = shift
      actions.say(TEXT.done.copied)
    } else if (!mayEdit || !isOpen(shift) || shift.isCancelled) return false
    else if (event.key === ' ') {
      held.current = { shift, values: valuesOf(shift) }
      markDragged(scroller.current, shift)
      actions.say(TEXT.taken)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      // What goes would take the focus along.
      const cell = (event.target as Element).closest<HTMLElement>('[data-day]')
      cell?.focus()
      actions.remove(shift)
    } else if (event.altKey && ARROWS[event.key]) {
      const from = target.current?.id === shift.id ? target.current.values : valuesOf(shift)
      const arrow = ARROWS[event.key] ?? [0, 0]
      const values = event.shiftKey
        ? { ...from, end: Math.max(from.start + HOUR_MS / 4, from.end + arrow[0] * QUARTER * 60_000) }
        : moved(from, arrow, false)
      target.current = { id: shift.id, values }
      actions.drop(shift, values)
    } else return false
    return true
  }

  const onCell = (event: KeyboardEvent, userID: number, day: string): boolean => {
    if (isCommand(event, 'v') && mayEdit) {
      const like = copied.current
      if (!like) actions.say(TEXT.notCopied)
      else {
        const start = momentAt(dayStart(Date.parse(`${day}T12:00Z`), 0), minutesOf(like.start))
        const values = { ...valuesOf(like), userID, start, end: start + like.end - like.start }
        actions.drop(null, values)
      }
      return true
    }
    if ((event.key === 'Enter' || event.key === 'n') && mayEdit) {
      actions.begin(userID, day)
      return true
    }
    return false
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    const element = event.target as HTMLElement
    const cell = element.closest<HTMLElement>('[data-day]')
    const row = element.closest<HTMLElement>('[data-person]')
    if (!cell || !row) return
    const userID = Number(row.dataset.person)
    const shift = plan.people
      .get(userID)
      ?.shifts.find(({ id }) => String(id) === element.closest<HTMLElement>('[data-shift]')?.dataset.shift)
    if (target.current && target.current.id !== shift?.id) target.current = null
    const isDone =
      carry(event) ||
      (shift ? onShift(event, shift) : false) ||
      onCell(event, userID, cell.dataset.day ?? '') ||
      go(event, element, cell, row, scroller.current, geometry)
    if (isDone) event.preventDefault()
  }
}

const isCommand = (event: KeyboardEvent, key: string) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key

/** London's midnight of a moment's day, so many days on. */
function dayStart(at: number, by: number): number {
  return Date.parse(`${dayOf(at)}T12:00Z`) + by * 24 * HOUR_MS
}

/** From cell to cell, and within a cell from shift to shift. @returns whether the key was one of those */
function go(
  event: KeyboardEvent,
  element: HTMLElement,
  cell: HTMLElement,
  row: HTMLElement,
  scroller: HTMLElement | null,
  { days, rowPx, lines }: Geometry,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || !scroller) return false
  const cells = [...row.querySelectorAll<HTMLElement>('[data-day]')]
  const column = cells.indexOf(cell)
  const here = [...cell.querySelectorAll<HTMLElement>('[data-shift]')]
  const place = here.indexOf(element)
  const line = Number(row.dataset.line)
  const to = (at: number, side: 'first' | 'last' = 'first'): boolean => {
    const next = cells[Math.min(days.length - 1, Math.max(0, at))]
    if (next) focusIn(next, side)
    return true
  }
  const toLine = (by: number): boolean => {
    const step = Math.sign(by)
    let at = Math.min(lines.length - 1, Math.max(0, line + by))
    while (lines[at]?.kind === 'head') at += step
    if (lines[at]?.kind !== 'person') return true
    const find = () => scroller.querySelector<HTMLElement>(`[data-line="${at}"]`)
    const focus = () => {
      const next = find()?.querySelectorAll<HTMLElement>('[data-day]')[column]
      if (next) focusIn(next, 'first')
    }
    if (find()) focus()
    else {
      scroller.scrollTop = Math.max(0, at * rowPx - scroller.clientHeight / 2)
      requestAnimationFrame(() => requestAnimationFrame(focus))
    }
    return true
  }
  switch (event.key) {
    case 'ArrowRight': {
      const next = here[place + 1]
      if (!next) return to(column + 1)
      next.focus()
      return true
    }
    case 'ArrowLeft': {
      const next = place > 0 ? here[place - 1] : undefined
      if (!next) return to(column - 1, 'last')
      next.focus()
      return true
    }
    case 'ArrowDown':
      return toLine(1)
    case 'ArrowUp':
      return toLine(-1)
    case 'PageDown':
      return toLine(PAGE_LINES)
    case 'PageUp':
      return toLine(-PAGE_LINES)
    case 'Home':
      return to(0)
    case 'End':
      return to(days.length - 1, 'last')
    default:
      return false
  }
}

function focusIn(cell: HTMLElement, side: 'first' | 'last'): void {
  const shifts = [...cell.querySelectorAll<HTMLElement>('[data-shift]')]
  const chosen = side === 'first' ? shifts[0] : shifts.at(-1)
  const next = chosen ?? cell
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
