import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_DEVICE_SETTINGS,
  DEFAULT_THRESHOLDS,
  type DeviceSettings,
  GRADE_LABELS,
  GRADES,
  type Grade,
  gigabytesOf,
  gradeColour,
  gradeReading,
  gradeReadings,
  isHigherBetter,
  METRICS,
  type Metric,
  OVERALL_METRICS,
  overallGrade,
  type Readings,
  rankOf,
  wifiBand,
  wifiLink,
  worstOf,
} from './device-grading.ts'

const KILOBYTES = 1024 * 1024
const BEST: Readings = {
  download: 200,
  upload: 50,
  ping: 5,
  jitter: 2,
  loss: 0,
  memorySize: 64 * KILOBYTES,
  threadCount: 32,
  wifiSignalStrength: 98,
  memoryUsage: 10,
  cpuUsage: 5,
  diskUtilisation: 1,
}
const WORST_READING: Record<Metric, number> = {
  download: 1,
  upload: 1,
  ping: 900,
  jitter: 900,
  loss: 50,
  memorySize: 2 * KILOBYTES,
  threadCount: 2,
  wifiSignalStrength: 10,
  memoryUsage: 99,
  cpuUsage: 99,
  diskUtilisation: 99,
}

/** The grade by the default bounds; memory in gigabytes, as the bounds are. */
function graded(metric: Metric, value: number): Grade {
  const reading = metric === 'memorySize' ? value * KILOBYTES : value
  return gradeReading(metric, reading, DEFAULT_THRESHOLDS[metric])
}
const row = (metric: Metric) => Object.values(DEFAULT_THRESHOLDS[metric])

test('S110 W109 the levels have their labels', () => {
  expect(new Set(GRADES)).toEqual(
    new Set(['UNKNOWN', 'POOR', 'FAIR', 'GOOD', 'VERY_GOOD', 'EXCEPTIONAL', 'SKIP']),
  )
  expect(GRADE_LABELS).toEqual({
    EXCEPTIONAL: 'Grade A',
    VERY_GOOD: 'Grade B',
    GOOD: 'Grade C',
    FAIR: 'Grade D',
    POOR: 'FAIL',
    UNKNOWN: 'Unknown',
    SKIP: 'N/A',
  })
})

test('S228 W109 poor is red, fair a warning, what is better green, and no grade has no colour', () => {
  expect(GRADES.map((grade) => [grade, gradeColour(grade)])).toEqual([
    ['UNKNOWN', 'neutral'],
    ['SKIP', 'neutral'],
    ['POOR', 'red'],
    ['FAIR', 'warning'],
    ['GOOD', 'green'],
    ['VERY_GOOD', 'green'],
    ['EXCEPTIONAL', 'green'],
  ])
})

test('S202 a wifi signal of 999 is none, above 100 a wire, else the signal', () => {
  expect([999, 1000, 101, 100, 0].map(wifiLink)).toEqual(['none', 'wired', 'wired', 'wifi', 'wifi'])
  expect(graded('wifiSignalStrength', 120)).toBe('SKIP')
  expect(graded('wifiSignalStrength', 999)).toBe('UNKNOWN')
})

test('S110 the wifi band is the grade of its signal, N/A on a wire, unknown without one', () => {
  const band = (signal: Parameters<typeof wifiBand>[0], isEnabled = true) =>
    wifiBand(signal, { ...DEFAULT_DEVICE_SETTINGS, isEnabled })
  const wifi = { kind: 'wifi', percent: 70 } as const
  expect([band(wifi), band({ ...wifi, percent: 95 }), band({ ...wifi, percent: 12 })]).toEqual([
    'FAIR',
    'EXCEPTIONAL',
    'POOR',
  ])
  expect([band({ kind: 'wired' }), band({ kind: 'none' }), band(null), band(wifi, false)]).toEqual([
    'SKIP',
    'UNKNOWN',
    'UNKNOWN',
    'SKIP',
  ])
})

