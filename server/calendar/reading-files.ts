import ICAL from 'ical.js'
import {
  isLocalTime,
  NOTE_MAX,
  SUBJECT_MAX,
  timesProblem,
  type UnreadReason,
} from '#shared/domain/calendar.ts'
import { isRule, partOf, stampOf } from '#shared/domain/calendar-repeat.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { isZone, localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'

const DAY_MS = 86_400_000

/** An event as a file has it, in the calendar's own terms. */
export interface FiledEvent {
  readonly uid: string
  readonly subject: string
  readonly note: string
  readonly startLocal: string
  readonly endLocal: string
  readonly zone: string
  readonly isAllDay: boolean
  readonly isCancelled: boolean
  readonly rule: string | null
  readonly exceptions: readonly FiledException[]
}

/** One of a filed series that is otherwise, or not at all. */
export interface FiledException {
  readonly original: string
  readonly isCancelled: boolean
  readonly startLocal: string
  readonly endLocal: string
  readonly subject: string
  readonly note: string
}

/** A part of a file that makes no event, and why. */
export interface UnreadPart {
  readonly what: string
  readonly why: UnreadReason
}

/** Why a part can't be read. */
class Unread extends Error {
  readonly why: UnreadReason
  constructor(why: UnreadReason) {
    super(why)
    this.why = why
  }
}

/**
 * The events of an iCalendar file (RFC 5545), and the parts that make none.
 *
 * @returns null for what is no such file
 */
export function readCalendarFile(text: string): { events: FiledEvent[]; unread: UnreadPart[] } | null {
  const calendars = calendarsOf(text)
  if (calendars === null) return null
  const events: FiledEvent[] = []
  const unread: UnreadPart[] = []
  const refuse = (part: ICAL.Component, error: unknown): void => {
    unread.push({ what: nameOf(part), why: error instanceof Unread ? error.why : 'BROKEN' })
  }
  for (const calendar of calendars) {
    const parts = calendar.getAllSubcomponents('vevent')
    const firsts = parts.filter((part) => !part.hasProperty('recurrence-id'))
    const changes = Map.groupBy(
      parts.filter((part) => part.hasProperty('recurrence-id')),
      uidOf,
    )
    for (const part of firsts) {
      try {
        events.push(eventOf(part, changes.get(uidOf(part)) ?? [], refuse))
      } catch (error) {
        refuse(part, error)
      }
      changes.delete(uidOf(part))
    }
    // What is otherwise than a series that the file hasn't is an event by itself.
    for (const part of [...changes.values()].flat()) {
      try {
        events.push({ ...eventOf(part, [], refuse), uid: `${uidOf(part)}#${textOf(part, 'recurrence-id')}` })
      } catch (error) {
        refuse(part, error)
      }
    }
    for (const kind of ['vtodo', 'vjournal', 'vfreebusy'])
      for (const part of calendar.getAllSubcomponents(kind)) refuse(part, new Unread('NO_EVENT'))
  }
  return { events, unread }
}

function calendarsOf(text: string): ICAL.Component[] | null {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return null
  try {
    const parsed: unknown = ICAL.parse(text.replace(/^\uFEFF/, ''))
    const several = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    return several.map((one) => new ICAL.Component(one as never))
  } catch {
    return null
  }
}

const textOf = (part: ICAL.Component, name: string): string =>
  String(part.getFirstPropertyValue(name) ?? '').trim()
const uidOf = (part: ICAL.Component): string => textOf(part, 'uid')
const nameOf = (part: ICAL.Component): string => textOf(part, 'summary').slice(0, SUBJECT_MAX)

