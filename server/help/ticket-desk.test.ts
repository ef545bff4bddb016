import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDesk } from '#shared/contract/help-center.ts'
import * as helpCenter from '#shared/contract/help-center.ts'
import * as tickets from '#shared/contract/tickets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { RESOLUTION_MAX, RESPONSE_MAX } from '#shared/domain/ticket-clocks.ts'
import { TICKET_TYPE_MAX, TICKET_TYPES, TICKET_TYPES_MAX } from '#shared/domain/ticket-guide.ts'
import { addPerson } from '../http/testing/test-server.ts'
import { type Caller, callerOf, type HelpDesk, openHelpDesk } from '../tickets/testing/company.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'

const MINUTE = 60_000
let desk: HelpDesk
let ann: Caller
let sue: Caller
beforeAll(async () => {
  desk = await openHelpDesk()
  const add = async (userName: string, permissions: readonly PermissionName[]) =>
    callerOf(desk.server, userName, await addPerson(desk.server, { userName, permissions }))
  ann = await add('ann', ['SUPPORT_HELP_CENTER', 'SUPPORT_CAN_EDIT_USER_SETTINGS'])
  sue = await add('sue', ['SUPPORT_HELP_CENTER'])
})
afterAll(() => desk.server.server.close())

const present = () => ann.get(helpCenter.getTicketDesk, undefined)
const save = async (change: (desk: TicketDesk) => Partial<TicketDesk>, as = ann) => {
  const before = await present()
  return as.say(helpCenter.saveTicketDesk, { ...before, ...change(before) })
}
const raise = async (ticketType: string, priority: 'LOW' | 'HIGH' = 'LOW') =>
  desk.jamie.say(tickets.raiseTicket, { ticketType, message: 'It does not work.', priority })
const raised = async (ticketType: string, priority?: 'LOW' | 'HIGH') => {
  const made = await raise(ticketType, priority)
  if (!('answer' in made)) throw new Error(made.value)
  return made.answer.id
}
const seen = (ticketID: number) => desk.priya.get(tickets.ticketIssueData, { ticketID })
const after = async (id: number) => {
  const { date, clocks } = await seen(id)
  return clocks.map(({ deadline }) => (Date.parse(deadline) - Date.parse(date)) / MINUTE)
}
const typeRow = (name: string, some: object = {}) => ({ name, team: '', isRetired: false, ...some })
const low = (response: number, resolution: number) => (before: TicketDesk) => ({
  clocks: { ...before.clocks, LOW: { response, resolution } },
})

test('5 §5.13 a company that touches nothing has the types and clocks of every company', async () => {
  const { types, clocks, teams, versions } = await present()
  expect(types).toEqual(TICKET_TYPES.map((name) => typeRow(name)))
  expect(clocks).toEqual({
    EMERGENCY: { response: 15, resolution: 240 },
    HIGH: { response: 30, resolution: 480 },
    MEDIUM: { response: 120, resolution: 1440 },
    LOW: { response: 480, resolution: 4320 },
  })
  expect(teams).toHaveLength(7)
  expect(versions).toEqual({ clocks: 0, types: 0, teams: 0 })
  expect(await seen(await raised('Dialler'))).toMatchObject({ team: '' })
})

test('5 §5.13 supervisors and readers of the help center read them, and editors alone change them', async () => {
  for (const reader of [sue, desk.priya]) {
    expect((await reader.say(helpCenter.getTicketDesk, undefined)).status).toBe(200)
    expect((await save(low(1, 2), reader)).status).toBe(403)
  }
  expect((await desk.jamie.say(helpCenter.getTicketDesk, undefined)).status).toBe(403)
})

test('5 §5.13 a clock is 1 minute to 7 days for an answer and to 90 days for the end, the answer first', async () => {
  for (const [response, resolution] of [
    [0, 60],
    [RESPONSE_MAX + 1, RESOLUTION_MAX],
    [1, RESOLUTION_MAX + 1],
    [1.5, 60],
    [61, 60],
  ] as const)
    expect((await save(low(response, resolution))).status).toBe(400)
  for (const [response, resolution] of [
    [RESPONSE_MAX, RESOLUTION_MAX],
    [1, 1],
  ] as const)
    expect((await save(low(response, resolution))).status).toBe(200)
  expect([RESPONSE_MAX, RESOLUTION_MAX]).toEqual([10_080, 129_600])
})

