import * as z from 'zod/mini'
import {
  CALENDAR_TEXT,
  DAY_KINDS,
  EVENT_STATES,
  EVENT_TYPES,
  HOLIDAY_KINDS,
  isLocalTime,
  NOTE_MAX,
  RECORD_KINDS,
  SERIES_SCOPES,
  SLOT_STATES,
  SUBJECT_MAX,
} from '../domain/calendar.ts'
import { isRule } from '../domain/calendar-repeat.ts'
import { isZone } from '../domain/zone-time.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

/** No document lists calendar calls: all of these are the product's own. */
const OWN = { spec: '3 §3', extension: true, permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE' } as const
const PATH = '/api/calendar'

const local = z.string().check(z.refine(isLocalTime, { error: CALENDAR_TEXT.badTime }))
const zone = z.string().check(z.maxLength(64), z.refine(isZone, { error: CALENDAR_TEXT.badZone }))
const rule = z.nullable(
  z.string().check(z.maxLength(120), z.refine(isRule, { error: CALENDAR_TEXT.badRule })),
)
const subject = z.string().check(z.trim(), z.minLength(1), z.maxLength(SUBJECT_MAX))
const note = z.string().check(z.trim(), z.maxLength(NOTE_MAX))
const version = z.int().check(z.positive())
const eventID = z.string().check(z.maxLength(60))

/** What an event has beside the documents' fields. */
const eventMeta = z.object({
  kind: z.enum(RECORD_KINDS),
  recordID,
  isAllDay: z.boolean(),
  /** Whether the person may move and rename it. */
  mayChange: z.boolean(),
  /** Of what keeps one: refuses a change of an older copy. */
  version: z.nullable(version),
  /** The zone that its times were given in, and those times; null for what has none. */
  zone: z.nullable(z.string()),
  /** How its series repeats; null for what doesn't. */
  rule: z.nullable(z.string()),
  /** Whether it was changed apart from its series. */
  isException: z.boolean(),
  holidayKind: z.optional(z.enum(HOLIDAY_KINDS)),
  slotState: z.optional(z.enum(SLOT_STATES)),
})

/** A calendar event (spec 3 §3). */
export const calendarEvent = z.object({
  id: eventID,
  eventType: z.enum(EVENT_TYPES),
  eventState: z.enum(EVENT_STATES),
  eventStart: timestamp,
  eventEnd: timestamp,
  subject: z.string(),
  /** What is read beside the subject. */
  hover: z.string(),
  meta: eventMeta,
  userID,
  userName: z.string(),
})
export type CalendarEvent = z.output<typeof calendarEvent>

export const loadEvents = call({
  ...OWN,
  path: `${PATH}/events`,
  request: z.object({ start: timestamp, end: timestamp }),
  response: z.object({
    events: z.array(calendarEvent),
    /** Of each day by London's calendar, 'YYYY-MM-DD'. */
    days: z.array(z.object({ date: z.string(), kind: z.enum(DAY_KINDS) })),
  }),
  summary: 'The person’s own events in that time, earliest first, and what kind of day each is.',
  scope: 'calendar:read',
})

const fields = { subject, note, startLocal: local, endLocal: local }

export const addEvent = call({
  ...OWN,
  path: `${PATH}/events/add`,
  request: z.object({
    ...fields,
    note: z._default(note, ''),
    zone,
    isAllDay: z._default(z.boolean(), false),
    rule: z._default(rule, null),
  }),
  response: z.object({ id: eventID, version }),
  summary:
    'Makes a personal event. Its times are those of a clock on the wall in `zone`; one for whole days ends at the midnight after its last.',
  scope: 'calendar:write',
})

export const changeEvent = call({
  ...OWN,
  path: `${PATH}/events/change`,
  request: z.object({
    id: eventID,
    scope: z._default(z.enum(SERIES_SCOPES), 'ALL'),
    version: z.optional(version),
    set: z.partial(z.object({ ...fields, rule })),
  }),
  response: z.object({
    id: eventID,
    version,
    /** The rule of the series that the change ended; null where it ended none. */
    endedRule: z.nullable(z.string()),
  }),
  summary:
    'Changes a personal event; of a series this one, this and all that follow, or all. Refused with 409 where it was changed after `version`.',
  scope: 'calendar:write',
})

const oneOfSeries = z.object({ id: eventID, scope: z._default(z.enum(SERIES_SCOPES), 'ALL') })

export const deleteEvent = call({
  ...OWN,
  path: `${PATH}/events/delete`,
  request: oneOfSeries,
  response: z.object({ endedRule: z.nullable(z.string()) }),
  summary: 'Takes a personal event out of the calendar; of a series this one, this and what follows, or all.',
  scope: 'calendar:write',
})

export const restoreEvent = call({
  ...OWN,
  path: `${PATH}/events/restore`,
  request: oneOfSeries,
  response: done,
  summary: 'Brings back what `delete` took out, this one or all.',
  scope: 'calendar:write',
})

export const resetFeed = call({
  ...OWN,
  path: `${PATH}/feed/reset`,
  request: noPayload,
  response: z.object({ path: z.string() }),
  summary:
    'A new secret address of the person’s calendar, which is told this once; the one before is closed.',
})

export const closeFeed = call({
  ...OWN,
  path: `${PATH}/feed/close`,
  request: noPayload,
  response: done,
  summary: 'Closes the secret address of the person’s calendar.',
})

export const readFeed = call({
  spec: '3 §3',
  extension: true,
  path: `${PATH}/feed.ics`,
  method: 'GET',
  auth: 'none',
  answers: 'blob',
  request: z.object({ key: z.string().check(z.maxLength(100)) }),
  response: z.unknown(),
  summary: 'The calendar that a secret address leads to, as an iCalendar file.',
})
