import * as z from 'zod/mini'
import {
  CALENDAR_TEXT,
  DAY_KINDS,
  EVENT_STATES,
  EVENT_TYPES,
  HOLIDAY_KINDS,
  IMPORT_FILE_MAX,
  isLocalTime,
  NOTE_MAX,
  RECORD_KINDS,
  SERIES_SCOPES,
  SLOT_STATES,
  SUBJECT_MAX,
  UNREAD_REASONS,
} from '../domain/calendar.ts'
import { isRule } from '../domain/calendar-repeat.ts'
import { CALENDAR_VIEWS, REMINDER_MAX } from '../domain/calendar-settings.ts'
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

/** Minutes before the beginning; below 0 after it, as 9:00 of a whole day is. */
const reminder = z.nullable(z.int().check(z.gte(-1440), z.lte(REMINDER_MAX)))

/** What an event has in addition to the documents' fields. */
const eventMeta = z.object({
  kind: z.enum(RECORD_KINDS),
  recordID,
  isAllDay: z.boolean(),
  /** Whether the person may move and rename it. */
  mayChange: z.boolean(),
  /**
   * Version of the record that the event is made from: a change based on an older one is refused. Null where
   * the record has no version.
   */
  version: z.nullable(version),
  /** The time zone in which its times were entered; null where it has none. */
  zone: z.nullable(z.string()),
  /** The rule by which its series repeats; null where it doesn't repeat. */
  rule: z.nullable(z.string()),
  /** Whether this one of a series was changed by itself. */
  isException: z.boolean(),
  /** How many minutes before it begins the person is told; null for not at all. */
  reminder: z.nullable(z.int()),
  /** Whether they said so for this event; else it is as for all. */
  hasOwnReminder: z.boolean(),
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
  /** Text that shows beside the subject when a pointer rests on the event. */
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
    /** Each day by London's calendar, 'YYYY-MM-DD'. */
    days: z.array(z.object({ date: z.string(), kind: z.enum(DAY_KINDS) })),
    /**
     * The weeks of that time, by their London Mondays: hours of shifts without breaks, and of the contract (null where
     * nobody says). An extension (spec 4 §4.2.2).
     */
    weeks: z.array(
      z.object({ from: z.string(), plannedHours: z.number(), contractedHours: z.nullable(z.number()) }),
    ),
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
    /** When the person is told of it, where that isn't as usual. */
    reminder: z.optional(reminder),
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
    /** The rule of the series that this change ended, so that it can be put back; null where none ended. */
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

const minuteOfDay = z.int().check(z.gte(0), z.lte(1440))

/** How a person has their calendar. */
export const calendarSettings = z.object({
  view: z.nullable(z.enum(CALENDAR_VIEWS)),
  firstDay: z.union([z.literal(0), z.literal(1), z.literal(6)]),
  workStart: minuteOfDay,
  workEnd: minuteOfDay,
  workDays: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.maxLength(7)),
  reminder,
  secondZone: z.nullable(zone),
})

export const loadCalendarSettings = call({
  ...OWN,
  path: `${PATH}/settings`,
  request: z.object({}),
  response: calendarSettings,
  summary:
    'How the person has their calendar: view, first day, working hours, reminders, a second time zone.',
})

export const saveCalendarSettings = call({
  ...OWN,
  path: `${PATH}/settings/save`,
  request: calendarSettings.check(
    z.refine(({ workStart, workEnd }) => workStart < workEnd, { error: CALENDAR_TEXT.workEndsFirst }),
  ),
  response: calendarSettings,
  summary: 'Keeps how the person has their calendar.',
})

export const setReminder = call({
  ...OWN,
  path: `${PATH}/events/remind`,
  request: z.object({
    id: eventID,
    /** Null for not at all; absent as for all events. */
    minutes: z.optional(reminder),
  }),
  response: done,
  summary: 'Says how long before an event the person is told; of a series before each.',
})

const file = z.string().check(z.maxLength(IMPORT_FILE_MAX))

export const previewImport = call({
  ...OWN,
  path: `${PATH}/import/preview`,
  request: z.object({ file }),
  response: z.object({
    /** What it would make. */
    fresh: z.array(
      z.object({
        uid: z.string(),
        subject: z.string(),
        startLocal: z.string(),
        endLocal: z.string(),
        isAllDay: z.boolean(),
        rule: z.nullable(z.string()),
      }),
    ),
    /** How many the calendar has already. */
    known: z.int(),
    /** Parts that make no event, and why. */
    unread: z.array(z.object({ what: z.string(), why: z.enum(UNREAD_REASONS) })),
  }),
  summary: 'What an iCalendar file would make of the person’s calendar; nothing is kept.',
})

export const importEvents = call({
  ...OWN,
  path: `${PATH}/import`,
  request: z.object({ file }),
  response: z.object({ importID: recordID, made: z.int(), known: z.int(), unread: z.int() }),
  summary: 'Takes the events of an iCalendar file into the calendar, but those that it has already.',
})

export const undoImport = call({
  ...OWN,
  path: `${PATH}/import/undo`,
  request: z.object({ importID: recordID }),
  response: done,
  summary: 'Takes out what a file brought, but what was changed since.',
})

export const feedState = call({
  ...OWN,
  path: `${PATH}/feed`,
  request: z.object({}),
  response: z.object({ since: z.nullable(timestamp) }),
  summary: 'Since when the calendar has a secret address; null where it has none.',
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
