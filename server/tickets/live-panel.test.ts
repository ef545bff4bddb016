import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { myCounters } from '#shared/contract/counters.ts'
import { today } from '#shared/contract/summary.ts'
import * as tickets from '#shared/contract/tickets.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { Background } from '../background.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { holdAlone } from '../http/testing/test-server.ts'
import type { HubClients, HubServer } from '../hubs/types.ts'
import { serveLivePanel } from './live-panel-hub.ts'
import { type Caller, type HelpDesk, openHelpDesk } from './testing/company.ts'

let desk: HelpDesk
let url: string
const clients = createLiveClients()

beforeAll(async () => {
  desk = await openHelpDesk()
  url = await desk.server.server.listen(0, '127.0.0.1')
})
afterEach(() => clients.closeAll())
afterAll(() => desk.server.server.close())

const EVENTS = Object.keys(livePanelHub.events)
const open = ({ bearer }: Caller) => clients.open(desk.server, `${url}${livePanelHub.path}`, bearer, EVENTS)
const raise = async () =>
  (await desk.jamie.get(tickets.raiseTicket, { ticketType: 'Other', message: 'Cold' })).id

test('W220 the hub sends LivePanelDataChange with stats by user id, to those who handle tickets', async () => {
  expect(livePanelHub.path).toBe('/api/hubs/supervisor/livepanel')
  const [priya, jamie] = [await open(desk.priya), await open(desk.jamie)]
  await vi.waitFor(() => expect(priya.heard[0]?.[0]).toBe('LivePanelDataChange'))
  const everybody = priya.heard[0]?.[1] as Record<string, { openTickets: number }>
  const before = everybody[desk.jamie.id]?.openTickets ?? 0
  const id = await raise()
  await vi.waitFor(() =>
    expect(priya.heard.at(-1)).toEqual([
      'LivePanelDataChange',
      { [desk.jamie.id]: expect.objectContaining({ userName: 'Jamie Whitfield', openTickets: before + 1 }) },
    ]),
  )
  await vi.waitFor(() => expect(jamie.heard).toHaveLength(1))
  expect(jamie.heard).toMatchObject([['ticketChanged', { ticketID: id, event: 'RAISED', version: 1 }]])
})

test('W220 two supervisors on one ticket see each other come and go, and the agent does not see them', async () => {
  const id = await raise()
  const [priya, callum, jamie] = [await open(desk.priya), await open(desk.callum), await open(desk.jamie)]
  const names = (heard: typeof priya.heard) =>
    heard.flatMap(([event, said]) =>
      event === 'ticketLookers'
        ? [(said as { lookers: { userName: string }[] }).lookers.map(({ userName }) => userName).join()]
        : [],
    )
  await jamie.client.invoke('lookAtTicket', id)
  await priya.client.invoke('lookAtTicket', id)
  await callum.client.invoke('lookAtTicket', id)
  await vi.waitFor(() => expect(names(priya.heard)).toEqual(['Priya Nair', 'Priya Nair,Callum Reid']))
  await callum.client.stop()
  await vi.waitFor(() => expect(names(priya.heard).at(-1)).toBe('Priya Nair'))
  await priya.client.invoke('leaveTicket', id)
  expect(names(jamie.heard)).toEqual([])
})

test('W220 each change reaches whoever has the ticket open at once, and once', async () => {
  const id = await raise()
  const [callum, jamie, ellie] = [await open(desk.callum), await open(desk.jamie), await open(desk.ellie)]
  await callum.client.invoke('lookAtTicket', id)
  await jamie.client.invoke('lookAtTicket', id)
  await expect(ellie.client.invoke('lookAtTicket', id)).rejects.toThrow('This ticket is gone')
  await desk.priya.get(tickets.assignTicketToMe, { id })
  const changes = (heard: typeof jamie.heard) => heard.filter(([event]) => event === 'ticketChanged')
  const change = {
    ticketID: id,
    version: 2,
    event: 'ASSIGNED',
    by: 'Priya Nair',
    byID: desk.priya.id,
    resolved: false,
  }
  await vi.waitFor(() => expect(changes(callum.heard)).toEqual([['ticketChanged', change]]))
  await vi.waitFor(() =>
    expect(jamie.heard.map(([event]) => event)).toEqual(['ticketChanged', 'newNotification']),
  )
  expect(changes(jamie.heard)).toEqual([['ticketChanged', change]])
  expect(ellie.heard).toEqual([])
})

test('the badge is what its click lists: on the hub, from the counters, in the list and in the summary, for each role', async () => {
  const people = [desk.jamie, desk.gemma, desk.priya, desk.callum]
  for (const { id } of people) await holdAlone(desk.db, id, ['SUPPORT_HELP_CENTER'])
  const told = vi.fn<(userID: number, count: number) => void>()
  const silent = {
    toGroup: vi.fn(),
    toUser: vi.fn(),
    onlineUserIDs: new Set(),
    note: vi.fn(),
    onNote: vi.fn(),
  } as unknown as HubClients<never>
  const {
    publisher: { countsChanged },
  } = serveLivePanel({ serve: () => silent } as unknown as HubServer, {
    db: desk.db,
    clock: () => desk.server.clock.now,
    facts: { isOnline: () => true, windowsOf: () => [] },
    background: new Background(() => {}),
    onFailure: () => {},
    tellOutstandingTickets: told,
  })
  /** The count that each of them sees; hub, counters and list must agree on it. */
  async function counts(raiser: Caller) {
    told.mockClear()
    await countsChanged([raiser.id])
    const hub = new Map(told.mock.calls)
    return Promise.all(
      people.map(async (who) => {
        const { outstandingTickets } = await who.get(myCounters, undefined)
        const scope = who === desk.priya || who === desk.callum ? 'TO_HANDLE' : 'MINE'
        expect((await who.get(tickets.searchTickets, { scope })).total).toBe(outstandingTickets)
        const since = new Date(desk.server.clock.now).toISOString()
        expect((await who.get(today, { since })).tickets).toHaveLength(outstandingTickets)
        if (hub.has(who.id)) expect(hub.get(who.id)).toBe(outstandingTickets)
        return outstandingTickets
      }),
    )
  }
  for (const [raiser, place] of [
    [desk.jamie, 0],
    [desk.gemma, 1],
  ] as const) {
    const before = await counts(raiser)
    const grown = async () => (await counts(raiser)).map((count, at) => count - (before[at] ?? 0))
    const own = (count: number) => [0, 1].map((at) => (at === place ? count : 0))
    const { id } = await raiser.get(tickets.raiseTicket, { ticketType: 'Other', message: 'Cold' })
    expect(await grown()).toEqual([...own(1), 1, 1])
    await desk.callum.get(tickets.assignTicketToMe, { id })
    expect(await grown()).toEqual([...own(1), 0, 1])
    expect(told.mock.calls.map(([userID]) => userID)).toEqual(
      [desk.priya.id, desk.callum.id, raiser.id].toSorted((a, b) => a - b),
    )
    await desk.callum.get(tickets.resolveHelpRequest, {
      id,
      subject: 'Warm',
      body: 'Warm again',
      sendEmail: false,
      internalComment: '',
      interviewerNameID: '',
      userLoginID: raiser.id,
    })
    expect(await grown()).toEqual([...own(0), 0, 0])
    await desk.callum.get(tickets.reopenTicket, { id })
    expect((await grown()).slice(0, 2)).toEqual(own(1))
  }
})
