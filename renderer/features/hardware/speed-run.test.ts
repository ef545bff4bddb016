import { expect, test } from 'vitest'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import { MeterRefusal, type SpeedMeter } from '../../services/speed-test.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { NOTHING_READ } from './machine-readings.ts'
import { createSpeedRun, type SpeedRunParts } from './speed-run.ts'
import { FAST } from './testing.ts'

const settled = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

function begin(changes: Partial<SpeedRunParts> = {}) {
  const timers = manualTimers()
  const saved: number[] = []
  const run = createSpeedRun({
    meter: { measure: async () => FAST },
    machine: async () => NOTHING_READ,
    packetLoss: async () => null,
    save: async (kind, results) => {
      saved.push(results.length)
      return { kind, takenAt: '', ...verdictOf(results, DEFAULT_DEVICE_SETTINGS) }
    },
    timers,
    now: () => 0,
    ...changes,
  })
  const after = async (ms: number) => {
    timers.pass(ms)
    await settled()
  }
  return { run, after, saved, pending: timers.pending, state: () => run.store.getState() }
}

test('W108 a test begins every 5 seconds until 5 results are collected, which are then kept', async () => {
  const { run, after, saved, state, pending } = begin()
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  await settled()
  expect([state().results.length, state().total]).toEqual([1, 5])
  await after(4999)
  expect(state().results).toHaveLength(1)
  await after(1)
  expect(state().results).toHaveLength(2)
  for (let i = 0; i < 3; i++) await after(5000)
  expect(state()).toMatchObject({
    phase: 'finished',
    outcome: { grade: 'VERY_GOOD', passed: 5 },
    problem: null,
  })
  expect(saved).toEqual([5])
  expect(pending()).toBe(0)
})

test('W251 the badge test collects 15', async () => {
  const { run, after, saved } = begin()
  run.start('BADGE', DEFAULT_DEVICE_SETTINGS)
  for (let i = 0; i < 15; i++) await after(5000)
  expect(saved).toEqual([15])
})

test('W142 without enabled thresholds it says so and tests nothing', async () => {
  for (const settings of [null, { ...DEFAULT_DEVICE_SETTINGS, isEnabled: false }]) {
    const { run, state, pending } = begin()
    run.start('TEST', settings)
    await settled()
    expect(state()).toMatchObject({
      phase: 'failed',
      problem: 'This feature has not been enabled for your account',
      results: [],
    })
    expect(pending()).toBe(0)
  }
})

test('a test that takes longer than its turn delays the next one, and a second start does nothing', async () => {
  const ends: (() => void)[] = []
  const meter: SpeedMeter = { measure: () => new Promise((resolve) => ends.push(() => resolve(FAST))) }
  const { run, after, state } = begin({ meter })
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  await after(12_000)
  run.start('BADGE', DEFAULT_DEVICE_SETTINGS)
  expect([ends.length, state().kind]).toEqual([1, 'TEST'])
  ends[0]?.()
  await settled()
  await after(3000)
  expect([ends.length, state().results.length]).toEqual([2, 1])
})

test('cancelling aborts the test under way, and what it still brings is dropped', async () => {
  const signals: AbortSignal[] = []
  const meter: SpeedMeter = {
    measure: (_limits, { signal }) => {
      signals.push(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const { run, after, state, saved, pending } = begin({ meter })
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  run.cancel()
  await after(30_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(state()).toMatchObject({ phase: 'cancelled', problem: 'The tests were cancelled.', results: [] })
  expect([saved.length, pending()]).toEqual([0, 0])
})

test.each([
  [new MeterRefusal(403, '{url} - Access denied'), 'This feature has not been enabled for your account'],
  [new MeterRefusal(429, 'Please wait a minute.'), 'Please wait a minute.'],
  [new Error('broken'), 'The tests could not be run. Please try again.'],
])('%s ends the run in words', async (error, words) => {
  const { run, state, pending } = begin({ meter: { measure: () => Promise.reject(error) } })
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  await settled()
  expect(state()).toMatchObject({ phase: 'failed', problem: words })
  expect(pending()).toBe(0)
})

test('a result that cannot be kept is graded here', async () => {
  const { run, state } = begin({ save: () => Promise.reject(new Error('offline')) })
  run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1 })
  await settled()
  expect(state()).toMatchObject({ phase: 'finished', outcome: { grade: 'VERY_GOOD', run: 1 } })
  expect(state().problem).toContain('could not be saved')
})

test('packets that the desktop client counts go before late answers, and no check of the internet measures none', async () => {
  const lossy = begin({ packetLoss: async () => 25 })
  lossy.run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1 })
  await settled()
  expect(lossy.state().outcome).toMatchObject({ readings: { loss: 25 }, grade: 'POOR' })
  const skipping = begin({ packetLoss: async () => 25 })
  skipping.run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1, skipInternetCheck: true })
  await settled()
  expect(skipping.state().results).toMatchObject([{ loss: null, download: null }])
})
