import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { collisionsOf } from '#shared/domain/calendar-collisions.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { isMovable, STEP_MINUTES } from '../event-keys.ts'
import {
  DAY_MS,
  HOUR_MS,
  hoursOfWalls,
  MINUTE_MS,
  movedBy,
  movedDays,
  type Span,
  whenOfWalls,
} from '../when.ts'
import { collisionWords, type GridItem } from './items.ts'

/** Pixels that a pointer goes before it drags; how long a finger rests before it does, in milliseconds. */
const SLACK = 4
const HOLD_MS = 350
const FINGER_SLACK = 10
/** How near to an end of an event it is taken by that end, in pixels. */
const EDGE = 7
/** Where the grid begins to scroll below its edge, in pixels, and by how many a frame. */
const NEAR_EDGE = 36
const SCROLL_STEP = 12

/** What a pointer is over: rows and columns of days, and of a column the minutes. */
export interface DragSurface {
  /** Days in a row, rows, and the first day. */
  readonly columns: number
  readonly rows: number
  readonly first: string
  /** Whether a row is a day's 24 hours, from top to bottom. */
  readonly hasHours: boolean
}

interface DragOptions {
  readonly surface: DragSurface
  readonly zone: string
  readonly items: readonly GridItem[]
  readonly onMove: (item: GridItem, to: Span) => void
  /** A free time that was chosen; whole days where the surface has no hours. */
  readonly onTime: (span: Span) => void
  readonly onOpen: (item: GridItem) => void
}

type Part = 'whole' | 'start' | 'end' | 'new'

interface Drag {
  readonly part: Part
  readonly item: GridItem | null
  readonly at: { readonly x: number; readonly y: number }
  /** Where the pointer took hold, as wall time. */
  readonly held: number
  readonly pointerID: number
  rect: DOMRect
  last: { x: number; y: number }
  isUnderWay: boolean
  span: { wallStart: number; wallEnd: number; times: Span } | null
}

/**
 * Makes, moves and stretches by pointer. The grid isn't drawn anew meanwhile: what is dragged is one element
 * (`ghost`) that is put where it would be, with what it would collide with marked (`data-collides`) and told.
 * `root` holds what is dragged over, `scroller` what scrolls. Escape ends it without a change.
 */
