import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logout } from '#shared/contract/auth.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createStorage } from '../storage/storage.ts'
import { createSession } from './session.ts'
import { createSessionLife } from './session-life.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const map = new Map<string, string>()
  const store = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  const events = new EventTarget()
  const storage = createStorage(store, events)
  const session = createSession(storage, () => Date.now())
  const server = fakeServices({ storage, session })
  const cleared = vi.fn()
  server.services.caches.register(cleared)
  const life = createSessionLife({ ...server.services, api: () => server.services.api })
  server.answer(logout, () => ({ done: true }))
  /** Another tab of the same browser. */
  const elsewhere = createSession(createStorage(store, new EventTarget()), () => Date.now())
  const hear = () => events.dispatchEvent(Object.assign(new Event('storage'), { key: 'fieldwork.token' }))
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, map, session, storage, life, cleared, elsewhere, hear, messages }
}

const paths = (made: { path: string }[]) => made.map(({ path }) => path)

describe('an invalid session', () => {
  test('S155 S305 S009 the token goes at once, the cache after 3 s, the page to /exit-app after 5 s', () => {
    const at = open()
    at.session.signIn(testToken())
    const token = at.session.store.getState().token ?? ''
    expect(at.life.invalid(token)).toBeNull()
    expect(at.storage.get('token')).toBeNull()
    expect(at.session.store.getState().user).toBeNull()
    expect(at.life.store.getState()).toEqual({ name: 'invalid', secondsLeft: 5 })
    vi.advanceTimersByTime(2999)
    expect(at.cleared).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(at.cleared).toHaveBeenCalledTimes(1)
    expect(at.life.store.getState()).toEqual({ name: 'invalid', secondsLeft: 2 })
    vi.advanceTimersByTime(1999)
    expect(at.visited).toEqual([])
    vi.advanceTimersByTime(1)
    expect(at.visited).toEqual(['/exit-app'])
    expect(at.life.store.getState()).toEqual({ name: 'running' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('S155 many calls that fail at once end it once', () => {
    const at = open()
    at.session.signIn(testToken())
    const token = at.session.store.getState().token ?? ''
    at.life.invalid(token)
    vi.advanceTimersByTime(2000)
    at.life.invalid(token)
    vi.advanceTimersByTime(3000)
    expect(at.visited).toEqual(['/exit-app'])
  })

  test('S155 an answer to a token that another tab has renewed ends nothing', () => {
    const at = open()
    at.session.signIn(testToken())
    const old = at.session.store.getState().token ?? ''
    const fresh = testToken([], { exp: 4_000_000_001 })
    at.elsewhere.sync()
    at.elsewhere.renew(old, fresh)
    expect(at.life.invalid(old)).toBe(`Bearer ${fresh}`)
    expect(at.session.store.getState().token).toBe(`Bearer ${fresh}`)
    expect(at.life.store.getState().name).toBe('running')
  })

  test('S155 drafts and the user name outlive it', () => {
    const at = open()
    at.session.signIn(testToken())
    at.storage.set('chatDrafts', { '7:a': 'half a sentence' })
    at.life.invalid(at.session.store.getState().token ?? '')
    vi.advanceTimersByTime(5000)
    expect(at.storage.get('chatDrafts')).toEqual({ '7:a': 'half a sentence' })
    expect(at.storage.get('username')).toBe('amelia.ward')
  })
})

describe('logout', () => {
  test('S156 S157 S261 the server is told, the token goes, and after 2 s the state', async () => {
    const at = open()
    const reset = vi.fn()
    at.life.onReset(reset)
    at.session.signIn(testToken())
    await at.life.logout()
    expect(paths(at.made)).toEqual(['/api/auth/logout'])
    expect(at.storage.get('token')).toBeNull()
    expect(at.storage.get('freshLogin')).toBe(true)
    expect(at.life.store.getState()).toEqual({ name: 'left' })
    // What ends already isn't ended again.
    await at.life.logout()
    expect(at.made).toHaveLength(1)
    vi.advanceTimersByTime(1999)
    expect(reset).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reset).toHaveBeenCalledTimes(1)
    expect(at.cleared).toHaveBeenCalledTimes(1)
    expect(at.life.store.getState()).toEqual({ name: 'running' })
    expect(at.visited).toEqual(['/'])
  })

  test('S156 nobody signed in: the server is not called', async () => {
    const at = open()
    await at.life.logout()
    expect(at.made).toEqual([])
    expect(at.life.store.getState()).toEqual({ name: 'left' })
  })

  test("S158 a failure says 'Something has gone wrong.' and forgets the token all the same", async () => {
    const at = open()
    at.answer(logout, () => {
      throw refused(500, 'no')
    })
    at.session.signIn(testToken())
    await at.life.logout()
    expect(at.services.notices.store.getState()).toMatchObject([
      { kind: 'error', message: 'Something has gone wrong.' },
    ])
    expect(at.storage.get('token')).toBeNull()
    expect(at.life.store.getState()).toEqual({ name: 'running' })
  })

  test('S156 S158 a session that the server had ended already is as good as logged out', async () => {
    const at = open()
    at.session.signIn(testToken())
    at.answer(logout, () => {
      at.life.invalid(at.session.store.getState().token ?? '')
      throw refused(401, 'gone')
    })
    await at.life.logout()
    expect(at.life.store.getState()).toEqual({ name: 'left' })
    expect(at.messages()).toEqual([])
  })

  test('S157 a second click changes nothing', async () => {
    const at = open()
    at.session.signIn(testToken())
    await Promise.all([at.life.logout(), at.life.logout()])
    expect(paths(at.made)).toEqual(['/api/auth/logout'])
  })
})

describe('several tabs', () => {
  test('S156 a logout in one is told in the others', () => {
    const at = open()
    at.life.watch()
    at.session.signIn(testToken())
    at.elsewhere.signOut()
    at.hear()
    expect(at.session.store.getState().user).toBeNull()
    expect(at.messages()).toEqual(['You were logged out in another window.'])
    expect(at.cleared).toHaveBeenCalled()
  })

  test('another person who signs in takes this tab along, told and with nothing of the first kept', () => {
    const at = open()
    at.life.watch()
    at.session.signIn(testToken())
    at.elsewhere.signIn(testToken([], { userId: 8, interviewerNameId: 'Tom Reed', userName: 'tom' }))
    at.hear()
    expect(at.session.store.getState().user?.id).toBe(8)
    expect(at.messages()).toEqual(['You are now signed in as Tom Reed, as in another window.'])
    expect(at.cleared).toHaveBeenCalled()
  })

  test('a renewal in one goes unnoticed in the others', () => {
    const at = open()
    at.life.watch()
    at.session.signIn(testToken())
    at.elsewhere.signIn(testToken([], { exp: 4_000_000_001 }))
    at.hear()
    expect(at.session.store.getState().user?.claims.exp).toBe(4_000_000_001)
    expect(at.messages()).toEqual([])
    expect(at.cleared).not.toHaveBeenCalled()
  })

  test('signing in again in one frees the others from the screen of the end', () => {
    const at = open()
    at.life.watch()
    at.session.signIn(testToken())
    at.life.invalid(at.session.store.getState().token ?? '')
    at.elsewhere.signIn(testToken([], { exp: 4_000_000_001 }))
    at.hear()
    expect(at.life.store.getState()).toEqual({ name: 'running' })
    vi.advanceTimersByTime(10_000)
    expect(at.visited).toEqual([])
  })
})

test('nothing is written to the browser but what the session needs, and no secret but the token', async () => {
  const at = open()
  at.session.signIn(testToken([], { iat: 1_700_000_000 }))
  expect([...at.map.keys()].sort()).toEqual([
    'fieldwork.token',
    'fieldwork.tokenReceipt',
    'fieldwork.username',
  ])
  const [, , signature] = (at.session.store.getState().token ?? '').split('.')
  const holding = [...at.map].filter(([, value]) => value.includes(signature ?? '')).map(([key]) => key)
  expect(holding).toEqual(['fieldwork.token'])
  await at.life.logout()
  expect([...at.map.keys()].sort()).toEqual(['fieldwork.freshLogin', 'fieldwork.username'])
})
