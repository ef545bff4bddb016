import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { MasterActivity } from '#shared/contract/activity.ts'
import { askMood } from '#shared/contract/well-being.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { watchWellBeing } from './well-being.ts'

const MINUTE = 60_000

function open(permissions: PermissionName[] = ['CAN_USE_MOOD_CAPTURE'], wellBeingPromptRate = 7200) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(permissions))
  const store = createStore(() => ({
    master: null as MasterActivity | null,
    activityLastResponseTime: null,
  }))
  let inCall = false
  let due = false
  server.answer(askMood, () => ({
    isDue: due,
    inSeconds: due ? 0 : 600,
    isRequired: true,
    timeoutSeconds: 45,
  }))
  const { services, made } = server
  const off = watchWellBeing({ ...services, activity: { store }, isInCall: () => inCall })
  return {
    ...server,
    timers,
    off,
    become: (currentActivity: ActivityName) =>
      store.setState({ master: { currentActivity, wellBeingPromptRate } as MasterActivity }),
    setDue: (value: boolean) => {
      due = value
    },
    setInCall: (value: boolean) => {
      inCall = value
    },
    /** Time passes, and what was asked meanwhile is answered. */
    pass: async (ms: number) => {
      timers.pass(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
    asked: () => made.length,
    opened: () =>
      services.dialogs.store
        .getState()
        .filter(({ name, opened }) => name === 'well-being' && opened)
        .map(({ params }) => params),
  }
}

test('W112 W253 the check opens when the server says so, with what holds for it', async () => {
  const at = open()
  at.become('AVAILABLE')
  await at.pass(0)
  expect(at.asked()).toBe(1)
  expect(at.opened()).toEqual([])
  at.setDue(true)
  await at.pass(10 * MINUTE - 1)
  expect(at.asked()).toBe(1)
  await at.pass(1)
  expect(at.opened()).toEqual([{ isRequired: true, timeoutSeconds: 45 }])
})

test('W033 a window that was just opened says so, once: an answer that has to be given is still owed', async () => {
  const at = open()
  at.become('AVAILABLE')
  await at.pass(0)
  await at.pass(10 * MINUTE)
  expect(at.made.map(({ request }) => request)).toEqual([
    { question: 'CHECK', isOpening: true },
    { question: 'CHECK', isOpening: false },
  ])
})

test.each(['INACTIVE', 'BREAK', 'PERSONAL'] as const)('W033 who is %s isn’t asked', async (activity) => {
  const at = open()
  at.become(activity)
  await at.pass(60 * MINUTE)
  expect(at.asked()).toBe(0)
  at.become('CODING')
  await at.pass(0)
  expect(at.asked()).toBe(1)
})

test('W009 during a call the question waits for its end', async () => {
  const at = open()
  at.setDue(true)
  at.setInCall(true)
  at.become('AVAILABLE')
  await at.pass(0)
  await at.pass(MINUTE)
  expect(at.asked()).toBe(0)
  at.setInCall(false)
  await at.pass(30_000)
  expect(at.opened()).toHaveLength(1)
})

test('W009 nobody is asked without the permission, nor where the deployment asks nobody', async () => {
  for (const at of [open([]), open(undefined, 0)]) {
    at.become('AVAILABLE')
    await at.pass(60 * MINUTE)
    expect(at.asked()).toBe(0)
  }
})

test('W009 a failure is tried again later, and an end is an end', async () => {
  const at = open()
  at.answer(askMood, () => {
    throw refused(404, 'no')
  })
  at.become('AVAILABLE')
  await at.pass(0)
  await at.pass(10 * MINUTE)
  expect(at.asked()).toBe(2)
  at.off()
  at.become('CODING')
  await at.pass(60 * MINUTE)
  expect(at.asked()).toBe(2)
})
