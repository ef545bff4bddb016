import { expect, test, vi } from 'vitest'
import { FakeScheduler } from '../fake-scheduler.ts'
import { IdleWatch } from './idle-watch.ts'

const IDLE_POLL_MS = 1000

function watchWithFakeSystem() {
  const scheduler = new FakeScheduler()
  const system = { idle: 0, asked: 0 }
  const emit = vi.fn()
  const idleSeconds = () => {
    system.asked += 1
    return system.idle
  }
  const watch = new IdleWatch({ idleSeconds, scheduler, emit })
  const poll = async (idle: number) => {
    system.idle = idle
    await scheduler.advance(IDLE_POLL_MS)
  }
  return { watch, scheduler, system, emit, poll }
}

test('an event goes out when the threshold is reached and another on the return, and only then', async () => {
  const { watch, emit, poll } = watchWithFakeSystem()
  watch.start(1, 60)
  for (const idle of [58, 59]) await poll(idle)
  expect(emit).not.toHaveBeenCalled()
  for (const idle of [60, 61, 130]) await poll(idle)
  expect(emit.mock.calls).toEqual([[1, { idle: true, idleSeconds: 60 }]])
  for (const idle of [1, 2, 0]) await poll(idle)
  expect(emit.mock.calls.slice(1)).toEqual([[1, { idle: false, idleSeconds: 130 }]])
  await poll(60)
  expect(emit).toHaveBeenCalledTimes(3)
})

test('a second watch of a window replaces its first', async () => {
  const { watch, emit, poll } = watchWithFakeSystem()
  watch.start(1, 10)
  watch.start(1, 100)
  await poll(50)
  expect(emit).not.toHaveBeenCalled()
  await poll(100)
  expect(emit.mock.calls).toEqual([[1, { idle: true, idleSeconds: 100 }]])
})

test('windows are told by their own thresholds, from one poll', async () => {
  const { watch, emit, poll, system, scheduler } = watchWithFakeSystem()
  watch.start(1, 10)
  watch.start(2, 20)
  expect(scheduler.pending).toBe(1)
  await poll(15)
  expect(emit.mock.calls).toEqual([[1, { idle: true, idleSeconds: 15 }]])
  expect(system.asked).toBe(1)
})

test('nothing is asked before a watch starts or after the last has stopped', async () => {
  const { watch, emit, poll, system, scheduler } = watchWithFakeSystem()
  expect(scheduler.pending).toBe(0)
  watch.start(1, 10)
  watch.start(2, 10)
  watch.stop(1)
  await poll(0)
  expect(system.asked).toBe(1)
  watch.stop(2)
  watch.stop(2)
  expect(scheduler.pending).toBe(0)
  await poll(600)
  expect(system.asked).toBe(1)
  expect(emit).not.toHaveBeenCalled()
})

test('the end of a former page does not stop the watch of the page that followed', async () => {
  const { watch, emit, poll } = watchWithFakeSystem()
  const former = watch.start(1, 10)
  watch.start(1, 10)
  watch.stop(1, former)
  await poll(11)
  expect(emit).toHaveBeenCalledOnce()
})
