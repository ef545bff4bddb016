import { expect, test, vi } from 'vitest'
import { FakeScheduler } from '../services/fake-scheduler.ts'
import { IdleWatch } from '../services/idle/idle-watch.ts'
import { idleCommands } from './idle.ts'
import { sessionCommands } from './session.ts'

function caller(windowId: number) {
  const actions: (() => void)[] = []
  return {
    windowId,
    onPageGone: (action: () => void) => void actions.push(action),
    afterAnswer: (action: () => void) => void actions.push(action),
    runActions: () => {
      for (const action of actions) action()
    },
  }
}

test('S138 a watch stops when the page that asked for it has gone', () => {
  const scheduler = new FakeScheduler()
  const watch = new IdleWatch({ idleSeconds: () => 0, scheduler, emit: vi.fn() })
  const page = caller(1)
  idleCommands({ idleSeconds: () => 0, watch }).idleWatch({ thresholdSeconds: 5 }, page)
  expect(scheduler.pending).toBe(1)
  page.runActions()
  expect(scheduler.pending).toBe(0)
})

test('S138 idle seconds are read, and a watch begins, is replaced and ends by its command, of its own window alone', async () => {
  const scheduler = new FakeScheduler()
  let seconds = 41
  const told: string[] = []
  const watch = new IdleWatch({
    idleSeconds: () => seconds,
    scheduler,
    emit: (windowId, { idle }) => void told.push(`${windowId} ${idle}`),
  })
  const { idleSeconds, idleWatch } = idleCommands({ idleSeconds: () => seconds, watch })
  expect(idleSeconds(undefined, caller(1))).toBe(41)
  const [one, next, other] = [caller(1), caller(1), caller(2)]
  expect(idleWatch({ thresholdSeconds: 90 }, one)).toBeNull()
  idleWatch({ thresholdSeconds: 60 }, other)
  idleWatch({ thresholdSeconds: 30 }, next)
  // The page that was there before has a watch no more: its going ends nothing of the next one.
  one.runActions()
  await scheduler.advance(1000)
  expect(told).toEqual(['1 true'])
  seconds = 60
  expect(idleWatch({ thresholdSeconds: null }, next)).toBeNull()
  await scheduler.advance(1000)
  expect(told).toEqual(['1 true', '2 true'])
  expect(scheduler.pending).toBe(1)
  idleWatch({ thresholdSeconds: null }, other)
  expect(scheduler.pending).toBe(0)
})

test('S133 exit quits after its answer, not before', () => {
  const quit = vi.fn()
  const page = caller(1)
  expect(sessionCommands({ quit }).exit(undefined, page)).toBeNull()
  expect(quit).not.toHaveBeenCalled()
  page.runActions()
  expect(quit).toHaveBeenCalledOnce()
})
