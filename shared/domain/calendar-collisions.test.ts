import { expect, test } from 'vitest'
import type { EventState, EventType } from './calendar.ts'
import { collisionsOf, overlap, takesTime } from './calendar-collisions.ts'
import { columnsOf, lanesOf } from './calendar-lanes.ts'

const one = (id: string, start: number, end: number, more: object = {}) => ({
  id,
  start,
  end,
  eventType: 'PERSONAL' as EventType,
  eventState: 'APPROVED' as EventState,
  isAllDay: false,
  ...more,
})

test('times overlap where they have a moment in common, at both ends of each', () => {
  expect(overlap({ start: 0, end: 10 }, { start: 9, end: 12 })).toBe(true)
  expect(overlap({ start: 0, end: 10 }, { start: 10, end: 12 })).toBe(false)
  expect(overlap({ start: 12, end: 14 }, { start: 10, end: 12 })).toBe(false)
  expect(overlap({ start: 0, end: 10 }, { start: 2, end: 3 })).toBe(true)
  expect(overlap({ start: 0, end: 10 }, { start: 5, end: 5 })).toBe(false)
})

test('cancelled, declined and hidden events take no time, nor what is around work, nor whole days but those away', () => {
  const states: EventState[] = ['PENDING', 'APPROVED', 'LIVE', 'COMPLETED', 'REQUESTED_CANCELATION']
  for (const eventState of states) expect(takesTime(one('a', 0, 1, { eventState }))).toBe(true)
  for (const eventState of ['CANCELLED', 'DECLINED', 'HIDDEN'])
    expect(takesTime(one('a', 0, 1, { eventState }))).toBe(false)
  for (const eventType of ['SHIFT', 'CORE', 'AVAILABLE_SLOT', 'PUBLIC_HOLIDAY'])
    expect(takesTime(one('a', 0, 1, { eventType }))).toBe(false)
  expect(takesTime(one('a', 0, 1, { isAllDay: true }))).toBe(false)
  for (const eventType of ['HOLIDAY', 'SICK', 'ABSENCE'])
    expect(takesTime(one('a', 0, 1, { isAllDay: true, eventType }))).toBe(true)
})

test('an event collides with others where it would be, never with itself', () => {
  const others = [
    one('a', 0, 10),
    one('b', 10, 20),
    one('c', 12, 14, { eventState: 'CANCELLED' }),
    one('d', 30, 40),
  ]
  expect(collisionsOf(one('a', 0, 10), { start: 5, end: 15 }, others).map(({ id }) => id)).toEqual(['b'])
  expect(collisionsOf(one('z', 0, 0), { start: 5, end: 31 }, others).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'd',
  ])
  expect(collisionsOf(one('z', 0, 0, { eventType: 'SHIFT' }), { start: 5, end: 31 }, others)).toEqual([])
})

test('what overlaps stands side by side, as wide as its heap has columns; the next heap begins anew', () => {
  const at = (from: number, to: number) => ({ from, to })
  expect(columnsOf([at(0, 10), at(5, 15), at(10, 20), at(20, 30)])).toEqual([
    { column: 0, columns: 2 },
    { column: 1, columns: 2 },
    { column: 0, columns: 2 },
    { column: 0, columns: 1 },
  ])
  expect(columnsOf([])).toEqual([])
  const many = Array.from({ length: 10_000 }, () => at(0, 1))
  expect(columnsOf(many).at(-1)).toEqual({ column: 9999, columns: 10_000 })
  expect(lanesOf([at(0, 2), at(0, 1), at(1, 3), at(2, 3)])).toEqual([0, 1, 1, 0])
})
