import { expect, test } from 'vitest'
import type { LiveRow } from '../contract/live-panel.ts'
import { lateMinutes } from './live-panel.ts'

const START = Date.UTC(2026, 10, 23, 9)
const iso = (at: number) => new Date(at).toISOString()

test.each([
  [3 * 60_000, 0],
  [4 * 60_000 - 1, 0],
  [4 * 60_000, 4],
  [65 * 60_000, 65],
  [-60_000, 0],
])(
  '%d ms after the start of the shift, the live panel says %d minutes late, as the attendance does',
  (after, late) => {
    const shift = { start: iso(START), end: iso(START + 8 * 3_600_000) }
    const row = { shift, startedAt: iso(START + after) } as unknown as LiveRow
    expect(lateMinutes(row, START + 3 * 3_600_000)).toBe(late)
    const waiting = { shift, startedAt: null } as unknown as LiveRow
    expect(lateMinutes(waiting, START + after)).toBe(late)
  },
)
