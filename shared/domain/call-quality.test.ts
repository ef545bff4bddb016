import { expect, test } from 'vitest'
import {
  CAMERA_SENT,
  type CallBars,
  type CallCause,
  type CallReading,
  type CameraShed,
  gradeCall,
  needsRedundancy,
  RESTORE_LOOKS,
  SHED_LOOKS,
  shedCamera,
} from './call-quality.ts'

const GOOD: CallReading = { lossIn: 0, lossOut: 0, jitterMs: 5, roundTripMs: 40, isCpuLimited: false }

test.each<[part: Partial<CallReading>, bars: CallBars, cause: CallCause]>([
  [{}, 4, 'NONE'],
  [{ lossOut: null, jitterMs: null, roundTripMs: null }, 4, 'NONE'],
  [{ lossIn: 0.0199 }, 4, 'NONE'],
  [{ lossIn: 0.02 }, 3, 'LOSS_IN'],
  [{ lossIn: 0.0499 }, 3, 'LOSS_IN'],
  [{ lossIn: 0.05 }, 2, 'LOSS_IN'],
  [{ lossIn: 0.1499 }, 2, 'LOSS_IN'],
  [{ lossIn: 0.15 }, 1, 'LOSS_IN'],
  [{ lossOut: 0.0199 }, 4, 'NONE'],
  [{ lossOut: 0.02 }, 3, 'LOSS_OUT'],
  [{ lossOut: 0.15 }, 1, 'LOSS_OUT'],
  [{ jitterMs: 29 }, 4, 'NONE'],
  [{ jitterMs: 30 }, 3, 'JITTER'],
  [{ jitterMs: 59 }, 3, 'JITTER'],
  [{ jitterMs: 60 }, 2, 'JITTER'],
  [{ jitterMs: 119 }, 2, 'JITTER'],
  [{ jitterMs: 120 }, 1, 'JITTER'],
  [{ roundTripMs: 299 }, 4, 'NONE'],
  [{ roundTripMs: 300 }, 3, 'ROUND_TRIP'],
  [{ roundTripMs: 499 }, 3, 'ROUND_TRIP'],
  [{ roundTripMs: 500 }, 2, 'ROUND_TRIP'],
  [{ roundTripMs: 899 }, 2, 'ROUND_TRIP'],
  [{ roundTripMs: 900 }, 1, 'ROUND_TRIP'],
  [{ isCpuLimited: true }, 3, 'CPU'],
  // The worst is told; of two alike the first in the order above.
  [{ roundTripMs: 300, jitterMs: 60 }, 2, 'JITTER'],
  [{ isCpuLimited: true, lossOut: 0.02, lossIn: 0.02 }, 3, 'LOSS_IN'],
])('%j has %i bars, by %s', (part, bars, cause) => {
  expect(gradeCall({ ...GOOD, ...part })).toEqual({ bars, cause })
})

const after = (start: CameraShed, ...bars: CallBars[]) => bars.reduce(shedCamera, start)
const times = (count: number, bars: CallBars): CallBars[] => Array.from({ length: count }, () => bars)

test('the camera is held back after three looks with one bar in a row, and sent again after ten with three', () => {
  expect(after(CAMERA_SENT, ...times(SHED_LOOKS - 1, 1)).isHeld).toBe(false)
  expect(after(CAMERA_SENT, ...times(SHED_LOOKS, 1)).isHeld).toBe(true)
  // One look in between, and it is counted anew.
  expect(after(CAMERA_SENT, 1, 1, 2, 1, 1).isHeld).toBe(false)
  const held = after(CAMERA_SENT, ...times(SHED_LOOKS, 1))
  expect(after(held, ...times(RESTORE_LOOKS - 1, 3)).isHeld).toBe(true)
  expect(after(held, ...times(RESTORE_LOOKS, 3))).toEqual(CAMERA_SENT)
  expect(after(held, ...times(RESTORE_LOOKS - 1, 4), 2, ...times(RESTORE_LOOKS - 1, 4)).isHeld).toBe(true)
})

test.each([
  [false, 0.0299, false],
  [false, 0.03, true],
  [true, 0.01, true],
  [true, 0.0099, false],
  [true, null, true],
  [false, null, false],
])('redundant before: %s, with %d lost: %s', (isOn, loss, isWanted) => {
  expect(needsRedundancy(isOn, loss)).toBe(isWanted)
})
