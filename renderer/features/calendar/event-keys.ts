import type { KeyboardEvent } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { DAY_MS, MINUTE_MS, type Span, spanOf } from './when.ts'

/** Minutes by which a key moves or stretches an event. */
const STEP_MINUTES = 15

/** What a key asks of an event. */
export type EventWish = { readonly move: Span } | 'delete' | null

const MOVES: Readonly<Record<string, number>> = {
  ArrowUp: -STEP_MINUTES * MINUTE_MS,
  ArrowDown: STEP_MINUTES * MINUTE_MS,
  ArrowLeft: -DAY_MS,
  ArrowRight: DAY_MS,
}

/** Alt with arrows moves by a quarter of an hour or a day, with Shift up and down the length; Delete deletes. */
export function wishOf(
  event: CalendarEvent,
  { key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>,
): EventWish {
  if (key === 'Delete') return 'delete'
  const by = MOVES[key]
  if (!altKey || by === undefined) return null
  const { start, end } = spanOf(event)
  const isDays = Math.abs(by) === DAY_MS
  // What lasts whole days goes by days alone.
  if (event.meta.isAllDay && !isDays) return null
  if (!shiftKey) return { move: { start: start + by, end: end + by } }
  return isDays ? null : { move: { start, end: Math.max(start + STEP_MINUTES * MINUTE_MS, end + by) } }
}

/** Whether the person can give the event other times here. */
export const isMovable = ({ meta }: CalendarEvent): boolean =>
  meta.mayChange && (meta.kind === 'event' || meta.kind === 'task')
