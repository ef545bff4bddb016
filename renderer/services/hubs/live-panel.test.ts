import { type HubConnection, HubConnectionBuilder } from '@microsoft/signalr'
import { afterEach, expect, test, vi } from 'vitest'
import { UNKNOWN } from '#shared/contract/live-panel.ts'
import type { NotificationRow } from '#shared/contract/notifications.ts'
import { LIVE_PANEL_RECONNECT_MS, type livePanelHub } from '#shared/hubs/live-panel.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createDialogs } from '../notices/dialogs.ts'
import { followNotifications } from '../notices/follow-notifications.ts'
import { createNotices } from '../notices/notices.ts'
import { createHubClient, reconnectDelay } from './hub-client.ts'
import { createLivePanel } from './live-panel.ts'

afterEach(() => void vi.restoreAllMocks())

/** A panel over a connection that a test breaks; `fails` tries to connect fail first. */
async function open(fails = 0) {
  const told: Record<string, () => void> = {}
  const waits: number[] = []
  const start = vi.fn(async () => {
    if (start.mock.calls.length <= fails) throw new Error('unreachable')
  })
  const connection = {
    on: (name: string, run: () => void) => void Object.assign(told, { [name]: run }),
    onreconnecting: (run: () => void) => void Object.assign(told, { reconnecting: run }),
    onreconnected: (run: () => void) => void Object.assign(told, { reconnected: run }),
    onclose: (run: () => void) => void Object.assign(told, { close: run }),
    start,
    stop: async () => {},
  }
  vi.spyOn(HubConnectionBuilder.prototype, 'build').mockReturnValue(connection as unknown as HubConnection)
  const retry = vi.spyOn(HubConnectionBuilder.prototype, 'withAutomaticReconnect')
  const url = vi.spyOn(HubConnectionBuilder.prototype, 'withUrl')
  const notices = createNotices()
  const { session } = fakeServices().services
  session.signIn(testToken(['ISUPERVISOR_CAN_SEE_MODULE']))
  const panel = createLivePanel({
    notices,
    session,
    hub: (declaration, options) =>
      createHubClient(declaration, {
        ...options,
        baseUrl: 'http://localhost',
        hubToken: async () => '',
        random: () => 0.5,
        wait: async (ms) => void waits.push(ms),
      }),
  })
  const end = panel.watch()
  await vi.waitFor(() => expect(panel.store.getState().connection).toBe('connected'))
  const warnings = () => notices.store.getState().map(({ kind, message }) => `${kind}: ${message}`)
  return { told, waits, retry, url, panel, end, warnings }
}

test('D127 W113 W114 a closed live panel says so, and connects again after 5 seconds', async () => {
  const at = await open()
  expect(at.warnings()).toEqual([])
  const policy = at.retry.mock.calls[0]?.[0] as unknown as {
    nextRetryDelayInMilliseconds(at: { previousRetryCount: number }): number | null
  }
  expect(LIVE_PANEL_RECONNECT_MS).toBe(5000)
  for (const previousRetryCount of [0, 1, 999])
    expect(policy.nextRetryDelayInMilliseconds({ previousRetryCount })).toBe(5000)
  // Spread by a fifth, so that a restarted server isn't met by everybody at once.
  const spread = [0, 0.25, 1].map((random) => reconnectDelay(0, () => random, LIVE_PANEL_RECONNECT_MS))
  expect(spread).toEqual([4000, 4500, 6000])
  at.told.reconnecting?.()
  expect(at.warnings()).toEqual(['warning: Reconnecting to live panel notification service'])
  expect(at.panel.store.getState().connection).toBe('reconnecting')
  at.told.reconnected?.()
  expect(at.panel.store.getState().connection).toBe('connected')
  at.end()
  expect(at.warnings()).toHaveLength(1)
})

test('W229 a live panel that cannot be reached says so once, and is tried every 5 seconds', async () => {
  const at = await open(3)
  expect(at.warnings()).toEqual(['warning: Unable to connect to live panel notification services'])
  expect(at.waits).toEqual([5000, 5000, 5000])
  at.end()
})