describe('S224 lower is better', () => {
  test.each(['loss', 'jitter', 'ping', 'memoryUsage', 'cpuUsage', 'diskUtilisation'] as const)(
    'S224 %s: each bound still has its band, and beyond the poor one is poor',
    (metric) => {
      const { exceptional, veryGood, good, poor } = DEFAULT_THRESHOLDS[metric]
      expect(isHigherBetter(metric)).toBe(false)
      expect(graded(metric, exceptional)).toBe('EXCEPTIONAL')
      expect(graded(metric, veryGood)).toBe(veryGood === exceptional ? 'EXCEPTIONAL' : 'VERY_GOOD')
      expect(graded(metric, exceptional + 0.01)).toBe(veryGood === exceptional ? 'GOOD' : 'VERY_GOOD')
      expect(graded(metric, veryGood + 0.01)).toBe('GOOD')
      expect(graded(metric, good)).toBe('GOOD')
      expect(graded(metric, good + 0.01)).toBe('FAIR')
      expect(graded(metric, poor)).toBe('FAIR')
      expect(graded(metric, poor + 0.01)).toBe('POOR')
    },
  )
})

describe('S225 higher is better', () => {
  test.each(['download', 'upload', 'memorySize', 'threadCount', 'wifiSignalStrength'] as const)(
    'S225 %s: each bound still has its band, and below the poor one is poor',
    (metric) => {
      const { exceptional, veryGood, good, poor } = DEFAULT_THRESHOLDS[metric]
      expect(isHigherBetter(metric)).toBe(true)
      expect(graded(metric, exceptional)).toBe('EXCEPTIONAL')
      expect(graded(metric, exceptional - 0.01)).toBe('VERY_GOOD')
      expect(graded(metric, veryGood)).toBe('VERY_GOOD')
      expect(graded(metric, veryGood - 0.01)).toBe('GOOD')
      expect(graded(metric, good)).toBe('GOOD')
      expect(graded(metric, good - 0.01)).toBe('FAIR')
      expect(graded(metric, poor)).toBe('FAIR')
      expect(graded(metric, poor - 0.01)).toBe('POOR')
    },
  )

  test('S225 memory is read in kilobytes and graded in gigabytes', () => {
    expect(gigabytesOf(8 * 1024 * 1024)).toBe(8)
    expect(gradeReading('memorySize', 8 * KILOBYTES, DEFAULT_THRESHOLDS.memorySize)).toBe('GOOD')
    expect(gradeReading('memorySize', 8 * KILOBYTES - 1, DEFAULT_THRESHOLDS.memorySize)).toBe('FAIR')
  })
})

test('S226 without thresholds or a reading a grade is unknown; what is off or skipped is skipped', () => {
  const { ping: _, ...thresholds } = DEFAULT_THRESHOLDS
  const settings = { ...DEFAULT_DEVICE_SETTINGS, thresholds }
  expect(gradeReadings(BEST, settings)).toMatchObject({ ping: 'UNKNOWN', jitter: 'EXCEPTIONAL' })
  expect(gradeReadings({ ...BEST, jitter: null }, settings).jitter).toBe('UNKNOWN')
  expect(gradeReadings({ ...BEST, jitter: Number.NaN }, settings).jitter).toBe('UNKNOWN')
  const off = gradeReadings(BEST, { ...settings, isEnabled: false })
  expect(new Set(Object.values(off))).toEqual(new Set(['SKIP']))
  const skipped = gradeReadings(BEST, { ...settings, skipInternetCheck: true })
  const network = ['download', 'upload', 'ping', 'jitter', 'loss']
  for (const metric of METRICS) expect(skipped[metric] === 'SKIP', metric).toBe(network.includes(metric))
})

test('S227 the overall grade is the worst of its eight, whichever it is, and of no other', () => {
  const gradeWith = (changes: Partial<Readings>) =>
    overallGrade(gradeReadings({ ...BEST, ...changes }, DEFAULT_DEVICE_SETTINGS))
  expect(gradeWith({})).toBe('EXCEPTIONAL')
  for (const metric of METRICS) {
    const counts = ['upload', 'download', 'ping', 'jitter', 'loss', 'memorySize', 'threadCount']
      .concat('wifiSignalStrength')
      .includes(metric)
    expect(OVERALL_METRICS.includes(metric)).toBe(counts)
    expect(gradeWith({ [metric]: WORST_READING[metric] })).toBe(counts ? 'POOR' : 'EXCEPTIONAL')
  }
  expect(gradeWith({ upload: 8, ping: 44, wifiSignalStrength: null })).toBe('FAIR')
})

