import { expect, test } from 'vitest'
import {
  fitnessOf,
  type MachineState,
  PART_GROUPS,
  type Part,
  type PartState,
  readingsOf,
  screenFits,
  type Trial,
  unmetNeeds,
  worstState,
} from './device-fitness.ts'
import {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
  gradeReadings,
  METRICS,
  NETWORK_METRICS,
  overallGrade,
  type Readings,
} from './device-grading.ts'

const GB = 1024 * 1024
const NETWORK = { download: 120, upload: 25, ping: 8, jitter: 3, loss: 0 }
const MACHINE = {
  memorySize: 32 * GB,
  threadCount: 16,
  wifiSignalStrength: 99,
  memoryUsage: 20,
  cpuUsage: 20,
  diskUtilisation: 2,
}
/** One reading of each metric that is graded FAIL. */
const POOR: Readings = {
  download: 7.9,
  upload: 4.9,
  ping: 46,
  jitter: 31,
  loss: 6,
  memorySize: 3.3 * GB,
  threadCount: 3,
  wifiSignalStrength: 64,
  memoryUsage: 91,
  cpuUsage: 91,
  diskUtilisation: 26,
}
const FINE: MachineState = {
  screen: { width: 1920, height: 1080 },
  now: MACHINE,
  run: { readings: { ...MACHINE, ...NETWORK }, grade: 'EXCEPTIONAL', isPassed: true },
  microphone: 'works',
  camera: 'works',
  speakers: 'works',
  headset: 'found',
}
const SETTINGS = DEFAULT_DEVICE_SETTINGS
const stateOf = (part: Part, changes: Partial<MachineState>, settings: Partial<DeviceSettings> = {}) =>
  fitnessOf({ ...FINE, ...changes }, { ...SETTINGS, ...settings }).parts[part]

test('a machine whose every part is in order is fit', () => {
  const { parts, groups, verdict } = fitnessOf(FINE, SETTINGS)
  expect(new Set(Object.values(parts))).toEqual(new Set(['good']))
  expect([groups, verdict]).toEqual([{ internet: 'good', device: 'good', media: 'good' }, 'good'])
})

test('each part is in exactly one group', () => {
  const parts: readonly Part[] = [
    ...METRICS,
    'screen',
    'tests',
    'microphone',
    'headset',
    'camera',
    'speakers',
  ]
  expect([...Object.values(PART_GROUPS).flat()].sort()).toEqual([...parts].sort())
})

test.each(METRICS)(
  'a reading of %s that is graded FAIL makes the machine unfit, or wanting for the load of a moment',
  (metric) => {
    const isNetwork = (NETWORK_METRICS as readonly string[]).includes(metric)
    const bad = { [metric]: POOR[metric] }
    const machine: MachineState = isNetwork
      ? { ...FINE, run: { readings: { ...MACHINE, ...NETWORK, ...bad }, grade: 'GOOD', isPassed: true } }
      : { ...FINE, now: { ...MACHINE, ...bad } }
    const { parts, verdict } = fitnessOf(machine, SETTINGS)
    const isLoad = ['memoryUsage', 'cpuUsage', 'diskUtilisation'].includes(metric)
    expect([parts[metric], verdict]).toEqual(isLoad ? ['attention', 'attention'] : ['problem', 'problem'])
    expect(fitnessOf(machine, { ...SETTINGS, isEnabled: false }).verdict).toBe('skipped')
    expect(fitnessOf(machine, { ...SETTINGS, skipInternetCheck: true }).parts[metric]).toBe(
      isNetwork ? 'skipped' : parts[metric],
    )
  },
)

const TRIALS: readonly Trial[] = [
  'untested',
  'works',
  'unheard',
  'silent',
  'blocked',
  'missing',
  'busy',
  'unsupported',
]
const EXPECTED: Readonly<Record<Trial, PartState>> = {
  untested: 'unknown',
  works: 'good',
  unheard: 'attention',
  silent: 'problem',
  blocked: 'problem',
  missing: 'problem',
  busy: 'problem',
  unsupported: 'problem',
}

test.each(TRIALS)('a trial that finds %s counts, unless the part is skipped', (trial) => {
  const skipped = trial === 'works' ? 'good' : 'skipped'
  expect(stateOf('microphone', { microphone: trial })).toBe(EXPECTED[trial])
  expect(stateOf('microphone', { microphone: trial }, { skipMicrophoneCheck: true })).toBe(skipped)
  expect(stateOf('speakers', { speakers: trial })).toBe(EXPECTED[trial])
  expect(stateOf('speakers', { speakers: trial }, { skipSpeakersCheck: true })).toBe(skipped)
  // People without a camera can work.
  expect(stateOf('camera', { camera: trial })).toBe(trial === 'missing' ? 'attention' : EXPECTED[trial])
  expect(stateOf('camera', { camera: trial }, { skipCameraCheck: true })).toBe(skipped)
})

test('S332 a headset counts where one is required', () => {
  const required = { requireUSBHeadset: true }
  expect(stateOf('headset', { headset: 'missing' }, required)).toBe('problem')
  expect(stateOf('headset', { headset: 'unknown' }, required)).toBe('unknown')
  expect(stateOf('headset', { headset: 'found' }, required)).toBe('good')
  expect(stateOf('headset', { headset: 'missing' })).toBe('skipped')
})

test('S332 the least screen is the settings’', () => {
  const small = { width: 1024, height: 768 }
  expect(stateOf('screen', { screen: small })).toBe('problem')
  expect(stateOf('screen', { screen: small }, { minimumScreen: small })).toBe('good')
  expect(stateOf('screen', { screen: { ...small, width: 1023 } }, { minimumScreen: small })).toBe('problem')
  const least = DEFAULT_DEVICE_SETTINGS.minimumScreen
  expect(stateOf('screen', { screen: least })).toBe('good')
  for (const short of [{ width: least.width - 1 }, { height: least.height - 1 }])
    expect(stateOf('screen', { screen: { ...least, ...short } })).toBe('problem')
  // A phone isn't measured by it.
  expect(stateOf('screen', { screen: null })).toBe('skipped')
})

