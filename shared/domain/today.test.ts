import { expect, test } from 'vitest'
import { todayStateOf } from './today.ts'

const MINUTE = 60_000
const START = 100 * MINUTE
const END = 200 * MINUTE
const figures = {
  ...{ scheduledStart: START, scheduledEnd: END, actualStart: null, actualEnd: null },
  ...{ lateMinutes: 0, leftEarlyMinutes: 0, outcome: 'ON_TIME' as const },
}

test('who has a shift is due until five minutes into it, and then not in', () => {
  expect(todayStateOf({ figures, isAbsent: false, now: START + 5 * MINUTE - 1 })).toBe('DUE')
  expect(todayStateOf({ figures, isAbsent: false, now: START + 5 * MINUTE })).toBe('NOT_IN')
})

test('the end of last night’s shift is no beginning of this evening’s', () => {
  const before = { ...figures, actualStart: 0, actualEnd: START }
  expect(todayStateOf({ figures: before, isAbsent: false, now: START - 1 })).toBe('DUE')
  expect(todayStateOf({ figures: before, isAbsent: false, now: START + 5 * MINUTE })).toBe('NOT_IN')
  const into = { ...before, actualEnd: START + 1, leftEarlyMinutes: 30 }
  expect(todayStateOf({ figures: into, isAbsent: false, now: END })).toBe('LEFT_EARLY')
  expect(todayStateOf({ figures: { ...before, actualEnd: null }, isAbsent: false, now: START })).toBe('IN')
})
