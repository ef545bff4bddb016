import { expect, test } from 'vitest'
import { calendarEvent } from '../contract/calendar.ts'
import { mayBecome } from './booking.ts'
import {
  DAY_KINDS,
  EVENT_STATES,
  EVENT_TYPES,
  eventID,
  HOLIDAY_KINDS,
  isLocalTime,
  isStruckThrough,
  parseEventID,
  QUICK_MEETING_TITLE,
  SLOT_STATES,
  timesProblem,
} from './calendar.ts'
import { countingOn, endingAt, isRule, movedRule } from './calendar-repeat.ts'
import { IMMEDIATE_MEETING_MS } from './calls.ts'
import { publicHolidays } from './public-holidays.ts'
import { isZone, localOf, wallOf, zoneClock } from './zone-time.ts'

test('W061 an event has the documents’ fields', () => {
  expect(Object.keys(calendarEvent.shape).sort()).toEqual(
    'eventType eventState eventStart eventEnd subject hover meta userID userName id'.split(' ').sort(),
  )
})

test('W062 the 23 types of events', () => {
  expect(EVENT_TYPES).toEqual(
    'TASK MEETING CORE HOLIDAY PERSONAL OVERTIME MEDICAL_APPOINTMENT ABSENCE AWOL OTHER SICK INTERVIEW_SLOT UNKNOWN OUTLOOK OFFICE_VISIT TRAINING_SESSION AVAILABLE_SLOT CATI_APPOINTMENT PUBLIC_HOLIDAY ACTIVITY_INVITE SALAH_TIME SHIFT BLOCKED'.split(
      ' ',
    ),
  )
})

test('W063 the 10 states of events, one of them with one L', () => {
  expect(EVENT_STATES).toEqual(
    'UNKNOWN PENDING APPROVED DECLINED CANCELLED REQUESTED_CANCELATION HIDDEN SYSTEM_AUTO LIVE COMPLETED'.split(
      ' ',
    ),
  )
})

test('W067 W068 W069 kinds of holidays and days, and states of slots', () => {
  expect(HOLIDAY_KINDS).toEqual(['UK_PUBLIC_HOLIDAY', 'CHRISTMAS', 'CORE'])
  expect(DAY_KINDS).toEqual(['NO_SHIFT', 'OFFICE_CLOSED', 'HOLIDAY', 'WORKING'])
  expect(SLOT_STATES).toEqual(['OPEN', 'OCCUPIED', 'LIVE', 'COMPLETED'])
})

test('W252 a quick meeting lasts 15 minutes and is called General Call', () => {
  expect([IMMEDIATE_MEETING_MS, QUICK_MEETING_TITLE]).toEqual([15 * 60_000, 'General Call'])
})

test('W100 cancelled and declined events are struck through, no others', () => {
  expect(EVENT_STATES.filter(isStruckThrough)).toEqual(['DECLINED', 'CANCELLED'])
})

test('an event’s id says its record and which of a series, and nothing else is one', () => {
  for (const [kind, original] of [
    ['task', null],
    ['event', '2026-05-04T13:00'],
  ] as const)
    expect(parseEventID(eventID(kind, 7, original))).toEqual({ kind, recordID: 7, original })
  for (const id of ['', 'event', 'event:0', 'event:-1', 'slot:1', 'event:1:', 'event:1:2026', '987654'])
    expect(parseEventID(id)).toBeNull()
})

test('local times are of days that there are, from 2000 to 2099', () => {
  for (const local of ['2000-01-01T00:00', '2028-02-29T09:30', '2099-12-31T23:59'])
    expect(isLocalTime(local)).toBe(true)
  for (const local of [
    '1999-12-31T23:59',
    '2100-01-01T00:00',
    '0001-01-01T00:00',
    '9999-01-01T00:00',
    '2026-02-29T09:00',
    '2026-05-04T24:00',
    '2026-05-04',
    'today',
  ])
    expect(isLocalTime(local)).toBe(false)
  expect(timesProblem('2026-05-04T09:00', '2026-05-04T08:59')).toBe('endBeforeStart')
  expect(timesProblem('2026-05-04T09:00', '2026-05-04T09:00')).toBeNull()
  expect(timesProblem('2026-01-01T00:00', '2027-01-02T00:00')).toBeNull()
  expect(timesProblem('2026-01-01T00:00', '2027-01-02T00:01')).toBe('tooLong')
})

test('rules are those that the calendar offers', () => {
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    'FREQ=MONTHLY;COUNT=999',
    'FREQ=YEARLY;UNTIL=20301231T235959Z',
  ])
    expect(isRule(rule)).toBe(true)
  for (const rule of [
    '',
    'FREQ=SECONDLY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=1000',
    'FREQ=DAILY;INTERVAL=100',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;UNTIL=20261340T000000Z',
    'FREQ=DAILY;COUNT=1;UNTIL=20301231T235959Z',
  ])
    expect(isRule(rule)).toBe(false)
})

test('a rule goes along with its series', () => {
  expect(movedRule('FREQ=WEEKLY;BYDAY=MO,SU;UNTIL=20260531T090000Z', 86_400_000, 1)).toBe(
    'FREQ=WEEKLY;BYDAY=TU,MO;UNTIL=20260601T090000Z',
  )
  expect(movedRule('FREQ=WEEKLY;BYDAY=MO', -86_400_000, -1)).toBe('FREQ=WEEKLY;BYDAY=SU')
  expect(endingAt('FREQ=DAILY;COUNT=9', wallOf('2026-05-04T09:00'))).toBe('FREQ=DAILY;UNTIL=20260504T090000Z')
  expect(countingOn('FREQ=DAILY;COUNT=9', 4)).toBe('FREQ=DAILY;COUNT=4')
  expect(countingOn('FREQ=DAILY', 4)).toBe('FREQ=DAILY')
})

test('public holidays of England and Wales, with the days that are given for weekends', () => {
  const dates = (year: number) => publicHolidays(year).map(({ date }) => date)
  expect(dates(2026)).toEqual(
    '2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28'.split(' '),
  )
  expect(dates(2021).slice(-2)).toEqual(['2021-12-27', '2021-12-28'])
  expect(dates(2022)).toEqual(
    '2022-01-03 2022-04-15 2022-04-18 2022-05-02 2022-06-02 2022-06-03 2022-08-29 2022-09-19 2022-12-26 2022-12-27'.split(
      ' ',
    ),
  )
  expect(publicHolidays(2026).at(-1)).toEqual({
    date: '2026-12-28',
    name: 'Boxing Day (substitute day)',
    kind: 'CHRISTMAS',
  })
})

test('what a decision makes of a request', () => {
  const all = ['PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'REQUESTED_CANCELATION'] as const
  const possible = all.flatMap((from) => all.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`))
  expect(possible).toEqual([
    'PENDING APPROVED',
    'PENDING DECLINED',
    'APPROVED CANCELLED',
    'DECLINED PENDING',
    'REQUESTED_CANCELATION APPROVED',
    'REQUESTED_CANCELATION CANCELLED',
  ])
})

test('walls of other zones, where summer time skips and repeats hours', () => {
  const york = zoneClock('America/New_York')
  expect(localOf(york.wallClock(Date.UTC(2026, 2, 8, 7)))).toBe('2026-03-08T03:00')
  expect(york.momentOf(wallOf('2026-03-08T02:30'))).toBe(Date.UTC(2026, 2, 8, 7, 30))
  expect(york.momentOf(wallOf('2026-11-01T01:30'))).toBe(Date.UTC(2026, 10, 1, 5, 30))
  expect([isZone('Europe/London'), isZone('Mars/Base')]).toEqual([true, false])
})
