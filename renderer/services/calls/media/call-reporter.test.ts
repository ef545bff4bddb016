import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { CallReading } from '#shared/domain/call-quality.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import type { CallMediaState, CallPerson } from './call-media.ts'
import { CallReporter } from './call-reporter.ts'

const GOOD: CallReading = {
  ...{ lossIn: 0, lossOut: null, jitterMs: null, roundTripMs: null, isCpuLimited: false },
}
const BEN = { microphone: 'ON', link: 'DIRECT', isUnheard: false } as CallPerson

function open() {
  const timers = manualTimers()
  const told: unknown[][] = []
  let isCut = false
  const store = createStore(() => ({ place: 'IN', people: [BEN] }) as unknown as CallMediaState)
  const media = { seat: 'own', path: 'DIRECT', store } as {
    seat: string
    path: 'DIRECT' | 'SERVER'
    store: typeof store
  }
  const invoke = async (...args: unknown[]) => {
    if (isCut) throw new Error('cut off')
    told.push(args)
  }
  const reporter = new CallReporter({ hub: { invoke: invoke as never }, media, timers })
  const cut = (is: boolean) => {
    isCut = is
  }
  return {
    timers,
    told,
    media,
    reporter,
    cut,
    people: (people: unknown[]) => store.setState({ people: people as never }),
  }
}

test('means of what was known, the longest way, the worst cause, and how long somebody wasn’t heard', () => {
  const at = open()
  at.reporter.look([GOOD])
  at.media.path = 'SERVER'
  at.people([{ ...BEN, isUnheard: true }])
  at.reporter.look([
    { lossIn: 0.06, lossOut: 0.01, jitterMs: 20, roundTripMs: 100, isCpuLimited: true },
    { ...GOOD, lossOut: 0.02, jitterMs: 31 },
  ])
  at.people([{ ...BEN, link: 'RECONNECTING' }])
  at.reporter.look([])
  // Whoever is muted isn't missed.
  at.people([{ ...BEN, microphone: 'MUTED', isUnheard: true }])
  at.reporter.look([])
  at.reporter.stop()
  expect(at.told).toEqual([
    [
      'keepCallFigures',
      'own',
      {
        ...{ way: 'SERVER', lossIn: 2, lossOut: 1.5, jitterMs: 26, roundTripMs: 100 },
        ...{ cpuLimited: 25, cause: 'LOSS_IN', silentSeconds: 4 },
      },
    ],
  ])
})

test('once a minute and at the end; nothing new, or nobody else there, tells nothing', async () => {
  const at = open()
  at.people([])
  at.reporter.look([GOOD])
  at.timers.pass(60_000)
  expect(at.told).toEqual([])
  at.people([BEN])
  at.reporter.look([GOOD])
  at.timers.pass(59_999)
  expect(at.told).toEqual([])
  at.timers.pass(1)
  expect(at.told).toHaveLength(1)
  at.timers.pass(60_000)
  expect(at.told).toHaveLength(1)
  at.reporter.look([GOOD])
  at.reporter.stop()
  expect(at.told).toHaveLength(2)
  expect(at.timers.pending()).toBe(0)
})

test('what the server didn’t take is told with the next', async () => {
  const at = open()
  at.cut(true)
  at.reporter.look([GOOD])
  at.timers.pass(60_000)
  await Promise.resolve()
  await Promise.resolve()
  at.cut(false)
  at.timers.pass(60_000)
  expect(at.told).toHaveLength(1)
})