test('a run fails by its grade and by too few that passed, and an unmeasured one is not known', () => {
  const run = { readings: { ...MACHINE, ...NETWORK }, grade: 'GOOD', isPassed: true } as const
  expect(stateOf('tests', { run })).toBe('good')
  expect(stateOf('tests', { run: { ...run, isPassed: false } })).toBe('problem')
  expect(stateOf('tests', { run: { ...run, grade: 'POOR' } })).toBe('problem')
  expect(stateOf('tests', { run: { ...run, grade: 'UNKNOWN' } })).toBe('unknown')
  expect(stateOf('tests', { run: { ...run, grade: 'SKIP' } })).toBe('skipped')
  expect(stateOf('tests', { run: null })).toBe('unknown')
})

test('what the machine says now counts before what a run found', () => {
  const run = { readings: { ...POOR, ...NETWORK, cpuUsage: 10 }, grade: 'GOOD', isPassed: true } as const
  const now = { ...MACHINE, cpuUsage: null }
  expect(readingsOf({ now, run })).toEqual({ ...MACHINE, ...NETWORK, cpuUsage: 10 })
  expect(readingsOf({ now, run: null })).toMatchObject({ cpuUsage: null, download: null, threadCount: 16 })
})

test('S320 a device lacks what is below the least: screen, processor and memory, at it not', () => {
  const least = {
    screen: { width: 1366, height: 768 },
    now: { ...MACHINE, threadCount: 4, memorySize: 3.4 * GB },
  }
  const lacks = (changes: Partial<MachineState>) => unmetNeeds(fitnessOf({ ...FINE, ...changes }, SETTINGS))
  expect(lacks(least)).toEqual([])
  expect(lacks({ screen: { width: 1365, height: 768 } })).toEqual(['screen'])
  expect(lacks({ now: { ...least.now, threadCount: 3 } })).toEqual(['threadCount'])
  expect(lacks({ now: { ...least.now, memorySize: 3.39 * GB } })).toEqual(['memorySize'])
  expect(
    lacks({ now: { ...least.now, threadCount: null, memorySize: null }, screen: null, run: null }),
  ).toEqual([])
})

test('the worst state is found in any order; unknown ones do not hide what is known', () => {
  const order: PartState[] = ['problem', 'attention', 'good', 'unknown', 'skipped']
  for (const [place, state] of order.entries())
    for (const other of order.slice(place))
      expect([worstState([state, other]), worstState([other, state])]).toEqual([state, state])
})

/** Every combination of a few states of each part. */
function* machines(): Generator<[MachineState, DeviceSettings]> {
  for (const screen of [null, { width: 1366, height: 768 }, { width: 768, height: 1365 }])
    for (const threadCount of [null, 3, 4])
      for (const cpuUsage of [null, 90, 91])
        for (const download of [null, 7, 60])
          for (const microphone of ['untested', 'works', 'blocked'] as const)
            for (const camera of ['missing', 'seen'] as const)
              for (const headset of ['unknown', 'missing', 'found'] as const)
                for (const isPassed of [true, false])
                  for (const flags of [
                    {},
                    { isEnabled: false },
                    { requireUSBHeadset: true },
                    { skipMicrophoneCheck: true, skipCameraCheck: true },
                    { skipInternetCheck: true },
                  ]) {
                    const settings = { ...SETTINGS, ...flags }
                    const readings = { ...MACHINE, ...NETWORK, download, threadCount, cpuUsage }
                    const grade = overallGrade(gradeReadings(readings, settings))
                    const now = { ...MACHINE, threadCount, cpuUsage }
                    const run = download === null ? null : { readings, grade, isPassed }
                    yield [
                      {
                        ...FINE,
                        screen,
                        now,
                        run,
                        microphone,
                        headset,
                        camera: camera === 'seen' ? 'works' : camera,
                      },
                      settings,
                    ]
                  }
}

test('in no combination of readings do the whole, its groups and its parts say different things', () => {
  let count = 0
  for (const [machine, settings] of machines()) {
    count++
    const { parts, groups, verdict } = fitnessOf(machine, settings)
    const states = Object.values(parts)
    const failing = states.includes('problem')
    const seen = { machine, settings, parts, groups, verdict }
    // Groups, parts and verdict agree.
    expect([Object.values(groups).includes('problem'), verdict === 'problem'], JSON.stringify(seen)).toEqual([
      failing,
      failing,
    ])
    if (verdict === 'good') expect(states).not.toContain('attention')
    // What opens 'Unsupported device' or turns the badge red is a problem everywhere.
    if (unmetNeeds({ parts }).length > 0 || machine.run?.grade === 'POOR') expect(verdict).toBe('problem')
    // A chip that reads FAIL never stands beside 'Fit for work'.
    const grades = gradeReadings(readingsOf(machine), settings)
    if (Object.values(grades).includes('POOR')) expect(['problem', 'attention']).toContain(verdict)
  }
  expect(count).toBe(3 * 3 * 3 * 3 * 3 * 2 * 3 * 2 * 5)
})

test.each([
  [1366, 768, true],
  [768, 1366, true],
  [1365, 768, false],
  [1366, 767, false],
  [3840, 700, false],
])('a screen of %i by %i fits 1366 by 768: %s', (width, height, fits) => {
  expect(screenFits({ width, height }, DEFAULT_DEVICE_SETTINGS.minimumScreen)).toBe(fits)
})
