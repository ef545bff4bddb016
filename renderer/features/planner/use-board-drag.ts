import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import {
  columnsOf,
  type Geometry,
  HEAD_PX,
  hideGhost,
  markDragged,
  minutesOf,
  momentAt,
  showGhost,
} from './board-ghost.ts'
import { HOUR_MS, isOpen, type Plan, type Shift, type ShiftValues, valuesOf } from './model.ts'
import type { BoardActions } from './use-board-keys.ts'

/** Pixels that a pointer goes before it drags; how long a finger rests before it does, in milliseconds. */
const SLACK = 4
const HOLD_MS = 350
/** How near to an end of a shift it is taken by that end, in pixels. */
const EDGE = 6
/** Within so many pixels of its own time of day a shift keeps it, so that it can be moved to another day alone. */
const MAGNET = 10
const NEAR_EDGE = 40
const SCROLL_STEP = 14

interface DragOptions {
  readonly plan: Plan
  readonly mayEdit: boolean
  readonly scale: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly actions: BoardActions
}

type Part = 'whole' | 'start' | 'end' | 'new'

interface Drag {
  readonly part: Part
  readonly shift: Shift | null
  readonly at: { readonly x: number; readonly y: number }
  /** From the shift's start to where the pointer took hold, in days and minutes of the day. */
  readonly held: { readonly day: number; readonly minutes: number; readonly userID: number }
  readonly pointerID: number
  last: { x: number; y: number; isCopy: boolean }
  isUnderWay: boolean
  values: ShiftValues | null
}

/**
 * Makes, moves, gives and stretches shifts by pointer. Nothing is drawn anew meanwhile: one element shows where the shift
 * would be and what is against it. With Ctrl it is copied; Escape ends it without a change.
 */