test('W220 the panel is told what people do, all of them first and then the changes', async () => {
  const at = await open()
  expect(at.url.mock.calls[0]?.[0]).toBe('http://localhost/api/hubs/supervisor/livepanel')
  const stats = (masterActivity: string) => ({
    wurkforceStatus: 'ONLINE',
    masterActivity,
    diallerStatus: UNKNOWN,
    areaName: 'Leeds',
    manager: 'Priya Nair',
    machineStatus: UNKNOWN,
    userName: 'Jamie Whitfield',
    openTickets: 0,
  })
  const change = at.told.LivePanelDataChange as unknown as (changed: object) => void
  change({ 2: stats('BREAK'), 3: stats('TRAINING') })
  change({ 2: stats('CODING') })
  const { stats: known } = at.panel.store.getState()
  expect([known['2']?.masterActivity, known['3']?.masterActivity]).toEqual(['CODING', 'TRAINING'])
  at.end()
  expect(at.panel.store.getState()).toEqual({ connection: 'disconnected', stats: {}, lookers: new Map() })
})

test('W219 makeCall takes user id, meeting id, title and screenshare flag', () => {
  const { args } = mainHub.methods.makeCall
  for (const title of ['General call', 'Group Call'])
    expect(args.safeParse([2, 5, title, true]).success).toBe(true)
  for (const bad of [
    [2, 5, 'General call'],
    ['2', 5, 'General call', true],
    [2, 'x', 'General call', true],
    [2, 5, 1, true],
    [2, 5, 'x', true],
    [2, 5, 'General call', 1],
  ])
    expect(args.safeParse(bad).success).toBe(false)
})

test('what the person is told goes into the centre and to the system, and a click on it opens it', () => {
  const hub = fakeHub<typeof livePanelHub>()
  const dialogs = createDialogs()
  const arrived: number[] = []
  const read: number[] = []
  const load = vi.fn(async () => {})
  const show = vi.fn()
  const end = followNotifications({
    livePanel: { hub },
    centre: { arrived: ({ id }) => void arrived.push(id), load, wereRead: (ids) => void read.push(...ids) },
    notifications: { show } as never,
    dialogs,
  })
  const row: NotificationRow = {
    id: 8,
    subject: 'Ticket: 7 has an answer',
    isRead: false,
    entryTime: '2026-11-21T10:00:00.000Z',
    type: 3,
    source: 'TICKET',
    sourceID: 7,
  }
  hub.fire('newNotification', row)
  expect(arrived).toEqual([8])
  expect(show.mock.calls).toMatchObject([
    [{ text: 'Ticket has an answer', tag: 'notification/8', unlessInFront: true }],
  ])
  // Another of its burst takes its place.
  hub.fire('newNotification', { ...row, isRead: true })
  expect(read).toEqual([8])
  expect(show).toHaveBeenCalledTimes(1)
  show.mock.calls[0]?.[0].onOpen()
  expect(dialogs.store.getState()).toMatchObject([{ name: 'notification', params: { id: 8 }, opened: true }])
  hub.connect()
  hub.connect(true)
  expect(load).toHaveBeenCalledTimes(2)
  end()
  hub.fire('newNotification', row)
  expect(arrived).toEqual([8])
})

/** A panel over a hub that a test fires; nobody of it handles tickets. */
function openQuiet() {
  const hub = fakeHub<typeof livePanelHub>()
  const { services } = fakeServices({ hub: () => hub as never })
  services.session.signIn(testToken())
  const panel = createLivePanel(services)
  return { hub, panel, end: panel.watch() }
}

test('W220 a ticket that is open twice is looked at once, again after a reconnect, and left with the last', () => {
  const at = openQuiet()
  const missed: unknown[] = []
  at.panel.onTicketChange((change) => missed.push(change))
  const [first, second] = [at.panel.look(1209), at.panel.look(1209)]
  at.hub.connect(true)
  expect(missed).toEqual([null])
  first()
  second()
  expect(at.hub.invoked.map(({ method }) => method)).toEqual(['lookAtTicket', 'lookAtTicket', 'leaveTicket'])
  at.end()
})

test('W114 who handles no tickets is not troubled by a panel that is gone', async () => {
  const { services } = fakeServices({
    hub: ((_: unknown, options?: { onStartFailed?: () => void }) => {
      options?.onStartFailed?.()
      return fakeHub<typeof livePanelHub>()
    }) as never,
  })
  services.session.signIn(testToken())
  createLivePanel(services)
  expect(services.notices.store.getState()).toEqual([])
})
