import { expect, test, vi } from 'vitest'
import { type CallReading, RESTORE_LOOKS, SHED_LOOKS } from '#shared/domain/call-quality.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { CallMeter, type MeteredLink } from './call-meter.ts'
import { NOTHING_COUNTED, readLink } from './link-report.ts'

const LOOK_MS = 2000
const inbound = (packetsReceived: number, packetsLost: number, jitter = 0.01) => ({
  ...{ id: 'in', type: 'inbound-rtp', kind: 'audio', packetsReceived, packetsLost, jitter },
})
const outbound = (fractionLost: number) => ({ id: 'remote', type: 'remote-inbound-rtp', fractionLost })

test('loss is of the packets since the look before; the rest is as it is now, the worst of each', () => {
  const first = readLink(
    [
      inbound(90, 10, 0.02),
      { id: 'v', type: 'inbound-rtp', kind: 'video', packetsReceived: 100, packetsLost: 0, jitter: 0.5 },
      outbound(0.01),
      { ...outbound(0.04), id: 'other' },
      { id: 'p', type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.1234 },
      { id: 'q', type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
      { id: 'o', type: 'outbound-rtp', kind: 'video', qualityLimitationReason: 'cpu' },
    ],
    NOTHING_COUNTED,
  )
  expect(first).toEqual({
    count: { received: 190, lost: 10 },
    reading: { lossIn: 0.05, lossOut: 0.04, jitterMs: 20, roundTripMs: 123, isCpuLimited: true },
  })
  const second = readLink([inbound(260, 40)], first.count)
  expect(second.reading).toEqual({
    ...{ lossIn: 0.3, lossOut: null, jitterMs: 10, roundTripMs: null, isCpuLimited: false },
  })
  // Another way counts from the beginning: nothing is lost by that.
  expect(readLink([inbound(5, 0)], second.count).reading.lossIn).toBe(0)
})

function open() {
  const timers = manualTimers()
  const done: string[] = []
  const reports = new Map<string, object[] | null>()
  const link = (seat: string, seats = [seat]): MeteredLink => ({
    ...{ id: seat, seats },
    get isUp() {
      return reports.get(seat) !== null
    },
    report: async () => (reports.get(seat) ?? []) as never,
    holdCamera: (isHeld) => void done.push(`${seat} camera ${isHeld ? 'held' : 'sent'}`),
    sendTwice: (isOn) => void done.push(`${seat} voice ${isOn ? 'twice' : 'once'}`),
  })
  let links = [link('Ann'), link('Ben'), link('server', ['Cat', 'Dan'])]
  const meter = new CallMeter(() => links, timers)
  const look = async (times = 1) => {
    for (let count = 0; count < times; count++) {
      timers.pass(LOOK_MS)
      // Its reports are promises.
      await new Promise((read) => setTimeout(read))
    }
  }
  return {
    ...{ meter, timers, done, reports, look, state: () => meter.store.getState() },
    leave: () => {
      links = links.slice(0, 1)
    },
  }
}

test('who loses what is sent gets no camera after a while and the voice twice; the other way stays as it was', async () => {
  const at = open()
  at.reports.set('Ann', [outbound(0.2)])
  await at.look(SHED_LOOKS - 1)
  expect([at.done, at.state().isCameraHeld]).toEqual([['Ann voice twice'], false])
  await at.look()
  expect(at.done).toEqual(['Ann voice twice', 'Ann camera held'])
  expect(at.state()).toMatchObject({ isCameraHeld: true, worst: { bars: 1, cause: 'LOSS_OUT' } })
  for (const seat of ['Ben', 'Cat', 'Dan'])
    expect(at.state().grades.get(seat)).toEqual({ bars: 4, cause: 'NONE' })
  at.reports.set('Ann', [outbound(0)])
  await at.look(RESTORE_LOOKS)
  expect(at.done.slice(2)).toEqual(['Ann voice once', 'Ann camera sent'])
  expect(at.state()).toMatchObject({ isCameraHeld: false, worst: { bars: 4, cause: 'NONE' } })
})

test('a way that is down has no bars, who left is forgotten, and after the end nothing is measured', async () => {
  const at = open()
  at.reports.set('Ben', null)
  at.reports.set('Ann', [outbound(0.2)])
  await at.look(SHED_LOOKS)
  // Two people by one way have the same.
  expect([...at.state().grades.keys()]).toEqual(['Ann', 'Cat', 'Dan'])
  at.reports.set('server', null)
  at.reports.set('Ann', null)
  await at.look()
  expect(at.state().worst).toBeNull()
  at.leave()
  at.meter.stop()
  expect(at.timers.pending()).toBe(0)
})

test('each look’s readings are told, of the ways that are up', async () => {
  const timers = manualTimers()
  const seen: (readonly CallReading[])[] = []
  const engine: MeteredLink = {
    ...{ id: 'engine', seats: ['Ann', 'Ben'], isUp: true, holdCamera() {}, sendTwice() {} },
    report: async () => [outbound(0.2)] as never,
  }
  const down: MeteredLink = { ...engine, id: 'down', isUp: false }
  const meter = new CallMeter(
    () => [engine, down],
    timers,
    (readings) => void seen.push(readings),
  )
  timers.pass(LOOK_MS)
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  expect(seen[0]).toHaveLength(1)
  expect(seen[0]).toMatchObject([{ lossOut: 0.2, lossIn: 0 }])
  meter.stop()
})
