import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defconAlerts, forMe } from '#shared/contract/broadcast.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const in_ = (ms: number) => new Date(NOW + ms).toISOString()

function open() {
  const at = fakeLive({ now: () => Date.now() })
  const shown = (kind: string) => at.live.banners.store.getState().find((banner) => banner.kind === kind)
  return { ...at, shown }
}

test('S112 S291 broadcasts are read anew on refreshBroadcasts, and go when they end', async () => {
  const at = open()
  const end = at.live.announcements.watch()
  at.answer(forMe, () => [
    { message: 'Fire drill', endDate: in_(60_000) },
    { message: 'Rail strike', endDate: in_(90_000) },
    { message: 'Over', endDate: in_(-1) },
  ])
  at.hub.fire('refreshBroadcasts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.shown('broadcast')).toMatchObject({ text: 'Fire drill', items: ['Fire drill', 'Rail strike'] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.shown('broadcast')).toMatchObject({ text: 'Rail strike', items: ['Rail strike'] })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(at.shown('broadcast')).toBeUndefined()
  end()
})

test('S112 S291 defcon alerts are read anew on refreshDefconAlerts; a new one sounds the siren, once', async () => {
  const at = open()
  at.answer(defconAlerts, () => [{ startTime: in_(-60_000) }])
  for (let i = 0; i < 2; i++) {
    at.hub.fire('refreshDefconAlerts')
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(at.shown('defcon')?.text).toContain('Defcon alert since')
  expect(at.played).toEqual(['siren'])
  expect(at.stopped).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.stopped).toEqual(['siren'])
  at.answer(defconAlerts, () => [])
  at.hub.fire('refreshDefconAlerts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.shown('defcon')).toBeUndefined()
})

test('S291 500 announcements at once make two reads; a failed one leaves what is known', async () => {
  const at = open()
  at.answer(forMe, () => Array.from({ length: 500 }, (_, i) => ({ message: `No. ${i}`, endDate: in_(1e6) })))
  for (let i = 0; i < 500; i++) at.hub.fire('refreshBroadcasts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.made).toHaveLength(2)
  expect(at.live.banners.store.getState()).toHaveLength(1)
  expect(at.shown('broadcast')?.items).toHaveLength(500)
  at.answer(forMe, () => {
    throw refused(500, 'no')
  })
  await at.live.announcements.refreshBroadcasts()
  expect(at.shown('broadcast')?.items).toHaveLength(500)
})

test('S091 a dismissed banner stays away until it has something else to say', async () => {
  const at = open()
  const dismissed = () => at.shown('broadcast')?.dismissed
  at.answer(forMe, () => [{ message: 'Fire drill', endDate: in_(1e6) }])
  await at.live.announcements.refreshBroadcasts()
  at.live.banners.dismiss('broadcast')
  await at.live.announcements.refreshBroadcasts()
  expect(dismissed()).toBe(true)
  at.answer(forMe, () => [{ message: 'Rail strike', endDate: in_(1e6) }])
  await at.live.announcements.refreshBroadcasts()
  expect(dismissed()).toBe(false)
})
