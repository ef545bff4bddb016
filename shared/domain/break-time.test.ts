import { expect, test } from 'vitest'
import { ruleOf } from './activity-rules.ts'
import type { DoneSession } from './attendance.ts'
import { breakBefore } from './break-time.ts'

const MINUTE = 60_000
const did = (
  activity: 'AVAILABLE' | 'BREAK' | 'PERSONAL' | 'MEETING',
  from: number,
  to: number,
): DoneSession => ({
  ...{ activity, class: ruleOf(activity).class, projectID: null, category: null, isOverride: false },
  ...{ start: Math.round(from * MINUTE), end: Math.round(to * MINUTE) },
})
const told = (sessions: readonly DoneSession[], now: number) => {
  const until = breakBefore({ sessions }, now * MINUTE)
  return until === null ? null : until / MINUTE
}

test('D084 within the last of six hours of work the break has to begin before they are over', () => {
  expect(told([did('AVAILABLE', 0, 299)], 299)).toBeNull()
  expect(told([did('AVAILABLE', 0, 300)], 300)).toBe(360)
  expect(told([did('AVAILABLE', 0, 200), did('MEETING', 200, 330)], 330)).toBe(360)
})

test('D084 only a break of 20 minutes begins it anew', () => {
  expect(told([did('AVAILABLE', 0, 100), did('BREAK', 100, 119), did('AVAILABLE', 119, 320)], 320)).toBe(360)
  // Shorter by a thousandth of a second is too short.
  const short = 120 - 1 / MINUTE
  expect(told([did('AVAILABLE', 0, 100), did('BREAK', 100, short), did('AVAILABLE', short, 320)], 320)).toBe(
    360,
  )
  expect(told([did('AVAILABLE', 0, 100), did('BREAK', 100, 120), did('AVAILABLE', 120, 320)], 320)).toBeNull()
  expect(told([did('AVAILABLE', 0, 100), did('PERSONAL', 100, 120), did('AVAILABLE', 120, 421)], 421)).toBe(
    480,
  )
})

test('D084 who is on a break or has gone needn’t be told', () => {
  expect(told([did('AVAILABLE', 0, 300), did('BREAK', 300, 310)], 310)).toBeNull()
  expect(told([did('AVAILABLE', 0, 300)], 350)).toBeNull()
  expect(told([], 350)).toBeNull()
})
