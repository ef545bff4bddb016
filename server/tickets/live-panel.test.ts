import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as tickets from '#shared/contract/tickets.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
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

test('two supervisors on one ticket see each other come and go, and the agent does not see them', async () => {
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

test('each change reaches whoever has the ticket open at once, and once', async () => {
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

test('how many tickets wait is told to those whose counts may have changed', async () => {
  const told = vi.fn<(userID: number, count: number) => void>()
  const silent = { toGroup: vi.fn(), toUser: vi.fn() } as unknown as HubClients<never>
  const hubServer = { serve: () => silent } as unknown as HubServer
  const [clock, facts] = [() => desk.server.clock.now, { isOnline: () => false }]
  const { countsChanged } = serveLivePanel(hubServer, {
    db: desk.db,
    clock,
    facts,
    tellOutstandingTickets: told,
  })
  const people = [desk.ellie.id, desk.callum.id]
  await countsChanged(people)
  const before = told.mock.calls.map(([, count]) => count)
  const { id } = await desk.ellie.get(tickets.raiseTicket, { ticketType: 'Other', message: 'Cold' })
  await desk.callum.get(tickets.assignTicketToMe, { id })
  await countsChanged(people)
  expect(told.mock.calls.slice(2)).toEqual([
    [desk.ellie.id, (before[0] ?? 0) + 1],
    [desk.callum.id, (before[1] ?? 0) + 1],
  ])
})
