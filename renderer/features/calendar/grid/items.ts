import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { Placed } from '#shared/domain/calendar-collisions.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { CALENDAR_WORDS, STATE_WORDS } from '../text.ts'
import { DAY_MS, hoursOfWalls, spanOf, whenOfWalls, zoneOf } from '../when.ts'

/** An event as grids place it. Walls are wall times by the clock that it is shown by. */
export interface GridItem extends Placed {
  readonly event: CalendarEvent
  /** The zone that it is shown by. */
  readonly zone: string
  readonly wallStart: number
  readonly wallEnd: number
  /** Whether it stands above the hours: whole days, or as long as one. */
  readonly isLong: boolean
  /** What is read of it, without looking. */
  readonly label: string
  readonly hours: string
}

/** Events as grids place them, in their order. */
export function itemsOf(events: readonly CalendarEvent[], zone: string): GridItem[] {
  return events
    .filter(({ eventState }) => eventState !== 'HIDDEN')
    .map((event) => {
      const { id, eventType, eventState, meta, subject } = event
      const span = spanOf(event)
      const by = zoneOf(event, zone)
      const { wallClock } = zoneClock(by)
      const wallStart = wallClock(span.start)
      const shown = wallClock(span.end)
      // When the clocks go back, the end may come before the start by the clock: the real length counts then.
      const wallEnd = shown > wallStart ? shown : wallStart + span.end - span.start
      const times = whenOfWalls(wallStart, wallEnd, meta.isAllDay)
      return {
        ...span,
        id,
        eventType,
        eventState,
        isAllDay: meta.isAllDay,
        event,
        zone: by,
        wallStart,
        wallEnd,
        isLong: meta.isAllDay || wallEnd - wallStart >= DAY_MS,
        label: [subject, times, STATE_WORDS[eventState]].join(', '),
        hours: hoursOfWalls(wallStart, wallEnd),
      }
    })
}

/** What else is then, in words; empty where nothing is. */
export function collisionWords(collisions: readonly Pick<GridItem, 'event'>[]): string {
  const names = collisions.map(({ event }) => event.subject)
  return names.length === 0 ? '' : CALENDAR_WORDS.overlaps(names)
}

/** Which days of a row something is on: from the first to before the last; null where on none. */
export function daysOn(
  { wallStart, wallEnd }: Pick<GridItem, 'wallStart' | 'wallEnd'>,
  first: string,
  count: number,
): { from: number; to: number } | null {
  const zero = wallOf(first)
  const from = Math.floor((wallStart - zero) / DAY_MS)
  const to = Math.max(from + 1, Math.ceil((wallEnd - zero) / DAY_MS))
  return to <= 0 || from >= count ? null : { from: Math.max(0, from), to: Math.min(count, to) }
}