export function useDrag(
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  options: DragOptions,
) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const drag = useRef<Drag | null>(null)
  const justDragged = useRef(false)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  const wallAt = ({ x, y }: { x: number; y: number }, rect: DOMRect): number => {
    const { columns, rows, first, hasHours } = latest.current.surface
    const column = clamp(Math.floor(((x - rect.left) / rect.width) * columns), 0, columns - 1)
    const down = (y - rect.top) / rect.height
    if (hasHours) return wallOf(first) + column * DAY_MS + clamp(down, 0, 1) * DAY_MS
    return wallOf(first) + (clamp(Math.floor(down * rows), 0, rows - 1) * columns + column) * DAY_MS
  }

  const show = (now: Drag): void => {
    const { items, surface } = latest.current
    const span = spanFor(now, wallAt(now.last, now.rect), latest.current)
    if (now.span && span.wallStart === now.span.wallStart && span.wallEnd === now.span.wallEnd) return
    now.span = span
    const moved = now.item ?? NEW_ITEM
    const collisions = collisionsOf(moved, span.times, items)
    mark(root.current, new Set(collisions.map(({ id }) => id)))
    if (ghost.current) place(ghost.current, now, surface, collisionWords(collisions))
  }

  const begin = (now: Drag): void => {
    now.isUnderWay = true
    if (now.item) root.current?.setAttribute('data-dragging', now.part)
    for (const one of root.current?.querySelectorAll(selectorOf(now.item?.id)) ?? [])
      one.setAttribute('data-dragged', '')
    show(now)
  }

  const stop = (): void => {
    root.current?.removeAttribute('data-dragging')
    mark(root.current, new Set())
    for (const one of root.current?.querySelectorAll('[data-dragged]') ?? [])
      one.removeAttribute('data-dragged')
    if (ghost.current) ghost.current.hidden = true
    drag.current = null
    end.current?.()
    end.current = null
  }

  const finish = (): void => {
    const now = drag.current
    stop()
    if (!now?.isUnderWay || now.span === null) return
    justDragged.current = true
    const { item, span } = now
    if (item === null) latest.current.onTime(span.times)
    else if (span.times.start !== item.start || span.times.end !== item.end)
      latest.current.onMove(item, span.times)
  }

  const onPointerDown = (pointer: PointerEvent<HTMLElement>): void => {
    justDragged.current = false
    const box = root.current
    if (pointer.button !== 0 || !pointer.isPrimary || box === null || drag.current) return
    const element = (pointer.target as Element).closest<HTMLElement>('[data-event]')
    const item = element ? latest.current.items.find(({ id }) => id === element.dataset.event) : undefined
    if ((pointer.target as Element).closest('[data-no-drag]') || (element && !item)) return
    if (item && !isMovable(item.event)) return
    const rect = box.getBoundingClientRect()
    const at = { x: pointer.clientX, y: pointer.clientY }
    const now: Drag = {
      part: item && element ? partAt(at, element, item, latest.current.surface.hasHours) : 'new',
      item: item ?? null,
      at,
      held: wallAt(at, rect),
      pointerID: pointer.pointerId,
      rect,
      last: at,
      isUnderWay: false,
      span: null,
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
      const box = scroller.current
      if (box && now.isUnderWay) {
        const { top, bottom } = box.getBoundingClientRect()
        const up = now.last.y < top + NEAR_EDGE
        if (up || now.last.y > bottom - NEAR_EDGE) box.scrollTop += up ? -SCROLL_STEP : SCROLL_STEP
      }
      frame = requestAnimationFrame(scroll)
    }
    const move = (pointer: globalThis.PointerEvent): void => {
      if (pointer.pointerId !== now.pointerID) return
      now.last = { x: pointer.clientX, y: pointer.clientY }
      const gone = Math.max(Math.abs(now.last.x - now.at.x), Math.abs(now.last.y - now.at.y))
      if (now.isUnderWay) show(now)
      else if (isTouch && gone > FINGER_SLACK) stop()
      else if (!isTouch && gone > SLACK) {
        begin(now)
        frame = requestAnimationFrame(scroll)
      }
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', finish, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('blur', stop, { signal })
    // A finger that drags doesn't scroll.
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
    scroller.current?.addEventListener(
      'scroll',
      () => {
        if (!root.current) return
        now.rect = root.current.getBoundingClientRect()
        if (now.isUnderWay) show(now)
      },
      { signal },
    )
    return () => {
      ends.abort()
      window.clearTimeout(hold)
      cancelAnimationFrame(frame)
    }
  }

  /** Opens an event, or chooses the free time that was clicked; not what a drag ends with. */
  const onClick = (click: MouseEvent<HTMLElement>): void => {
    const wasDragged = justDragged.current
    justDragged.current = false
    if (wasDragged || root.current === null) return
    const target = click.target as Element
    const id = target.closest<HTMLElement>('[data-event]')?.dataset.event
    const { items, onOpen, onTime, surface, zone } = latest.current
    if (id !== undefined) {
      const item = items.find((one) => one.id === id)
      if (item) onOpen(item)
      return
    }
    if (target.closest('button, a, [data-no-drag]')) return
    const at = { x: click.clientX, y: click.clientY }
    const wall = wallAt(at, root.current.getBoundingClientRect())
    const { momentOf } = zoneClock(zone)
    const start = momentOf(Math.floor(wall / (HOUR_MS / 2)) * (HOUR_MS / 2))
    const end = surface.hasHours ? start + HOUR_MS : momentOf(wall + DAY_MS)
    onTime({ start, end })
  }
  return { onPointerDown, onClick }
}

const NEW_ITEM = { id: '', eventType: 'PERSONAL', eventState: 'APPROVED', isAllDay: false } as const

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
const selectorOf = (id: string | undefined): string =>
  id === undefined ? '[data-event=""]' : `[data-event="${CSS.escape(id)}"]`