export function useBoardDrag(options: DragOptions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const drag = useRef<Drag | null>(null)
  const justDragged = useRef(false)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  /** What is under the pointer: a day's place, minutes of that day, and whose line. */
  const under = ({ x, y }: { x: number; y: number }) => {
    const { geometry, scroller } = latest.current
    const box = scroller.current
    if (!box) return null
    const rect = box.getBoundingClientRect()
    const { left, width, zoom } = columnsOf(box)
    const across = (x - rect.left) / zoom + box.scrollLeft - left
    const day = Math.min(geometry.days.length - 1, Math.max(0, Math.floor(across / width)))
    const share = Math.min(1, Math.max(0, across / width - day))
    const { from, to } = geometry.hours
    const place = Math.floor(((y - rect.top) / zoom + box.scrollTop - HEAD_PX) / geometry.rowPx)
    const line = geometry.lines[Math.min(geometry.lines.length - 1, Math.max(0, place))]
    return {
      ...{ day, minutes: (from + share * (to - from)) * 60, perPx: ((to - from) * 60) / width },
      userID: line?.kind === 'person' ? line.id : null,
    }
  }

  const valuesFor = (now: Drag): ShiftValues | null => {
    const { geometry, actions, scale } = latest.current
    const place = under(now.last)
    if (!place) return null
    const { shift, part, held } = now
    const dayAt = (day: number) => geometry.days[Math.min(geometry.days.length - 1, Math.max(0, day))] ?? 0
    if (shift === null || part === 'new') {
      const day = dayAt(held.day)
      const [a, b] = [
        held.minutes,
        place.day === held.day ? place.minutes : place.day > held.day ? 24 * 60 : 0,
      ]
      const start = momentAt(day, Math.min(a, b))
      const stop = momentAt(day, Math.max(a, b))
      return { ...actions.fresh(held.userID), start, end: Math.max(stop, start + HOUR_MS) }
    }
    const values = valuesOf(shift)
    if (part === 'whole') {
      const own = minutesOf(shift.start)
      const wanted = place.minutes - (held.minutes - own)
      const isNear = scale === 'month' || Math.abs(wanted - own) < MAGNET * place.perPx
      const start = momentAt(
        dayAt(place.day - held.day + columnOf(shift)),
        isNear ? own : Math.max(0, wanted),
      )
      return {
        ...{ ...values, start, end: start + (shift.end - shift.start) },
        userID: place.userID ?? shift.userID,
      }
    }
    const moment = momentAt(dayAt(place.day), place.minutes)
    return part === 'start'
      ? { ...values, start: Math.min(moment, shift.end - HOUR_MS / 4) }
      : { ...values, end: Math.max(moment, shift.start + HOUR_MS / 4) }
  }
  const columnOf = (shift: Shift) => latest.current.geometry.days.findLastIndex((day) => day <= shift.start)

  const show = (now: Drag): void => {
    const { ghost, scroller, geometry, actions } = latest.current
    now.values = valuesFor(now)
    if (!ghost.current || !scroller.current || now.values === null) return
    const id = now.last.isCopy ? null : (now.shift?.id ?? null)
    showGhost(ghost.current, scroller.current, geometry, now.values, actions.check(now.values, id))
  }

  const stop = (): void => {
    hideGhost(latest.current.ghost, latest.current.scroller)
    latest.current.scroller.current?.removeAttribute('data-dragging')
    drag.current = null
    end.current?.()
    end.current = null
  }

  const finish = (): void => {
    const now = drag.current
    stop()
    if (!now?.isUnderWay || now.values === null) return
    justDragged.current = true
    const { actions } = latest.current
    if (now.shift === null || now.last.isCopy) actions.drop(null, now.values)
    else actions.drop(now.shift, now.values)
  }

  const begin = (now: Drag): void => {
    now.isUnderWay = true
    const { scroller } = latest.current
    scroller.current?.setAttribute('data-dragging', now.part)
    if (now.shift) markDragged(scroller.current, now.shift)
    show(now)
  }

  const onPointerDown = (pointer: PointerEvent<HTMLElement>): void => {
    justDragged.current = false
    const { mayEdit, plan } = latest.current
    if (!mayEdit || pointer.button !== 0 || !pointer.isPrimary || drag.current) return
    const target = pointer.target as Element
    const row = target.closest<HTMLElement>('[data-person]')
    if (!row || !target.closest('[data-day]')) return
    const userID = Number(row.dataset.person)
    const element = target.closest<HTMLElement>('[data-shift]')
    const shift = element
      ? plan.people.get(userID)?.shifts.find(({ id }) => String(id) === element.dataset.shift)
      : undefined
    if (element && (!shift || !isOpen(shift) || shift.isCancelled)) return
    const at = { x: pointer.clientX, y: pointer.clientY }
    const place = under(at)
    if (!place) return
    const now: Drag = {
      part: element ? partAt(at.x, element) : 'new',
      shift: shift ?? null,
      at,
      held: { day: place.day, minutes: place.minutes, userID },
      pointerID: pointer.pointerId,
      last: { ...at, isCopy: pointer.ctrlKey || pointer.metaKey },
      isUnderWay: false,
      values: null,
    }
    drag.current = now
    end.current = follow(pointer.pointerType === 'touch', now)
  }

  /** Follows the pointer until it is let go. @returns what ends that */
  const follow = (isTouch: boolean, now: Drag): (() => void) => {
    const ends = new AbortController()
    const { signal } = ends
    const hold = isTouch ? window.setTimeout(() => begin(now), HOLD_MS) : 0
    let frame = 0
    const scroll = (): void => {
      const box = latest.current.scroller.current
      if (box && now.isUnderWay) {
        const { top, bottom, left, right } = box.getBoundingClientRect()
        const { x, y } = now.last
        const before = box.scrollTop + box.scrollLeft
        if (y < top + NEAR_EDGE) box.scrollTop -= SCROLL_STEP
        else if (y > bottom - NEAR_EDGE) box.scrollTop += SCROLL_STEP
        if (x < left + NEAR_EDGE) box.scrollLeft -= SCROLL_STEP
        else if (x > right - NEAR_EDGE) box.scrollLeft += SCROLL_STEP
        if (before !== box.scrollTop + box.scrollLeft) show(now)
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (pointer: globalThis.PointerEvent): void => {
      if (pointer.pointerId !== now.pointerID) return
      now.last = { x: pointer.clientX, y: pointer.clientY, isCopy: pointer.ctrlKey || pointer.metaKey }
      const gone = Math.max(Math.abs(now.last.x - now.at.x), Math.abs(now.last.y - now.at.y))
      if (now.isUnderWay) show(now)
      else if (isTouch && gone > 2 * SLACK) stop()
      else if (!isTouch && gone > SLACK) {
        begin(now)
        frame = requestAnimationFrame(scroll)
      }
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', finish, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('blur', stop, { signal })
    window.addEventListener('touchmove', (touch) => now.isUnderWay && touch.preventDefault(), {
      signal,
      passive: false,
    })
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !now.isUnderWay) return
        key.preventDefault()
        key.stopPropagation()
        stop()
        justDragged.current = true
      },
      { signal, capture: true },
    )
    return () => {
      ends.abort()
      window.clearTimeout(hold)
      cancelAnimationFrame(frame)
    }
  }

  /** Opens a shift, or begins one on the day that was clicked; not what a drag ends with. */
  const onClick = (click: MouseEvent<HTMLElement>): void => {
    const wasDragged = justDragged.current
    justDragged.current = false
    if (wasDragged) return
    const target = click.target as Element
    const row = target.closest<HTMLElement>('[data-person]')
    if (!row) return
    const userID = Number(row.dataset.person)
    const { actions, plan, mayEdit } = latest.current
    const id = target.closest<HTMLElement>('[data-shift]')?.dataset.shift
    const day = target.closest<HTMLElement>('[data-day]')?.dataset.day
    const shift = plan.people.get(userID)?.shifts.find((one) => String(one.id) === id)
    if (shift) actions.open(shift)
    else if (day !== undefined && mayEdit) actions.begin(userID, day)
  }
  return { onPointerDown, onClick }
}

function partAt(x: number, element: HTMLElement): Part {
  const { left, width } = element.getBoundingClientRect()
  const edge = Math.min(EDGE, width / 4)
  return x - left < edge ? 'start' : x - left > width - edge ? 'end' : 'whole'
}