function eventOf(
  part: ICAL.Component,
  changes: readonly ICAL.Component[],
  refuse: (part: ICAL.Component, error: unknown) => void,
): FiledEvent {
  const times = timesOf(part)
  const words = wordsOf(part)
  const rule = ruleOf(part, times)
  const uid = uidOf(part)
  const about = { ...times, ...words, rule }
  const exceptions: FiledException[] = []
  for (const local of rule === null ? [] : excludedOf(part, times))
    exceptions.push({ ...words, original: local, isCancelled: true, startLocal: local, endLocal: local })
  for (const change of rule === null ? [] : changes) {
    try {
      exceptions.push(exceptionOf(change, times))
    } catch (error) {
      refuse(change, error)
    }
  }
  const unique = new Map(exceptions.map((one) => [one.original, one]))
  return {
    ...about,
    // A file without an id of its own is known again by what it says.
    uid: uid === '' ? `${words.subject}#${times.startLocal}#${times.zone}` : uid,
    isCancelled: textOf(part, 'status').toUpperCase() === 'CANCELLED',
    exceptions: [...unique.values()],
  }
}

/** Parts of a text as the calendar keeps them; an event without a name has one. */
function wordsOf(part: ICAL.Component): { subject: string; note: string } {
  const place = textOf(part, 'location')
  const note = [place, textOf(part, 'description')].filter((one) => one !== '').join('\n')
  return { subject: nameOf(part) || '–', note: note.slice(0, NOTE_MAX) }
}

interface FiledTimes {
  readonly startLocal: string
  readonly endLocal: string
  readonly zone: string
  readonly isAllDay: boolean
}

function timesOf(part: ICAL.Component): FiledTimes {
  const first = part.getFirstProperty('dtstart')
  const start = first?.getFirstValue()
  if (!first || !(start instanceof ICAL.Time)) throw new Unread('NO_TIME')
  const isAllDay = start.isDate
  const { zone, local } = placeOf(first, start)
  const startLocal = local
  const end = part.getFirstProperty('dtend')
  const endTime = end?.getFirstValue()
  const length = part.getFirstPropertyValue('duration')
  const endLocal =
    end && endTime instanceof ICAL.Time
      ? endIn(end, endTime, zone, isAllDay)
      : localOf(
          wallOf(startLocal) +
            (length instanceof ICAL.Duration ? length.toSeconds() * 1000 : isAllDay ? DAY_MS : 0),
        )
  if (!isLocalTime(startLocal) || !isLocalTime(endLocal)) throw new Unread('BAD_TIME')
  if (timesProblem(startLocal, endLocal) !== null) throw new Unread('BAD_TIME')
  return { startLocal, endLocal, zone, isAllDay }
}

/** What the wall shows: 'YYYY-MM-DDTHH:mm'. */
const wallOfTime = ({ year, month, day, hour, minute }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
const two = (value: number): string => String(value).padStart(2, '0')

/** Zones by the names that Windows gives them, as far as they are met in Britain. */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'GMT Standard Time': LONDON,
  'Greenwich Standard Time': 'UTC',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Pacific Standard Time': 'America/Los_Angeles',
  'India Standard Time': 'Asia/Kolkata',
}

/** The zone of a time and what its wall shows. Without one, and of whole days, it is London's. */
function placeOf(property: ICAL.Property, time: ICAL.Time): { zone: string; local: string } {
  const local = wallOfTime(time)
  if (time.isDate) return { zone: LONDON, local }
  if (time.zone === ICAL.Timezone.utcTimezone) return { zone: 'UTC', local }
  const name = String(property.getFirstParameter('tzid') ?? '')
  if (name === '') return { zone: LONDON, local }
  const known = WINDOWS_ZONES[name] ?? name.replace(/^.*\/(?=[A-Z][a-z]+\/[A-Z])/, '')
  if (!isZone(known)) throw new Unread('BAD_ZONE')
  return { zone: known, local }
}

/** An end by the clock of its start's zone. */
function endIn(property: ICAL.Property, time: ICAL.Time, zone: string, isAllDay: boolean): string {
  const end = placeOf(property, time)
  if (isAllDay || end.zone === zone) return end.local
  return localOf(zoneClock(zone).wallClock(zoneClock(end.zone).momentOf(wallOf(end.local))))
}

