import { expect, test } from 'vitest'
import { easterSunday, type Season, seasonOf } from './season.ts'

const on = (month: number, day: number, year = 2026) => seasonOf(new Date(year, month - 1, day, 12))

test('S038 the decoration follows the calendar, to the day', () => {
  const days: [number, number, Season | null][] = [
    [1, 1, 'NEW_YEAR'],
    [1, 6, 'NEW_YEAR'],
    [1, 7, null],
    [2, 28, null],
    [3, 1, 'SPRING'],
    [5, 31, 'SPRING'],
    [6, 1, 'SUMMER'],
    [8, 31, 'SUMMER'],
    [9, 1, 'AUTUMN'],
    [10, 24, 'AUTUMN'],
    [10, 25, 'HALLOWEEN'],
    [10, 31, 'HALLOWEEN'],
    [11, 1, 'BONFIRE'],
    [11, 6, 'BONFIRE'],
    [11, 7, null],
    [11, 30, null],
    [12, 1, 'CHRISTMAS'],
    [12, 31, 'CHRISTMAS'],
  ]
  for (const [month, day, season] of days) expect([month, day, on(month, day)]).toEqual([month, day, season])
})

test('S038 Easter is computed', () => {
  const sundays: [number, string][] = [
    [1961, '4-2'],
    [2000, '4-23'],
    [2024, '3-31'],
    [2025, '4-20'],
    [2026, '4-5'],
    [2038, '4-25'],
    [2285, '3-22'],
  ]
  for (const [year, day] of sundays) {
    const found = easterSunday(year)
    expect([year, `${found.month + 1}-${found.day}`]).toEqual([year, day])
  }
})

test('S038 Easter lasts from Good Friday to Easter Monday, also over a change of month', () => {
  expect([2, 3, 4, 5, 6, 7].map((day) => on(4, day))).toEqual([
    'SPRING',
    'EASTER',
    'EASTER',
    'EASTER',
    'EASTER',
    'SPRING',
  ])
  expect(on(4, 1, 2024)).toBe('EASTER')
  expect(on(3, 29, 2024)).toBe('EASTER')
})

test('S038 midnight belongs to the new day', () => {
  expect(seasonOf(new Date(2026, 11, 1, 0, 0, 0))).toBe('CHRISTMAS')
  expect(seasonOf(new Date(2026, 10, 30, 23, 59, 59))).toBeNull()
})
