import { expect, test } from 'vitest'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import { NOTHING_READ } from '../../services/machine/machine-readings.ts'
import { MeterRefusal, type SpeedMeter } from '../../services/machine/speed-test.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { ProviderFailure, type ProviderMeter } from './provider-meter.ts'
import { createSpeedRun, type SpeedRunParts } from './speed-run.ts'
import { FAST, noProvider, PROVIDED } from './testing.ts'

const settled = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

function begin(changes: Partial<SpeedRunParts> = {}) {
  const timers = manualTimers()
  const saved: number[] = []
  const concluded: string[] = []
  const run = createSpeedRun({
    meter: { measure: async () => FAST },
    provider: noProvider,
    machine: async () => NOTHING_READ,
    packetLoss: async () => null,
    save: async (kind, results, server) => {
      saved.push(results.length)
      return { kind, takenAt: '', ...verdictOf(results, DEFAULT_DEVICE_SETTINGS), server }
    },
    tested: (outcome) => void concluded.push(outcome.grade),
    timers,
    now: () => 0,
    ...changes,
  })
  const after = async (ms: number) => {
    timers.pass(ms)
    await settled()
  }
  return { run, after, saved, concluded, pending: timers.pending, state: () => run.store.getState() }
}

test('W108 a test begins every 5 seconds until 5 results are collected, which are then kept', async () => {
  const { run, after, saved, concluded, state, pending } = begin()
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
  expect(concluded).toEqual(['VERY_GOOD'])
  expect(pending()).toBe(0)
})

test('W108 after 5 results no more tests begin, however long it takes to keep them', async () => {
  let measured = 0
  const meter: SpeedMeter = {
    async measure() {
      measured++
      return FAST
    },
  }
  const { run, after, state } = begin({ meter, save: () => new Promise(() => {}) })
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  for (let i = 0; i < 8; i++) await after(5000)
  expect([measured, state().results.length, state().phase]).toEqual([5, 5, 'saving'])
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

test('W108 a test that takes longer than its turn delays the next one, and a second start does nothing', async () => {
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

test('W108 cancelling aborts the test under way, and what it still brings is dropped', async () => {
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

test('W108 a result that cannot be kept is graded here', async () => {
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

/** A run with a provider, and how often provider and own meter were asked. */
function beginProvided(measure: ProviderMeter['measure'], changes: Partial<SpeedRunParts> = {}) {
  const asked = { provider: 0, own: 0 }
  const provider: ProviderMeter = {
    offer: async () => ({ name: 'Speedtest', megabytesAtMost: 1000 }),
    measure(options) {
      asked.provider++
      return measure(options)
    },
  }
  const meter: SpeedMeter = {
    async measure() {
      asked.own++
      return FAST
    },
  }
  return { ...begin({ provider, meter, ...changes }), asked }
}

test('a provider measures once for the whole run, the machine is read for each test, and packets only where it counted none', async () => {
  let machines = 0
  let packets = 0
  const parts: Partial<SpeedRunParts> = {
    machine: async () => ({ ...NOTHING_READ, cpuUsage: ++machines }),
    packetLoss: async () => {
      packets++
      return 25
    },
  }
  const { run, after, state, asked } = beginProvided(async () => PROVIDED, parts)
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  for (let i = 0; i < 5; i++) await after(5000)
  expect(state()).toMatchObject({ phase: 'finished', server: 'Northgate Fibre, Leeds', fallback: null })
  expect(state().results.map(({ download, loss, cpuUsage }) => [download, loss, cpuUsage])).toEqual(
    [1, 2, 3, 4, 5].map((machine) => [93, 0.5, machine]),
  )
  expect([asked, packets]).toEqual([{ provider: 1, own: 0 }, 0])

  const uncounted = beginProvided(async () => ({ ...PROVIDED, loss: null }), parts)
  uncounted.run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1 })
  await settled()
  expect(uncounted.state().results).toMatchObject([{ ping: 12, loss: 25 }])
})

test('the next run asks the provider anew, and one without it has the own server', async () => {
  const { run, state, asked } = beginProvided(async () => PROVIDED)
  for (let i = 1; i <= 2; i++) {
    run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1 })
    await settled()
    expect([state().phase, asked.provider]).toEqual(['finished', i])
  }
  const own = begin()
  own.run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1 })
  await settled()
  expect(own.state()).toMatchObject({ server: 'Your company’s server', fallback: null })
})

test('where the provider fails the own server stands in for the whole run, and the person is told', async () => {
  const { run, after, state, asked } = beginProvided(() =>
    Promise.reject(new ProviderFailure('Speedtest is not installed on this computer.')),
  )
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  for (let i = 0; i < 5; i++) await after(5000)
  expect(state()).toMatchObject({
    phase: 'finished',
    server: 'Your company’s server',
    fallback: 'Speedtest is not installed on this computer. Your company’s server is used instead.',
    outcome: { readings: { download: 60 } },
  })
  expect(asked).toEqual({ provider: 1, own: 5 })
})

test('cancelling a provider’s test is no failure of it, and nothing else measures', async () => {
  const { run, after, state, asked, saved } = beginProvided(
    ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  run.start('TEST', DEFAULT_DEVICE_SETTINGS)
  await settled()
  run.cancel()
  await after(30_000)
  expect(state()).toMatchObject({ phase: 'cancelled', fallback: null, server: null, results: [] })
  expect([asked, saved]).toEqual([{ provider: 1, own: 0 }, []])
})

test('a machine whose internet isn’t checked starts no provider', async () => {
  const { run, state, asked } = beginProvided(async () => PROVIDED)
  run.start('TEST', { ...DEFAULT_DEVICE_SETTINGS, testsToRun: 1, skipInternetCheck: true })
  await settled()
  expect(state()).toMatchObject({ phase: 'finished', server: null })
  expect(asked).toEqual({ provider: 0, own: 0 })
})
