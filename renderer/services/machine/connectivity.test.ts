import { expect, test, vi } from 'vitest'
import { logEvent } from '#shared/contract/session.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { watchConnectivity } from './connectivity.ts'

function open({ signedIn = true } = {}) {
  const page = new EventTarget()
  const server = fakeServices()
  server.answer(logEvent, () => ({ done: true }))
  if (signedIn) server.services.session.signIn(testToken())
  const off = watchConnectivity(page, server.services)
  const fire = (name: string) => page.dispatchEvent(new Event(name))
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  const logged = () => server.made.map(({ request }) => (request as { actionName: string }).actionName)
  return { ...server, fire, off, messages, logged }
}

test("S315 'You lost internet connection.' and 'You are now back online.'", () => {
  const at = open()
  at.fire('offline')
  at.fire('offline')
  expect(at.messages()).toEqual(['You lost internet connection.'])
  at.fire('online')
  expect(at.messages()).toEqual(['You lost internet connection.', 'You are now back online.'])
})

test('S164 S281 both are logged, in order, once the page is back online', async () => {
  const at = open()
  at.fire('offline')
  expect(at.made).toEqual([])
  at.fire('online')
  await vi.waitFor(() => expect(at.logged()).toEqual(['OFFLINE', 'ONLINE']))
  expect(at.made[0]).toEqual({
    path: '/api/communication/notification/log-event',
    request: { actionName: 'OFFLINE', description: 'You lost internet connection. 2026-11-21T12:00:00.000Z' },
  })
  expect(at.made[1]?.request).toEqual({
    ...{ actionName: 'ONLINE', description: 'You are now back online. 2026-11-21T12:00:00.000Z' },
  })
})

test('S164 S281 what the server did not take is logged the next time', async () => {
  const at = open()
  at.answer(logEvent, () => {
    throw refused(500, 'no')
  })
  at.fire('offline')
  at.fire('online')
  await vi.waitFor(() => expect(at.logged()).toEqual(['OFFLINE']))
  at.answer(logEvent, () => ({ done: true }))
  at.fire('offline')
  at.fire('online')
  await vi.waitFor(() => expect(at.logged().slice(1)).toEqual(['OFFLINE', 'ONLINE', 'OFFLINE', 'ONLINE']))
})

test('S164 signed out, it waits for somebody to sign in', async () => {
  const at = open({ signedIn: false })
  at.fire('offline')
  at.fire('online')
  expect(at.made).toEqual([])
  at.services.session.signIn(testToken())
  await vi.waitFor(() => expect(at.logged()).toEqual(['OFFLINE', 'ONLINE']))
})

test('S164 ended, it hears nothing', () => {
  const at = open()
  at.off()
  at.fire('offline')
  expect(at.messages()).toEqual([])
  const other = open()
  other.fire('offline')
  const before = other.messages()
  other.off()
  other.fire('online')
  expect(other.messages()).toEqual(before)
})
