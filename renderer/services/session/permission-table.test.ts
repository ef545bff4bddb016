import { expect, test } from 'vitest'
import { environmentJson } from '#shared/contract/environment.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import type { Timers } from '../../ui/timers.ts'
import { ApiError } from '../http/api-client.ts'

const own = { CAN_USE_VAULT: 400, CAN_USE_TODO: 288 }
const numbers = (allowedPermissions: string) => testToken([], { allowedPermissions })

test('S232 a deployment’s own numbers decide what a token allows, also for tokens that come later', async () => {
  const { services, answer } = fakeServices()
  const { session } = services
  const may = () => {
    const { permissions } = session.store.getState()
    return [permissions.can('CAN_USE_VAULT'), permissions.can('CAN_USE_TODO')]
  }
  answer(environmentJson, () => ({ permissions: { ...own, CAN_FLY: 3 } }))
  session.signIn(numbers('288'))
  expect(may()).toEqual([true, false])
  await services.permissionTable.load()
  expect(may()).toEqual([false, true])
  session.signIn(numbers('400,77777'))
  expect(may()).toEqual([true, false])
})

test.each([
  ['no such file', () => Promise.reject(new ApiError('refused', '', 404))],
  ['nonsense', () => Promise.reject(new ApiError('nonsense', ''))],
  ['no numbers of its own', () => ({ permissions: {} })],
])('%s leaves the built-in numbers', async (_, given) => {
  const { services, answer } = fakeServices()
  answer(environmentJson, given)
  services.session.signIn(numbers('288'))
  await services.permissionTable.load()
  expect(services.session.store.getState().permissions.can('CAN_USE_VAULT')).toBe(true)
})

test('S232 an answer that doesn’t come keeps nobody waiting, and counts when it comes', async () => {
  const timers: Timers = {
    after: (_ms, run) => {
      queueMicrotask(run)
      return () => {}
    },
    every: () => () => {},
  }
  const { services, answer } = fakeServices({ timers })
  const late = Promise.withResolvers<{ permissions: typeof own }>()
  answer(environmentJson, () => late.promise)
  services.session.signIn(numbers('400'))
  await services.permissionTable.load()
  const mayUseVault = () => services.session.store.getState().permissions.can('CAN_USE_VAULT')
  expect(mayUseVault()).toBe(false)
  late.resolve({ permissions: own })
  await expect.poll(mayUseVault).toBe(true)
})
