import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { license } from '#shared/contract/session.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { systemTimers } from '../../ui/timers.ts'
import { createLicence } from './licence.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

async function open(left: number) {
  const server = fakeServices()
  const ending = (ms: number) =>
    server.answer(license, () => ({ expiryDate: new Date(NOW + ms).toISOString() }))
  ending(left)
  const licence = createLicence({ api: server.services.api, timers: systemTimers, now: () => Date.now() })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const off = licence.watch(page as unknown as Document)
  await vi.advanceTimersByTimeAsync(0)
  return { ...server, ending, licence, page, off, view: () => licence.store.getState() }
}

test('S126 S186 the banner counts down each second once fewer than 7 days remain', async () => {
  const at = await open(604_800_000)
  expect(at.made).toEqual([{ path: '/api/license', request: undefined }])
  expect(at.view().shows).toBe('nothing')
  await vi.advanceTimersByTimeAsync(999)
  expect(at.view().shows).toBe('nothing')
  await vi.advanceTimersByTimeAsync(1)
  expect(at.view()).toEqual({ shows: 'banner', timerText: 'License expires in: 6d 23h 59m 59s' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.view().timerText).toBe('License expires in: 6d 23h 59m 58s')
})

test('S187 it turns into the overlay at the end, and a renewed licence takes that away', async () => {
  const at = await open(2000)
  await vi.advanceTimersByTimeAsync(2000)
  expect(at.view()).toEqual({ shows: 'overlay', timerText: 'Your license has expired' })
  at.ending(30 * 24 * HOUR)
  at.page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(at.view().shows).toBe('nothing')
})

test("S188 a failed fetch makes the text 'Error fetching license' and shows nothing", async () => {
  const at = await open(HOUR)
  expect(at.view().shows).toBe('banner')
  at.answer(license, () => {
    throw refused(500, 'no')
  })
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(at.view()).toEqual({ shows: 'nothing', timerText: 'Error fetching license' })
  expect(at.services.notices.store.getState()).toEqual([])
})

test('S126 it is fetched hourly and when the tab is seen, until it ends', async () => {
  const at = await open(90 * 24 * HOUR)
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(at.made).toHaveLength(3)
  at.page.visibilityState = 'hidden'
  at.page.dispatchEvent(new Event('visibilitychange'))
  expect(at.made).toHaveLength(3)
  at.off()
  expect(vi.getTimerCount()).toBe(0)
})