test('S227 a grade that is none makes nothing worse, and is the whole only where nothing else is', () => {
  expect(worstOf(['UNKNOWN', 'GOOD', 'SKIP', 'EXCEPTIONAL'])).toBe('GOOD')
  for (const skipped of [['SKIP'], ['SKIP', 'SKIP']] as const) expect(worstOf(skipped)).toBe('SKIP')
  expect(worstOf(['SKIP', 'UNKNOWN'])).toBe('UNKNOWN')
  expect(worstOf([])).toBe('UNKNOWN')
})

test('S332 device defaults', () => {
  expect(DEFAULT_DEVICE_SETTINGS).toMatchObject({
    isEnabled: true,
    testsToRun: 5,
    testsToPass: 5,
    minimumScreen: { width: 1366, height: 768 },
    allowVPN: false,
    requireUSBHeadset: false,
    skipInternetCheck: false,
    skipMicrophoneCheck: false,
    skipCameraCheck: false,
    skipSpeakersCheck: false,
    showWindowsAccountCreation: true,
    thresholds: DEFAULT_THRESHOLDS,
  })
})

test('S333 S334 S335 S336 the thresholds of every metric are those of the document', () => {
  expect(Object.fromEntries(METRICS.map((metric) => [metric, row(metric)]))).toEqual({
    loss: [1, 2, 3, 4, 5],
    jitter: [10, 15, 20, 25, 30],
    ping: [10, 20, 30, 45, 45],
    download: [100, 50, 30, 8, 8],
    upload: [20, 10, 7, 5, 5],
    memorySize: [32, 16, 8, 3.4, 3.4],
    memoryUsage: [25, 25, 50, 70, 90],
    cpuUsage: [25, 25, 40, 80, 90],
    threadCount: [16, 12, 8, 4, 4],
    diskUtilisation: [5, 5, 10, 15, 25],
    wifiSignalStrength: [95, 85, 75, 65, 65],
  })
})

describe('whatever the bounds', () => {
  const five = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 5, maxLength: 5 })
  /** Bounds in the order of their metric. */
  const arbitrary = fc
    .record({ metric: fc.constantFrom(...METRICS), five })
    .map(({ metric, five: values }) => {
      const [exceptional = 0, veryGood = 0, good = 0, fair = 0, poor = 0] = values.sort((a, b) =>
        isHigherBetter(metric) ? b - a : a - b,
      )
      return { metric, limits: { exceptional, veryGood, good, fair, poor } }
    })
  const value = fc.double({ min: 0, max: 100, noNaN: true })

  test('S224 S225 a better reading never grades worse', () => {
    fc.assert(
      fc.property(arbitrary, value, value, ({ metric, limits }, one, other) => {
        const [worse, better] = one < other === isHigherBetter(metric) ? [one, other] : [other, one]
        const rank = (reading: number) => rankOf(gradeReading(metric, reading, limits)) ?? -1
        expect(rank(better)).toBeGreaterThanOrEqual(rank(worse))
      }),
    )
  })

  test('S227 the overall grade is one of them, and never better than any that counts', () => {
    const some = fc.record(
      Object.fromEntries(METRICS.map((metric) => [metric, fc.option(value)])),
    ) as fc.Arbitrary<Readings>
    fc.assert(
      fc.property(some, (readings) => {
        const grades = gradeReadings(readings, DEFAULT_DEVICE_SETTINGS)
        const overall = overallGrade(grades)
        for (const metric of OVERALL_METRICS) {
          const rank = rankOf(grades[metric])
          if (rank !== null) expect(rankOf(overall)).toBeLessThanOrEqual(rank)
        }
        expect(['UNKNOWN', ...OVERALL_METRICS.map((metric) => grades[metric])]).toContain(overall)
      }),
    )
  })

  test('S226 settings that skip never grade', () => {
    const settings: DeviceSettings = { ...DEFAULT_DEVICE_SETTINGS, isEnabled: false }
    fc.assert(
      fc.property(value, (reading) => {
        expect(gradeReadings({ ...BEST, ping: reading }, settings).ping).toBe('SKIP')
      }),
    )
  })
})
