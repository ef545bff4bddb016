import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_DEVICE_SETTINGS, type Readings } from './device-grading.ts'
import { usbHeadset } from './headset.ts'
import {
  BADGE_LIMITS,
  BADGE_TESTS,
  latencyOf,
  medianOf,
  megabitsPerSecond,
  megabytesAtMost,
  TEST_INTERVAL_MS,
  TEST_LIMITS,
  typicalReadings,
  verdictOf,
} from './speed-test.ts'

const GOOD: Readings = {
  download: 60,
  upload: 12,
  ping: 18,
  jitter: 4,
  loss: 0,
  memorySize: 16 * 1024 ** 2,
  threadCount: 12,
  wifiSignalStrength: null,
  memoryUsage: 40,
  cpuUsage: 20,
  diskUtilisation: null,
}

test('S121 round trips give ping, jitter and loss; of none nothing is known', () => {
  expect(latencyOf([20, null, 30, 20])).toEqual({ ping: 20, jitter: 10, loss: 25 })
  expect(latencyOf([20])).toEqual({ ping: 20, jitter: null, loss: 0 })
  expect(latencyOf([null, null])).toEqual({ ping: null, jitter: null, loss: 100 })
  expect(latencyOf([])).toEqual({ ping: null, jitter: null, loss: null })
})

test('S121 a rate is in megabits a second, and none without bytes or time', () => {
  expect(megabitsPerSecond(1_250_000, 1000)).toBe(10)
  expect([megabitsPerSecond(0, 5), megabitsPerSecond(5, 0)]).toEqual([null, null])
})

test('S121 a median lies between the least and the most', () => {
  expect([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 5])]).toEqual([null, 3, 2.5, 5])
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const median = medianOf(values) ?? Number.NaN
      expect(median).toBeGreaterThanOrEqual(Math.min(...values))
      expect(median).toBeLessThanOrEqual(Math.max(...values))
    }),
  )
})

test('S121 W088 the typical result has every reading, from those tests that have it', () => {
  const typical = typicalReadings([GOOD, { ...GOOD, download: null, ping: 40 }, { ...GOOD, ping: 900 }])
  expect(typical).toEqual({ ...GOOD, ping: 40 })
  expect(Object.keys(typical).sort()).toEqual([
    'cpuUsage',
    'diskUtilisation',
    'download',
    'jitter',
    'loss',
    'memorySize',
    'memoryUsage',
    'ping',
    'threadCount',
    'upload',
    'wifiSignalStrength',
  ])
})

test('W108 a run passes when as many tests pass as must', () => {
  const poor = { ...GOOD, loss: 60 }
  expect(verdictOf([GOOD, GOOD, GOOD, GOOD, GOOD], DEFAULT_DEVICE_SETTINGS)).toMatchObject({
    grade: 'VERY_GOOD',
    passed: 5,
    isPassed: true,
  })
  const one = [GOOD, GOOD, GOOD, GOOD, poor]
  expect(verdictOf(one, DEFAULT_DEVICE_SETTINGS)).toMatchObject({ passed: 4, isPassed: false })
  expect(verdictOf(one, { ...DEFAULT_DEVICE_SETTINGS, testsToPass: 4 }).isPassed).toBe(true)
  expect(verdictOf([], DEFAULT_DEVICE_SETTINGS)).toMatchObject({ grade: 'UNKNOWN', isPassed: false })
})

test('W251 the badge test is 15 results, one every 5 seconds, and moves little', () => {
  expect([BADGE_TESTS, TEST_INTERVAL_MS]).toEqual([15, 5000])
  expect([megabytesAtMost(TEST_LIMITS, 5), megabytesAtMost(BADGE_LIMITS, BADGE_TESTS)]).toEqual([70, 90])
})

test('a USB headset is a microphone on USB with a loudspeaker of its own', () => {
  const webcam = { kind: 'audioinput', label: 'HD Webcam (046d:0825)', groupId: 'cam' } as const
  const built = { kind: 'audiooutput', label: 'Speakers (Realtek)', groupId: 'pc' } as const
  const headset = { kind: 'audioinput', label: 'Jabra EVOLVE 20 (0b0e:0300)', groupId: 'h' } as const
  const ears = { kind: 'audiooutput', label: 'Jabra EVOLVE 20 (0b0e:0300)', groupId: 'h' } as const
  const analogue = { kind: 'audioinput', label: 'Headset Microphone (Realtek)', groupId: 'pc' } as const
  expect(usbHeadset([webcam, built, analogue])).toBeNull()
  expect(usbHeadset([webcam, built, headset, ears])).toBe(headset)
  expect(usbHeadset([{ ...headset, label: 'USB Headset', groupId: '' }])).not.toBeNull()
})