/** Which part of an event a pointer takes: an end where it is near to it, and there is a middle left. */
function partAt(
  { x, y }: { x: number; y: number },
  element: HTMLElement,
  item: GridItem,
  hasHours: boolean,
): Part {
  if (!hasHours && !item.isAllDay) return 'whole'
  const { left, top, width, height } = element.getBoundingClientRect()
  const { cut = '' } = element.dataset
  const [from, length] = hasHours ? [y - top, height] : [x - left, width]
  const edge = Math.min(EDGE, length / 4)
  if (from < edge && !cut.includes('start')) return 'start'
  return from > length - edge && !cut.includes('end') ? 'end' : 'whole'
}

/** Where what is dragged would be: by steps of a quarter of an hour, or by days. */
function spanFor(
  { part, item, held }: Drag,
  wall: number,
  { surface, zone }: Pick<DragOptions, 'surface' | 'zone'>,
): NonNullable<Drag['span']> {
  const step = surface.hasHours ? STEP_MINUTES * MINUTE_MS : DAY_MS
  const snapped = (at: number): number => Math.round(at / step) * step
  const { momentOf } = zoneClock(item?.zone ?? zone)
  const between = (wallStart: number, wallEnd: number) => ({
    wallStart,
    wallEnd,
    times: { start: momentOf(wallStart), end: momentOf(wallEnd) },
  })
  if (item === null) {
    const [from, to] = [Math.min(held, wall), Math.max(held, wall)]
    const wallStart = Math.floor(from / step) * step
    return between(
      wallStart,
      Math.max(wallStart + step, Math.ceil((surface.hasHours ? to : to + 1) / step) * step),
    )
  }
  const { wallStart, wallEnd } = item
  if (part === 'whole') {
    const by = snapped(wall - held)
    const times = item.isAllDay
      ? movedDays(item, Math.round(by / DAY_MS), item.zone)
      : movedBy(item, { minutes: by / MINUTE_MS }, item.zone)
    return { wallStart: wallStart + by, wallEnd: wallEnd + by, times }
  }
  const by = snapped(wall - held)
  if (part === 'start') return between(Math.min(wallStart + by, wallEnd - step), wallEnd)
  return between(wallStart, Math.max(wallEnd + by, wallStart + step))
}

/** Marks what is collided with, and nothing else. */
function mark(root: HTMLElement | null, ids: ReadonlySet<string>): void {
  for (const one of root?.querySelectorAll('[data-collides]') ?? [])
    if (!ids.has(one.getAttribute('data-event') ?? '')) one.removeAttribute('data-collides')
  for (const id of ids)
    for (const one of root?.querySelectorAll(selectorOf(id)) ?? []) one.setAttribute('data-collides', '')
}

const percent = (share: number): string => `${share * 100}%`

/** Puts the ghost where what is dragged would begin, as long as its day or row has room for it. */
function place(ghost: HTMLElement, { item, span }: Drag, surface: DragSurface, words: string): void {
  if (span === null) return
  const { columns, rows, first, hasHours } = surface
  const days = (span.wallStart - wallOf(first)) / DAY_MS
  const day = clamp(Math.floor(days), 0, columns * rows - 1)
  const [column, row] = [day % columns, Math.floor(day / columns)]
  const { style } = ghost
  style.left = percent(column / columns)
  if (hasHours) {
    const top = days - day
    style.top = percent(top)
    style.height = percent(Math.min(1 - top, (span.wallEnd - span.wallStart) / DAY_MS))
    style.width = percent(1 / columns)
  } else {
    const length = Math.ceil((span.wallEnd - span.wallStart) / DAY_MS)
    style.top = percent(row / rows)
    style.height = percent(1 / rows)
    style.width = percent(Math.min(columns - column, Math.max(1, length)) / columns)
  }
  const isAllDay = item?.isAllDay ?? !hasHours
  const [name, when, collides] = ghost.children
  if (name) name.textContent = item?.event.subject ?? ''
  if (when)
    when.textContent =
      hasHours && !isAllDay
        ? hoursOfWalls(span.wallStart, span.wallEnd)
        : whenOfWalls(span.wallStart, span.wallEnd, isAllDay)
  if (collides) collides.textContent = words
  ghost.toggleAttribute('data-collides', words !== '')
  ghost.hidden = false
}
