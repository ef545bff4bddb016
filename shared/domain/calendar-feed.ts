import type { CalendarEvent } from '../contract/calendar.ts'
import { isStruckThrough } from './calendar.ts'
import type { FileEvent } from './calendar-file.ts'
import { LONDON } from './london-time.ts'
import { localOf, zoneClock } from './zone-time.ts'

/** What an event is called in files, without the installation's name. */
export const fileNameOf = ({ id }: Pick<CalendarEvent, 'id'>): string => id.replaceAll(':', '-')

/** An event for a file: by itself and in UTC, since programs read repetitions and zones in their own ways. */
export function fileEventOf(event: CalendarEvent): FileEvent {
  const { wallClock } = zoneClock(event.meta.zone ?? LONDON)
  const whenOf = (time: string): number | string =>
    event.meta.isAllDay ? localOf(wallClock(Date.parse(time))).slice(0, 10) : Date.parse(time)
  return {
    uid: fileNameOf(event),
    summary: event.subject,
    description: event.hover,
    start: whenOf(event.eventStart),
    end: whenOf(event.eventEnd),
    isCancelled: isStruckThrough(event.eventState),
  }
}