test('5 §5.13 tickets keep the clocks they were raised with until their priority changes', async () => {
  await save(low(480, 4320))
  const running = await raised('Other')
  const old = await addTicket(desk.db, { raisedBy: desk.jamie.id, priority: 'LOW' })
  await save(low(10, 20))
  const fresh = await raised('Other')
  for (const id of [running, old]) expect(await after(id)).toEqual([480, 4320])
  expect(await after(fresh)).toEqual([10, 20])
  const { ticketID, ...settings } = await desk.priya.get(tickets.viewSetting, { id: running })
  await desk.priya.get(tickets.updateTicket, { ticketID, ...settings, priority: 'HIGH' })
  expect(await after(running)).toEqual([30, 480])
  const again = await desk.priya.get(tickets.viewSetting, { id: running })
  await desk.priya.get(tickets.updateTicket, { ...again, priority: 'LOW' })
  expect(await after(running)).toEqual([10, 20])
  // Lists and 'late' go by the same.
  desk.server.clock.now += 11 * MINUTE
  const found = await desk.priya.get(tickets.searchTickets, { scope: 'ALL', lateOnly: true } as never)
  const late = found.tickets.map(({ id }) => id)
  expect(late).toEqual(expect.arrayContaining([running, fresh]))
  expect(late).not.toContain(old)
})

test('5 §5.13 a type of the company’s own is raised, goes to its team, and is found; a retired one only stays', async () => {
  const own = typeRow('Keys and badges', { team: 'Facilities' })
  expect((await raise('Keys and badges')).status).toBe(400)
  expect((await save(({ types }) => ({ types: [...types, own] }))).status).toBe(200)
  const id = await raised('Keys and badges')
  expect(await seen(id)).toMatchObject({ ticketType: 'Keys and badges', team: 'Facilities' })
  const other = await raised('Computer')
  const settings = await desk.priya.get(tickets.viewSetting, { id: other })
  await desk.priya.get(tickets.updateTicket, { ...settings, type: 'Keys and badges' })
  expect(await seen(other)).toMatchObject({ team: 'Facilities' })

  await save(({ types }) => ({
    types: types.map((type) => (type.name === own.name ? { ...type, isRetired: true } : type)),
  }))
  expect(await raise('Keys and badges')).toMatchObject({ status: 400 })
  const choices = await desk.priya.get(tickets.supportSettings, undefined)
  expect(choices.ticketTypes.map(({ value }) => value)).toEqual(TICKET_TYPES)
  expect(choices.retiredTypes).toEqual(['Keys and badges'])
  expect(await seen(id)).toMatchObject({ ticketType: 'Keys and badges' })
  const found = await desk.priya.get(tickets.searchTickets, {
    scope: 'ALL',
    ticketTypes: ['Keys and badges'],
  } as never)
  expect(found.tickets.map((ticket) => ticket.id).toSorted()).toEqual([id, other].toSorted())
  // Its other settings are changed all the same.
  const kept = await desk.priya.get(tickets.viewSetting, { id })
  await desk.priya.get(tickets.updateTicket, { ...kept, priority: 'HIGH' })
  const dialler = await desk.priya.get(tickets.viewSetting, { id: await raised('Dialler') })
  const moved = await desk.priya.say(tickets.updateTicket, { ...dialler, type: 'Keys and badges' })
  expect(moved.status).toBe(400)
})

test('5 §5.13 types have names of 1 to 60 characters, each once, 50 at most, and teams that there are', async () => {
  const { types } = await present()
  const room = TICKET_TYPES_MAX - types.length
  const many = (count: number) => Array.from({ length: count }, (_, at) => typeRow(`Type ${at}`))
  for (const added of [
    [typeRow('')],
    [typeRow('x'.repeat(TICKET_TYPE_MAX + 1))],
    [typeRow('dialler')],
    [typeRow('New', { team: 'No such team' })],
    many(room + 1),
  ])
    expect((await save((before) => ({ types: [...before.types, ...added] }))).status).toBe(400)
  expect((await save((before) => ({ types: before.types.slice(1) }))).status).toBe(400)
  const allRetired = await save((before) => ({
    types: before.types.map((type) => ({ ...type, isRetired: true })),
  }))
  expect(allRetired).toMatchObject({ status: 400, value: expect.stringContaining('One type at least') })
  // The team that takes a type is not removed under it.
  expect((await save(({ teams }) => ({ teams: teams.filter((team) => team !== 'Facilities') }))).status).toBe(
    400,
  )
  const added = [typeRow('x'.repeat(TICKET_TYPE_MAX)), ...many(room - 1)]
  expect((await save((before) => ({ types: [...before.types, ...added] }))).status).toBe(200)
  expect((await present()).types).toHaveLength(TICKET_TYPES_MAX)
})

test('5 §5.13 of two who change the same, the second is refused; each change is in the audit', async () => {
  const before = await present()
  const teams = [...before.teams, 'Night desk']
  expect((await ann.say(helpCenter.saveTicketDesk, { ...before, teams })).status).toBe(200)
  const second = await ann.say(helpCenter.saveTicketDesk, { ...before, teams: [...before.teams, 'Day desk'] })
  expect(second.status).toBe(409)
  expect(await desk.priya.get(tickets.ticketEscalationTypes, undefined)).toContain('Night desk')
  const last = await desk.db
    .selectFrom('audit')
    .select(['action', 'label'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(last).toEqual({ action: 'SETTING_CHANGED', label: 'Teams' })
})
