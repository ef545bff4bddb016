import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { myAppHistory, visitApp } from '#shared/contract/app-history.ts'
import { counters, myCounters } from '#shared/contract/counters.ts'
import {
  clearNotifications,
  myNotifications,
  notificationClass,
} from '#shared/contract/notification-centre.ts'
import { fakeHub } from '../testing/fake-hub.ts'
import { fakeServices, refused } from '../testing/fake-services.ts'
import { testToken } from '../testing/session-token.ts'
import { NO_COUNTS } from './person/counters.ts'
import { createSignedInServices } from './signed-in.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 11, minute)).toISOString()

function open(random = 0.5, permissions = ['CAN_USE_MOOD_CAPTURE'] as const) {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const server = fakeServices({ now: () => clock.now, hub: () => fakeHub() as never })
  server.services.session.signIn(testToken(permissions))
  const own = createSignedInServices(server.services, () => random)
  const paths = () => server.made.map(({ path }) => path)
  return { ...server, own, clock, paths }
}

describe('counters', () => {
  test('S124 every counter is read at sign-in and after a reconnect, and moved by whoever knows better', async () => {
    expect(Object.keys(counters.shape)).toEqual([
      'pendingRequestsCount',
      'availableOpportunities',
      'pendingTasksCount',
      'toDoCount',
      'unreadNotificationCount',
      'outstandingTickets',
      'openMeetingCount',
      'unreadChat',
      'newsfeed',
      'suggestions',
      'whatsapp',
    ])
    const { own, answer } = open()
    const { store } = own.counters
    answer(myCounters, () => ({ ...NO_COUNTS, toDoCount: 3, newsfeed: 2 }))
    expect(store.getState()).toEqual(NO_COUNTS)
    const stop = own.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState()).toEqual({ ...NO_COUNTS, toDoCount: 3, newsfeed: 2 })
    own.counters.set('openMeetingCount', 4)
    own.counters.set('newsfeed', -1)
    expect(store.getState()).toMatchObject({ openMeetingCount: 4, newsfeed: 0 })
    answer(myCounters, () => ({ ...NO_COUNTS, toDoCount: 1 }))
    own.catchUp()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState()).toEqual({ ...NO_COUNTS, toDoCount: 1 })
    stop()
  })

  test('S124 a count that came while all were read stays, and a read that fails changes nothing', async () => {
    const { own, answer } = open()
    answer(myCounters, () => ({ ...NO_COUNTS, unreadChat: 1, toDoCount: 1 }))
    const reading = own.counters.refresh()
    own.counters.set('unreadChat', 5)
    await reading
    expect(own.counters.store.getState()).toMatchObject({ unreadChat: 5, toDoCount: 1 })
    answer(myCounters, () => {
      throw refused(500, 'No.')
    })
    await own.counters.refresh()
    expect(own.counters.store.getState()).toMatchObject({ unreadChat: 5, toDoCount: 1 })
  })
})

describe('app history', () => {
  test('S114 an entry has app and entryTime, and only the 10 most recent are kept', async () => {
    const { own, answer, made } = open()
    answer(myAppHistory, () => [{ app: 'Documents', entryTime: at(0) }])
    answer(visitApp, () => ({ done: true }))
    await own.appHistory.load()
    for (let n = 1; n <= 10; n++) own.appHistory.visit(`App ${n}`, () => {})
    const entries = own.appHistory.store.getState()
    expect(entries).toHaveLength(10)
    expect(entries[0]).toEqual({ app: 'App 10', entryTime: '2026-11-21T12:00:00.000Z' })
    expect(entries.map(({ app }) => app)).not.toContain('Documents')
    expect(made.at(-1)).toEqual({ path: '/api/app-history/visit', request: { app: 'App 10' } })
  })

  test('S114 the same app again only moves its time on; what the server has comes after what is new here', async () => {
    const { own, answer, clock } = open()
    own.appHistory.visit('Chat', () => {})
    clock.now += 60_000
    own.appHistory.visit('Chat', () => {})
    expect(own.appHistory.store.getState()).toEqual([{ app: 'Chat', entryTime: '2026-11-21T12:01:00.000Z' }])
    answer(myAppHistory, () => [{ app: 'Documents', entryTime: at(30) }])
    await own.appHistory.load()
    expect(own.appHistory.store.getState().map(({ app }) => app)).toEqual(['Chat', 'Documents'])
    own.appHistory.visit('Notes', () => {})
    own.appHistory.visit('Notes', () => {})
    const apps = () => own.appHistory.store.getState().map(({ app }) => app)
    expect(apps()).toEqual(['Notes', 'Chat', 'Documents'])
    // What the server has of the same moment is that visit.
    answer(myAppHistory, () => [{ app: 'Notes', entryTime: '2026-11-21T12:01:00.000Z' }])
    await own.appHistory.load()
    expect(apps()).toEqual(['Notes'])
  })
})