/** The part of the file's rules that the calendar knows, ends by the series' own clock. */
function ruleOf(part: ICAL.Component, { startLocal, zone, isAllDay }: FiledTimes): string | null {
  if (part.hasProperty('rdate')) throw new Unread('BAD_RULE')
  const rules = part.getAllProperties('rrule')
  const [only] = rules
  if (!only) return null
  if (rules.length > 1) throw new Unread('BAD_RULE')
  const text = String(only.getFirstValue())
  const named = (name: string): string | null => partOf(text, name)
  const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL', 'WKST', 'BYMONTHDAY', 'BYMONTH'])
  if (text.split(';').some((one) => !known.has(one.split('=')[0] ?? ''))) throw new Unread('BAD_RULE')
  const [day, month] = [Number(startLocal.slice(8, 10)), Number(startLocal.slice(5, 7))]
  // What only says again which day it begins on is no other rule.
  const isAgain = (name: string, value: number): boolean => (named(name) ?? String(value)) === String(value)
  if (!isAgain('BYMONTHDAY', day) || !isAgain('BYMONTH', month)) throw new Unread('BAD_RULE')
  const weekly = named('FREQ') === 'WEEKLY'
  const isOddWeek = weekly && (named('WKST') ?? 'MO') !== 'MO' && named('INTERVAL') !== null
  if (isOddWeek || (named('BYDAY') !== null && !weekly)) throw new Unread('BAD_RULE')
  const until = named('UNTIL')
  const parts = [
    `FREQ=${named('FREQ')}`,
    named('INTERVAL') === null || named('INTERVAL') === '1' ? null : `INTERVAL=${named('INTERVAL')}`,
    named('BYDAY') === null ? null : `BYDAY=${named('BYDAY')}`,
    named('COUNT') === null ? null : `COUNT=${named('COUNT')}`,
    until === null ? null : `UNTIL=${untilBy(until, zone, isAllDay)}`,
  ]
  const rule = parts.filter((one) => one !== null).join(';')
  if (!isRule(rule)) throw new Unread('BAD_RULE')
  return rule
}

/** A file's end of a rule is a moment or a day; the calendar's is what the series' own clock shows then. */
function untilBy(until: string, zone: string, isAllDay: boolean): string {
  const digits = until.replaceAll(/\D/g, '')
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  if (isAllDay || digits.length < 14) return `${digits.slice(0, 8)}T235959Z`
  const at = Date.parse(`${day}T${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}Z`)
  if (Number.isNaN(at)) throw new Unread('BAD_RULE')
  return stampOf(until.endsWith('Z') ? zoneClock(zone).wallClock(at) : at)
}

/** When those of a series would begin that the file takes out. */
function excludedOf(part: ICAL.Component, { zone, startLocal }: FiledTimes): string[] {
  return part.getAllProperties('exdate').flatMap((property) =>
    property.getValues().map((value: unknown) => {
      if (!(value instanceof ICAL.Time)) throw new Unread('BROKEN')
      // A day alone takes out the one of that day.
      return value.isDate
        ? `${wallOfTime(value).slice(0, 10)}${startLocal.slice(10)}`
        : endIn(property, value, zone, false)
    }),
  )
}

function exceptionOf(part: ICAL.Component, series: FiledTimes): FiledException {
  const property = part.getFirstProperty('recurrence-id')
  const value = property?.getFirstValue()
  if (!property || !(value instanceof ICAL.Time)) throw new Unread('BROKEN')
  const original = value.isDate
    ? `${wallOfTime(value).slice(0, 10)}${series.startLocal.slice(10)}`
    : endIn(property, value, series.zone, false)
  const times = timesOf(part)
  const by = (local: string): string =>
    times.zone === series.zone
      ? local
      : localOf(zoneClock(series.zone).wallClock(zoneClock(times.zone).momentOf(wallOf(local))))
  return {
    ...wordsOf(part),
    original,
    isCancelled: textOf(part, 'status').toUpperCase() === 'CANCELLED',
    startLocal: by(times.startLocal),
    endLocal: by(times.endLocal),
  }
}
