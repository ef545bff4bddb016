import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { locate } from '../machine/geolocation.ts'
import { createDesktop } from './desktop.ts'
import { followUnread } from './unread-badge.ts'

afterEach(() => void vi.unstubAllGlobals())

test('S135 unread messages are shown as they change, and none once it ends', () => {
  const { desktop, requests } = fakeDesktop({ unreadMessages: done })
  const store = createStore(() => ({ unread: 2, other: 0 }))
  const off = followUnread(desktop, store, ({ unread }) => unread)
  store.setState({ other: 1 })
  store.setState({ unread: 5 })
  off()
  store.setState({ unread: 7 })
  expect(requests('unreadMessages')).toEqual([{ count: 2 }, { count: 5 }, { count: 0 }])
  followUnread(createDesktop({}), store, ({ unread }) => unread)()
})

test('S140 the place is the desktop app’s, else the browser’s', async () => {
  const value = { latitude: 53.8, longitude: -1.5, accuracy: 12 }
  const { desktop, answer } = fakeDesktop({ geolocation: { ok: true, value } })
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((found) =>
    found({ coords: { ...value, latitude: 1 } } as GeolocationPosition),
  )
  const browser = { getCurrentPosition }
  expect(await locate(desktop, browser)).toEqual({ ok: true, value })
  answer('geolocation', refusal('denied', 'Windows refuses.'))
  expect(await locate(desktop, browser)).toMatchObject({ error: { message: 'Windows refuses.' } })
  expect(getCurrentPosition).not.toHaveBeenCalled()

  const web = createDesktop({})
  expect(await locate(web, browser)).toEqual({ ok: true, value: { ...value, latitude: 1 } })
  for (const [code, expected] of [
    [1, 'denied'],
    [3, 'failed'],
  ] as const) {
    getCurrentPosition.mockImplementation((_found, failed) => failed?.({ code } as GeolocationPositionError))
    expect(await locate(web, browser)).toMatchObject({ ok: false, error: { code: expected } })
  }
  expect(await locate(web, undefined)).toMatchObject({ error: { code: 'unsupported' } })
})