describe('notification centre', () => {
  const stored = { id: 7, time: at(10), message: 'Rota published', cssClass: 'info' } as const

  test('S113 banners of the session and stored notifications are items with id, time, message and cssClass', async () => {
    const { own, answer, services } = open()
    answer(myNotifications, () => [stored])
    const off = own.centre.watch()
    services.notices.show('error', 'No network')
    services.notices.show('success', 'Saved')
    services.notices.show('error', 'No network')
    await own.centre.load()
    expect(own.centre.store.getState()).toEqual({
      opened: false,
      problem: null,
      items: [
        { id: 'live:2', time: '2026-11-21T12:00:00.000Z', message: 'Saved', cssClass: 'success' },
        { id: 'live:1', time: '2026-11-21T12:00:00.000Z', message: 'No network', cssClass: 'danger' },
        { ...stored, id: 'stored:7' },
      ],
    })
    expect(notificationClass.options).toEqual(['info', 'success', 'warning', 'danger'])
    expect(own.counters.store.getState().unreadNotificationCount).toBe(1)
    off()
    services.notices.show('info', 'Unheard')
    expect(own.centre.store.getState().items).toHaveLength(3)
  })

  test('S113 each kind of notice has its class, and so has a stored one that comes meanwhile', () => {
    const { own, services } = open()
    const off = own.centre.watch()
    for (const kind of ['error', 'warning', 'info', 'success'] as const) services.notices.show(kind, kind)
    const row = { entryTime: at(10), isRead: false, source: '', sourceID: null }
    own.centre.arrived({ ...row, id: 8, type: 0, subject: 'Rota published' })
    own.centre.arrived({ ...row, id: 9, type: 4, subject: 'Ten interviews' })
    const { items } = own.centre.store.getState()
    expect(items.map(({ message, cssClass }) => `${message}: ${cssClass}`).sort()).toEqual([
      'Rota published: info',
      'Ten interviews: success',
      'error: danger',
      'info: info',
      'success: success',
      'warning: warning',
    ])
    expect(items.find(({ id }) => id === 'stored:9')).toEqual({
      ...{ id: 'stored:9', time: at(10), message: 'Ten interviews', cssClass: 'success' },
    })
    off()
  })

  test('S098 clearing takes items out here and on the server; those that it refuses come back', async () => {
    const { own, answer, made } = open()
    answer(myNotifications, () => [stored])
    await own.centre.load()
    answer(clearNotifications, () => {
      throw refused(500, 'No.')
    })
    const clearing = own.centre.clear(['stored:7'])
    expect(own.centre.store.getState().items).toEqual([])
    await clearing
    expect(own.centre.store.getState().items).toHaveLength(1)
    answer(clearNotifications, () => ({ done: true }))
    await own.centre.clear(['stored:7'])
    expect(made.at(-1)).toEqual({ path: '/api/notification-centre/clear', request: { ids: [7] } })
    expect(own.centre.store.getState().items).toEqual([])
    expect(own.counters.store.getState().unreadNotificationCount).toBe(0)
  })

  test('S098 only what is cleared goes, and what the server doesn’t keep isn’t told to it', async () => {
    const { own, answer, made, services } = open()
    answer(myNotifications, () => [stored, { ...stored, id: 8 }])
    answer(clearNotifications, () => ({ done: true }))
    const off = own.centre.watch()
    services.notices.show('success', 'Saved')
    await own.centre.load()
    const left = () => own.centre.store.getState().items.map(({ id }) => id)
    const cleared = () => made.filter(({ path }) => path === '/api/notification-centre/clear')
    await own.centre.clear(['live:1'])
    expect(left()).toEqual(['stored:7', 'stored:8'])
    expect(cleared()).toEqual([])
    await own.centre.clear(['stored:8'])
    expect(left()).toEqual(['stored:7'])
    expect(cleared().map(({ request }) => request)).toEqual([{ ids: [8] }])
    off()
  })
})

describe('mood', () => {
  const HOUR = 3_600_000
  const asked = ({ services }: ReturnType<typeof open>) =>
    services.dialogs.store.getState().some(({ name, opened }) => name === 'mood' && opened)

  test.each([
    [0, 3],
    [0.5, 3.5],
    [0.999999, 4],
  ])(
    'S328 the mood prompt comes at a random 3 to 4 hours: for %d after %d h, and again',
    async (random, hours) => {
      const opened = open(random)
      const stop = opened.own.start()
      const ms = 3 * HOUR + Math.floor(random * HOUR)
      expect(ms / HOUR).toBeCloseTo(hours, 4)
      for (let time = 0; time < 2; time++) {
        await vi.advanceTimersByTimeAsync(ms - 1)
        expect(asked(opened)).toBe(false)
        await vi.advanceTimersByTimeAsync(1)
        expect(asked(opened)).toBe(true)
        opened.services.dialogs.close('mood')
      }
      stop()
      await vi.advanceTimersByTimeAsync(5 * HOUR)
      expect(asked(opened)).toBe(false)
    },
  )

  test('S328 who may not answer is not asked', async () => {
    const opened = open(0, [] as never)
    opened.own.start()
    await vi.advanceTimersByTimeAsync(5 * HOUR)
    expect(asked(opened)).toBe(false)
  })
})
