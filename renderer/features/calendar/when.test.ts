import { expect, test } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { wishOf } from './event-keys.ts'
import { itemsOf } from './grid/items.ts'
import { nextItem } from './grid/use-stop.ts'
import { daysOfView, movedBy, movedDays, newEventAt, pageOf, weekFrom, weekOfView, whenOf } from './when.ts'

const LONDON = 'Europe/London'
const at = (iso: string): number => Date.parse(`${iso}Z`)
test('a new event begins with the next half hour today, at nine on another day', () => {
  const begins = (day: string, now: string, zone = LONDON) =>
    new Date(newEventAt(day, at(now), zone)).toISOString().slice(0, 16)
  expect(begins('2026-11-21', '2026-11-21T15:10')).toBe('2026-11-21T15:30')
  expect(begins('2026-11-21', '2026-11-21T15:30')).toBe('2026-11-21T15:30')
  expect(begins('2026-11-21', '2026-11-21T15:31')).toBe('2026-11-21T16:00')
  expect(begins('2026-11-22', '2026-11-21T15:10')).toBe('2026-11-22T09:00')
  // In summer London's clock is an hour ahead; Kathmandu's is five and three quarters.
  expect(begins('2026-06-02', '2026-06-01T15:10')).toBe('2026-06-02T08:00')
  expect(begins('2026-11-21', '2026-11-21T10:00', 'Asia/Kathmandu')).toBe('2026-11-21T10:15')
})

const event = (start: string, end: string, isAllDay = false): CalendarEvent => ({
  id: `event:${start}`,
  eventType: 'PERSONAL',
  eventState: 'APPROVED',
  eventStart: new Date(at(start)).toISOString(),
  eventEnd: new Date(at(end)).toISOString(),
  subject: start,
  hover: '',
  userID: 1,
  userName: '',
  meta: {
    kind: 'event',
    recordID: 1,
    isAllDay,
    mayChange: true,
    version: 1,
    zone: LONDON,
    rule: null,
    isException: false,
    reminder: null,
    hasOwnReminder: false,
  },
})

test('S231 a week from any of its days begins on its Monday, or on another first day', () => {
  const days = ['2026-05-04', '2026-05-05', '2026-05-09', '2026-05-10']
  expect(days.map((day) => weekFrom(day, 1))).toEqual(days.map(() => '2026-05-04'))
  expect(days.map((day) => weekFrom(day, 0))).toEqual([
    '2026-05-03',
    '2026-05-03',
    '2026-05-03',
    '2026-05-10',
  ])
  expect(days.map((day) => weekFrom(day, 6))).toEqual([
    '2026-05-02',
    '2026-05-02',
    '2026-05-09',
    '2026-05-09',
  ])
})

test('a day later is the same time by the clock when it changes, in spring and in autumn', () => {
  const spring = { start: at('2026-03-28T09:00'), end: at('2026-03-28T10:00') }
  expect(movedBy(spring, { days: 1 }, LONDON)).toEqual({
    start: at('2026-03-29T08:00'),
    end: at('2026-03-29T09:00'),
  })
  const autumn = { start: at('2026-10-24T08:00'), end: at('2026-10-24T09:00') }
  expect(movedBy(autumn, { days: 1 }, LONDON).start).toBe(at('2026-10-25T09:00'))
  // A whole day of 23 hours, and the one after it.
  const whole = { start: at('2026-03-29T00:00'), end: at('2026-03-29T23:00') }
  expect(movedDays(whole, 1, LONDON)).toEqual({ start: at('2026-03-29T23:00'), end: at('2026-03-30T23:00') })
})

test('the doubled hour of autumn is as long as it takes', () => {
  const [item] = itemsOf([event('2026-10-25T00:30', '2026-10-25T01:15')], LONDON)
  expect((item?.wallEnd ?? 0) - (item?.wallStart ?? 0)).toBe(45 * 60_000)
})

