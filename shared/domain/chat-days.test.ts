import { describe, expect, test } from 'vitest'
import { clockTime, continuesGroup, createSameDay, datePeriod, listTime, sameDay } from './chat-days.ts'

const MESSAGE_GROUP_MS = 300_000

/** Local time, so that the expectations hold in every time zone. */
const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).toISOString()
const now = Date.parse(at(2026, 11, 21, 9, 30))

describe('chat days', () => {
  test("C106 a message's datePeriod is Today, Yesterday or the date", () => {
    expect(datePeriod(at(2026, 11, 21, 0, 1), now)).toBe('Today')
    expect(datePeriod(at(2026, 11, 20, 23, 59), now)).toBe('Yesterday')
    expect(datePeriod(at(2026, 11, 19, 23, 59), now)).toBe('Thursday 19 November')
    expect(datePeriod(at(2025, 12, 31), now)).toBe('31 December 2025')
  })

  test('C106 yesterday is the day before also where the clocks change', () => {
    const sunday = new Date(2026, 2, 29, 3, 30).getTime()
    expect(datePeriod(new Date(2026, 2, 28, 23, 30).toISOString(), sunday)).toBe('Yesterday')
  })

  test('C106 the quick way to tell days apart says the same, in whatever order it is asked', () => {
    const quick = createSameDay()
    const times = [
      at(2026, 3, 28, 23, 59),
      at(2026, 3, 29),
      at(2026, 3, 29, 23, 59),
      at(2026, 3, 30, 0, 0),
      'never',
    ]
    for (const a of times) for (const b of times) expect(quick(a, b), `${a} ${b}`).toBe(sameDay(a, b))
  })

  test('the list says the time today, the weekday this week, then the date', () => {
    expect(listTime(at(2026, 11, 21, 8, 5), now)).toBe('08:05')
    expect(listTime(at(2026, 11, 20), now)).toBe('Yesterday')
    expect(listTime(at(2026, 11, 16), now)).toBe('Mon')
    expect(listTime(at(2026, 10, 3), now)).toBe('3 Oct')
    expect(listTime(at(2025, 10, 3), now)).toBe('03/10/25')
    expect(clockTime(at(2026, 11, 21, 8, 5))).toBe('08:05')
  })

  test('messages of one author within five minutes of a day stand under one name', () => {
    const first = { userID: 1, entryTime: at(2026, 11, 21, 9, 0) }
    const later = (ms: number) => new Date(Date.parse(first.entryTime) + ms).toISOString()
    expect(continuesGroup(first, { userID: 1, entryTime: later(MESSAGE_GROUP_MS) })).toBe(true)
    expect(continuesGroup(first, { userID: 1, entryTime: later(MESSAGE_GROUP_MS + 1) })).toBe(false)
    expect(continuesGroup(first, { userID: 2, entryTime: later(1) })).toBe(false)
    expect(continuesGroup(undefined, first)).toBe(false)
    const midnight = { userID: 1, entryTime: at(2026, 11, 20, 23, 59) }
    expect(continuesGroup(midnight, { userID: 1, entryTime: at(2026, 11, 21, 0, 0) })).toBe(false)
    expect(sameDay(midnight.entryTime, first.entryTime)).toBe(false)
  })
})
