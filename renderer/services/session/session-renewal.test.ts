import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewToken } from '#shared/contract/auth.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { systemTimers } from '../../ui/timers.ts'
import { createStorage } from '../storage/storage.ts'
import { createSession } from './session.ts'
import { createSessionRenewal, type Lock } from './session-renewal.ts'

const HOUR = 3600
const MINUTE_MS = 60_000
const page = () => Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A lock as the browser's: one holder at a time. */
function fakeLock(): Lock {
  let tail: Promise<unknown> = Promise.resolve()
  return (_name, task) => {
    const run = tail.then(task)
    tail = run.catch(() => {})
    return run
  }
}

/** Tabs of one browser with one server, whose clock is `off` seconds ahead of the tabs'. */
function browser(tabs: number, off = 0) {
  const map = new Map<string, string>()
  const store = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  const now = () => Date.now()
  const serverTime = () => Math.floor(now() / 1000) + off
  const fresh = () => testToken([], { iat: serverTime(), exp: serverTime() + HOUR })
  const lock = fakeLock()
  const server = fakeServices()
  server.answer(renewToken, fresh)
  const make = () => {
    const events = new EventTarget()
    const session = createSession(createStorage(store, events), now)
    const renewal = createSessionRenewal({
      api: server.services.api,
      session,
      timers: systemTimers,
      now,
      lock,
    })
    return { session, renewal }
  }
  const first = make()
  first.session.signIn(fresh())
  const others = Array.from({ length: tabs - 1 }, make)
  return { ...server, tabs: [first, ...others], now, fresh, first }
}

test('S160 S262 a renewal puts the fresh token in the place of the old one', async () => {
  const at = browser(1)
  const before = at.first.session.store.getState().token
  vi.advanceTimersByTime(1000)
  expect(await at.first.renewal.renew()).toBe('renewed')
  expect(at.made.map(({ path }) => path)).toEqual(['/api/auth/renew-token'])
  expect(at.first.session.store.getState().token).not.toBe(before)
})

test('S160 S262 a token that is given back as it was is renewed, and one that comes after a sign-out is nobody’s', async () => {
  const at = browser(1)
  const { session, renewal } = at.first
  at.answer(renewToken, () => session.store.getState().token?.replace('Bearer ', '') ?? '')
  expect(await renewal.renew()).toBe('renewed')
  at.answer(renewToken, () => {
    session.signOut()
    return at.fresh()
  })
  expect(await renewal.renew()).toBe('signedOut')
  expect(session.store.getState().token).toBeNull()
})

test('S262 several tabs renew once, and all have the fresh token', async () => {
  const at = browser(3)
  for (const { renewal } of at.tabs) renewal.watch(page())
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS)
  expect(at.made).toHaveLength(1)
  for (const { session } of at.tabs) session.sync()
  expect(new Set(at.tabs.map(({ session }) => session.store.getState().token)).size).toBe(1)
})

test.each([-HOUR, 0, HOUR])(
  'with the server %i s off it is renewed 10 minutes before the end',
  async (off) => {
    const at = browser(1, off)
    at.first.renewal.watch(page())
    await vi.advanceTimersByTimeAsync(50 * MINUTE_MS - 1)
    expect(at.made).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(at.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(50 * MINUTE_MS)
    expect(at.made).toHaveLength(2)
  },
)

test('S262 a failed renewal is tried again, and the old token stands meanwhile', async () => {
  const at = browser(1)
  const old = at.first.session.store.getState().token
  at.answer(renewToken, () => {
    throw refused(500, 'no')
  })
  at.first.renewal.watch(page())
  await vi.advanceTimersByTimeAsync(50 * MINUTE_MS)
  expect(at.first.session.store.getState().token).toBe(old)
  at.answer(renewToken, at.fresh)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(at.made).toHaveLength(2)
  expect(at.first.session.store.getState().token).not.toBe(old)
})

test('without a lock, the tab that came second takes what the first one got', async () => {
  const at = browser(2)
  const [first, second] = at.tabs
  const fresh = testToken([], { exp: 4_000_000_001 })
  at.answer(renewToken, () => {
    first?.session.renew(first.session.store.getState().token ?? '', fresh)
    throw refused(401, 'rotated')
  })
  expect(await second?.renewal.renew()).toBe('renewed')
  expect(second?.session.store.getState().token).toBe(`Bearer ${fresh}`)
})

test('S262 a machine that slept through it renews when the page is seen', async () => {
  const at = browser(1)
  const seen = page()
  at.first.renewal.watch(seen)
  vi.setSystemTime(Date.now() + 55 * MINUTE_MS)
  seen.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(at.made).toHaveLength(1)
})

test('signed out, nothing is renewed and no timer is left', async () => {
  const at = browser(1)
  const off = at.first.renewal.watch(page())
  at.first.session.signOut()
  expect(vi.getTimerCount()).toBe(0)
  expect(await at.first.renewal.renew()).toBe('signedOut')
  expect(at.made).toEqual([])
  off()
})
