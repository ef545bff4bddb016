import type { Selectable } from 'kysely'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import {
  type EventState,
  type EventType,
  eventID,
  isCompanys,
  type RecordKind,
} from '#shared/domain/calendar.ts'
import type { Database } from '../db/database.ts'
import type { CalendarEventTable, CalendarExceptionTable } from '../db/schema/calendar.ts'
import { isOneOf, momentsOf, occurrencesIn, reaches } from './series.ts'

/** Whose calendar is read, and which time of it, in milliseconds since 1970. */
export interface CalendarQuery {
  readonly userID: number
  readonly userName: string
  readonly from: number
  readonly to: number
}

interface Parts {
  readonly kind: RecordKind
  readonly recordID: number
  readonly eventType: EventType
  readonly eventState: EventState
  readonly start: number
  readonly end: number
  readonly subject: string
  readonly hover: string
  readonly original?: string | null
  readonly meta?: Partial<CalendarEvent['meta']>
}

const isoTime = (at: number): string => new Date(at).toISOString()

/** An event as it travels. */
export function eventOf({ userID, userName }: CalendarQuery, parts: Parts): CalendarEvent {
  const { kind, recordID, eventType, eventState, start, end, subject, hover, original = null, meta } = parts
  return {
    id: eventID(kind, recordID, original),
    eventType,
    eventState,
    eventStart: isoTime(start),
    eventEnd: isoTime(end),
    subject,
    hover,
    userID,
    userName,
    meta: {
      kind,
      recordID,
      isAllDay: false,
      mayChange: false,
      version: null,
      zone: null,
      rule: null,
      isException: false,
      reminder: null,
      hasOwnReminder: false,
      ...meta,
    },
  }
}

export type StoredEvent = Selectable<CalendarEventTable>
type StoredException = Selectable<CalendarExceptionTable>

/** Events that no other record stands for, each of a series by itself. */
export async function ownEvents(db: Database, query: CalendarQuery): Promise<CalendarEvent[]> {
  const { userID, from, to } = query
  // A local time is at most a day off from UTC's, so that the text bounds what can reach into the time.
  const before = new Date(to + 86_400_000).toISOString().slice(0, 16)
  const after = new Date(from - 86_400_000).toISOString().slice(0, 16)
  const stored = await db
    .selectFrom('calendarEvents')
    .where('userID', '=', userID)
    .where('deletedAt', 'is', null)
    .where('startLocal', '<=', before)
    .where((eb) => eb.or([eb('rule', 'is not', null), eb('endLocal', '>=', after)]))
    .selectAll()
    .execute()
  const series = stored.filter(({ rule }) => rule !== null).map(({ id }) => id)
  const exceptions = await exceptionsOf(db, series)
  return stored.flatMap((event) => eventsOf(query, event, exceptions.get(event.id) ?? [], from, to))
}

async function exceptionsOf(db: Database, ids: readonly number[]): Promise<Map<number, StoredException[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('calendarExceptions').where('eventID', 'in', ids).selectAll().execute()
  return Map.groupBy(rows, ({ eventID }) => eventID)
}

function eventsOf(
  query: CalendarQuery,
  stored: StoredEvent,
  exceptions: readonly StoredException[],
  from: number,
  to: number,
): CalendarEvent[] {
  const otherwise = new Set(exceptions.map(({ original }) => original))
  const ruled = occurrencesIn(stored, from, to)
    .filter(({ original }) => !otherwise.has(original))
    .map((one) => shown(query, stored, { ...stored, ...one }, false))
  const moved = exceptions
    .filter(({ isCancelled }) => isCancelled === 0)
    .map((one) => ({ ...one, ...momentsOf({ ...one, zone: stored.zone }) }))
    // What was otherwise after the end of its series waits for that end to be undone.
    .filter((one) => reaches(one, from, to) && isOneOf(stored, one.original))
    .map((one) => shown(query, stored, one, true))
  return [...ruled, ...moved]
}

interface Shown {
  readonly subject: string
  readonly note: string
  readonly original: string
  readonly start: number
  readonly end: number
}

function shown(query: CalendarQuery, stored: StoredEvent, one: Shown, isException: boolean): CalendarEvent {
  const { id, eventType, eventState, rule, version, zone } = stored
  return eventOf(query, {
    ...one,
    kind: 'event',
    recordID: id,
    eventType,
    eventState,
    hover: one.note,
    original: rule === null ? null : one.original,
    meta: {
      isAllDay: stored.isAllDay === 1,
      mayChange: !isCompanys(eventType),
      version,
      zone,
      rule,
      isException,
    },
  })
}