test('keys stretch to a quarter of an hour at least, and whole days by days', () => {
  const short = event('2026-11-23T09:00', '2026-11-23T09:15')
  const key = (one: CalendarEvent, name: string, shiftKey = false) =>
    wishOf(one, { key: name, altKey: true, shiftKey }, LONDON)
  expect(key(short, 'ArrowUp', true)).toEqual({
    move: { start: at('2026-11-23T09:00'), end: at('2026-11-23T09:15') },
  })
  const day = event('2026-11-23T00:00', '2026-11-24T00:00', true)
  expect(key(day, 'ArrowDown')).toBeNull()
  expect(key(day, 'ArrowRight', true)).toEqual({
    move: { start: at('2026-11-23T00:00'), end: at('2026-11-25T00:00') },
  })
  expect(key(day, 'ArrowLeft', true)).toEqual({
    move: { start: at('2026-11-23T00:00'), end: at('2026-11-24T00:00') },
  })
  expect(wishOf(day, { key: 'ArrowRight', altKey: false, shiftKey: false }, LONDON)).toBeNull()
})

test('weeks begin with the person’s own day, and months are six of them', () => {
  expect(daysOfView('week', '2026-11-25', 1)).toEqual({ first: '2026-11-23', count: 7 })
  expect(daysOfView('week', '2026-11-25', 0).first).toBe('2026-11-22')
  expect(daysOfView('week', '2026-11-25', 6).first).toBe('2026-11-21')
  expect(daysOfView('month', '2026-11-25', 1)).toEqual({ first: '2026-10-26', count: 42 })
  expect(pageOf('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(pageOf('week', '2026-12-28', 1)).toBe('2027-01-04')
})

test('times are said by the viewer’s clock, whole days by their own', () => {
  const call = event('2026-11-23T23:30', '2026-11-24T00:30')
  expect(whenOf(call, LONDON)).toBe('Mon 23 Nov, 23:30 – Tue 24 Nov, 00:30')
  expect(whenOf(call, 'America/New_York')).toBe('Mon 23 Nov, 18:30 – 19:30')
  expect(whenOf(event('2026-11-23T00:00', '2026-11-25T00:00', true), 'America/New_York')).toBe(
    'Mon 23 Nov – Tue 24 Nov',
  )
})

test('arrows go along the day, and to the nearest event of the next', () => {
  const items = itemsOf(
    [
      event('2026-11-23T09:00', '2026-11-23T10:00'),
      event('2026-11-23T14:00', '2026-11-23T15:00'),
      event('2026-11-25T09:00', '2026-11-25T10:00'),
      event('2026-11-25T13:00', '2026-11-25T14:00'),
    ],
    LONDON,
  )
  const [a, b, c, d] = items
  if (!(a && b && c && d)) throw new Error('four events')
  expect([nextItem(items, a, 'ArrowDown'), nextItem(items, b, 'ArrowDown')]).toEqual([b, undefined])
  expect([nextItem(items, b, 'ArrowUp'), nextItem(items, b, 'ArrowRight')]).toEqual([a, d])
  expect([nextItem(items, c, 'ArrowLeft'), nextItem(items, a, 'ArrowLeft')]).toEqual([a, undefined])
  expect([nextItem(items, d, 'Home'), nextItem(items, a, 'End')]).toEqual([a, d])
})

test.each([
  ['2026-01-01', 1],
  ['2025-12-31', 1],
  ['2026-01-05', 2],
  ['2026-12-31', 53],
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2026-05-04', 19],
])('%s is in week %i, by ISO 8601', (day, week) => {
  expect(weekOfView('day', day, 1)).toBe(week)
})

test('a week that begins on Sunday or Saturday is that of its Thursday; a month has no one week', () => {
  // Sunday, 3 May 2026, is the last day of week 18, and begins a shown week that is mostly 19.
  expect([0, 1, 6].map((firstDay) => weekOfView('week', '2026-05-03', firstDay))).toEqual([19, 18, 19])
  expect(['month', 'agenda'].map((view) => weekOfView(view as 'month', '2026-05-04', 1))).toEqual([
    null,
    null,
  ])
})
