import { expect, test, vi } from 'vitest'
import { registerFcm } from '#shared/contract/push.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { watchPushToken } from '../desktop/push.ts'

test('S264 the device is registered when a host supplies its token, once, and again after a failure', async () => {
  const page = new EventTarget()
  const { services, made, answer } = fakeServices()
  answer(registerFcm, () => ({ done: true }))
  const end = watchPushToken(page, services.api)
  const supply = (detail: unknown) => page.dispatchEvent(new CustomEvent('PUSH_TOKEN', { detail }))
  expect(made).toEqual([])
  for (const token of ['', null, { token: 'x' }]) supply(token)
  expect(made).toEqual([])
  supply('device-1')
  supply('device-1')
  await vi.waitFor(() =>
    expect(made).toEqual([
      { path: '/api/mobile/push-notification/register-fcm', request: { fcm: 'device-1' } },
    ]),
  )
  answer(registerFcm, () => {
    throw refused(500, 'no')
  })
  supply('device-2')
  await vi.waitFor(() => expect(made).toHaveLength(2))
  await Promise.resolve()
  supply('device-2')
  await vi.waitFor(() => expect(made).toHaveLength(3))
  end()
  supply('device-3')
  expect(made).toHaveLength(3)
})
