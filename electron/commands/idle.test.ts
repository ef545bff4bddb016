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

test('a watch stops when the page that asked for it has gone', () => {
  const scheduler = new FakeScheduler()
  const watch = new IdleWatch({ idleSeconds: () => 0, scheduler, emit: vi.fn() })
  const page = caller(1)
  idleCommands({ idleSeconds: () => 0, watch }).idleWatch({ thresholdSeconds: 5 }, page)
  expect(scheduler.pending).toBe(1)
  page.runActions()
  expect(scheduler.pending).toBe(0)
})

test('exit quits after its answer, not before', () => {
  const quit = vi.fn()
  const page = caller(1)
  expect(sessionCommands({ quit }).exit(undefined, page)).toBeNull()
  expect(quit).not.toHaveBeenCalled()
  page.runActions()
  expect(quit).toHaveBeenCalledOnce()
})
