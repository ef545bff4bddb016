import type { KeyboardEvent } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { MINUTE_MS, movedBy, movedDays, type Span, spanOf, zoneOf } from './when.ts'

/** Minutes by which a key or a pointer moves or stretches an event. */
export const STEP_MINUTES = 15

/** What a key asks of an event. */
export type EventWish = { readonly move: Span } | 'delete' | null

const MINUTES: Readonly<Record<string, number>> = { ArrowUp: -STEP_MINUTES, ArrowDown: STEP_MINUTES }
const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Alt with arrows moves by a quarter of an hour or a day, with Shift changes the length; Delete deletes. */
export function wishOf(
  event: CalendarEvent,
  { key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>,
  zone: string,
): EventWish {
  if (key === 'Delete') return 'delete'
  const minutes = MINUTES[key]
  const days = DAYS[key]
  if (!altKey || (minutes === undefined && days === undefined)) return null
  const span = spanOf(event)
  const by = zoneOf(event, zone)
  // What lasts whole days goes and grows by days alone.
  if (event.meta.isAllDay) {
    if (days === undefined) return null
    const moved = movedDays(span, days, by)
    return { move: shiftKey ? { start: span.start, end: Math.max(moved.end, dayLater(span, by)) } : moved }
  }
  if (!shiftKey) return { move: movedBy(span, { days: days ?? 0, minutes: minutes ?? 0 }, by) }
  if (minutes === undefined) return null
  return { move: lengthened(span, minutes) }
}

const dayLater = ({ start }: Span, zone: string): number => movedDays({ start, end: start }, 1, zone).end

/** Ends so much later or earlier, but lasts a step at least. */
const lengthened = ({ start, end }: Span, minutes: number): Span => ({
  start,
  end: Math.max(start + STEP_MINUTES * MINUTE_MS, end + minutes * MINUTE_MS),
})

/** Whether the person can give the event other times here. */
export const isMovable = ({ meta }: Pick<CalendarEvent, 'meta'>): boolean =>
  meta.mayChange && (meta.kind === 'event' || meta.kind === 'task' || meta.kind === 'meeting')
