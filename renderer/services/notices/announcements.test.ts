import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defconAlerts, forMe, sawAnnouncements } from '#shared/contract/broadcast.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import type { UploadOptions } from '../http/api-client.ts'

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
  const read = vi.fn((_request: unknown, _options: UploadOptions) => [
    { id: 1, message: 'Fire drill', endDate: in_(60_000) },
    { id: 2, message: 'Rail strike', endDate: in_(90_000) },
    { id: 3, message: 'Over', endDate: in_(-1) },
  ])
  at.answer(forMe, read)
  at.hub.fire('refreshBroadcasts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.shown('broadcast')).toMatchObject({ text: 'Fire drill', items: ['Fire drill', 'Rail strike'] })
  // Nobody asked for it, so a failure isn't told.
  expect(read.mock.calls[0]?.[1]).toEqual({ quiet: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.shown('broadcast')).toMatchObject({ text: 'Rail strike', items: ['Rail strike'] })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(at.shown('broadcast')).toBeUndefined()
  end()
})

test('S112 S291 defcon alerts are read anew on refreshDefconAlerts; a new one sounds the siren, once', async () => {
  const at = open()
  const read = vi.fn((_request: unknown, _options: UploadOptions) => [
    { id: 1, startTime: in_(-60_000), isDrill: false },
  ])
  at.answer(defconAlerts, read)
  for (let i = 0; i < 2; i++) {
    at.hub.fire('refreshDefconAlerts')
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(at.shown('defcon')?.text).toContain('Defcon alert since')
  expect(read.mock.calls.map(([, options]) => options)).toEqual([{ quiet: true }, { quiet: true }])
  expect(at.played).toEqual(['siren'])
  expect(at.stopped).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.stopped).toEqual(['siren'])
  // Another one, and the same one raised anew, are new ones.
  for (const [id, startTime] of [
    [2, -60_000],
    [2, -30_000],
  ] as const) {
    at.answer(defconAlerts, () => [{ id, startTime: in_(startTime), isDrill: false }])
    at.hub.fire('refreshDefconAlerts')
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(at.played).toEqual(['siren', 'siren', 'siren'])
  at.answer(defconAlerts, () => [])
  at.hub.fire('refreshDefconAlerts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.shown('defcon')).toBeUndefined()
})

test('S291 500 announcements at once make two reads; a failed one leaves what is known', async () => {
  const at = open()
  at.answer(forMe, () =>
    Array.from({ length: 500 }, (_, i) => ({ id: i + 1, message: `No. ${i}`, endDate: in_(1e6) })),
  )
  for (let i = 0; i < 500; i++) at.hub.fire('refreshBroadcasts')
  await vi.advanceTimersByTimeAsync(0)
  expect(at.made.filter(({ path }) => path === forMe.path)).toHaveLength(2)
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
  at.answer(forMe, () => [{ id: 1, message: 'Fire drill', endDate: in_(1e6) }])
  await at.live.announcements.refreshBroadcasts()
  at.live.banners.dismiss('broadcast')
  await at.live.announcements.refreshBroadcasts()
  expect(dismissed()).toBe(true)
  at.answer(forMe, () => [{ id: 2, message: 'Rail strike', endDate: in_(1e6) }])
  await at.live.announcements.refreshBroadcasts()
  expect(dismissed()).toBe(false)
})

test('A132 A133 a window tells once which announcements it shows, and a drill says ‘Drill’', async () => {
  const at = open()
  const told: unknown[] = []
  at.answer(sawAnnouncements, (request) => {
    told.push(request)
    return { done: true as const }
  })
  at.answer(forMe, () => [{ id: 4, message: 'Fire drill', endDate: in_(1e6) }])
  at.answer(defconAlerts, () => [{ id: 6, startTime: in_(-60_000), isDrill: true }])
  for (let i = 0; i < 2; i++) await at.live.announcements.refreshBroadcasts()
  await at.live.announcements.refreshDefcon()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([
    { broadcastIDs: [4], alertIDs: [] },
    { broadcastIDs: [], alertIDs: [6] },
  ])
  expect(at.shown('defcon')?.text).toMatch(/^Drill since /)
})
