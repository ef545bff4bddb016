import { expect, test } from 'vitest'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { createProviderMeter } from './provider-meter.ts'
import { PROVIDED } from './testing.ts'

const OFFER = { name: 'Speedtest', megabytesAtMost: 1000 }
const STEP = { phase: 'download', done: 0.4, value: 88 } as const

/** A meter over a host whose test runs until the test of this file ends it. */
function begin({ mayTest = true } = {}) {
  const running = Promise.withResolvers<never>()
  const host = fakeDesktop({
    speedProvider: { ok: true, value: OFFER },
    speedProviderRun: () => running.promise,
    speedProviderCancel: { ok: true, value: null },
  })
  let ids = 0
  const meter = createProviderMeter({
    desktop: host.desktop,
    mayTest: () => mayTest,
    newID: () => `run-${++ids}`,
  })
  const abort = new AbortController()
  const told: unknown[] = []
  const measure = () => meter.measure({ signal: abort.signal, onProgress: (step) => told.push(step) })
  const answer = (result: object) => running.resolve(result as never)
  return { host, meter, abort, told, measure, answer }
}

test('the offer is the host’s, and who may not test their connection isn’t made one', async () => {
  expect(await begin().meter.offer()).toEqual(OFFER)
  const at = begin({ mayTest: false })
  expect(await at.meter.offer()).toBeNull()
  expect(at.host.commands).toEqual([])
})

test.each([
  ['badRequest', 'The desktop client has no such command.'],
  ['unsupported', 'Please use desktop app'],
  ['failed', 'The configuration of this installation is damaged'],
])('a host that answers %s offers nothing', async (code, message) => {
  const at = begin()
  at.host.answer('speedProvider', { ok: false, error: { code: code as 'failed', message } })
  expect(await at.meter.offer()).toBeNull()
})

test('the progress of its own test is told until the test is over, and nothing of it is the page’s choice', async () => {
  const at = begin()
  const result = at.measure()
  at.host.fire('speedProviderProgress', { runID: 'other', ...STEP })
  at.host.fire('speedProviderProgress', { runID: 'run-1', ...STEP })
  at.answer({ ok: true, value: PROVIDED })
  expect(await result).toEqual(PROVIDED)
  at.host.fire('speedProviderProgress', { runID: 'run-1', ...STEP })
  expect(at.told).toEqual([STEP])
  expect(at.host.commands).toEqual([{ name: 'speedProviderRun', request: { runID: 'run-1' } }])
})

test('a failure has the host’s words', async () => {
  const at = begin()
  const message = 'Speedtest reached none of its servers.'
  at.answer({ ok: false, error: { code: 'failed', message } })
  await expect(at.measure()).rejects.toMatchObject({ name: 'ProviderFailure', message })
})

test('aborting cancels the program, and is no failure', async () => {
  const at = begin()
  const result = at.measure()
  at.abort.abort()
  expect(at.host.requests('speedProviderCancel')).toEqual([{ runID: 'run-1' }])
  at.answer({ ok: false, error: { code: 'failed', message: 'The test was cancelled.' } })
  await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  await expect(at.measure()).rejects.toMatchObject({ name: 'AbortError' })
  expect(at.host.requests('speedProviderRun')).toHaveLength(1)
})
