import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDesk } from '#shared/contract/help-center.ts'
import * as helpCenter from '#shared/contract/help-center.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import * as reports from '#shared/contract/reports.ts'
import * as tickets from '#shared/contract/tickets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { RESOLUTION_MAX, RESPONSE_MAX } from '#shared/domain/ticket-clocks.ts'
import {
  TICKET_TYPE_MAX,
  TICKET_TYPES,
  TICKET_TYPES_MAX,
  usualQuestions,
} from '#shared/domain/ticket-guide.ts'
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
const save = async (
  change: (desk: TicketDesk) => Partial<RequestOf<typeof helpCenter.saveTicketDesk>>,
  as = ann,
) => {
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
const typeRow = (name: string, some: object = {}) => ({
  ...{ name, team: '', isRetired: false, questions: usualQuestions(name) },
  ...some,
})
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

test('5 §5.13 a type that is renamed keeps its place, its tickets and the filters of reports; two can swap names', async () => {
  const rita = callerOf(
    desk.server,
    'rita',
    await addPerson(desk.server, {
      userName: 'rita',
      permissions: ['ADMIN_CAN_BUILD_REPORTS', 'SUPPORT_HELP_CENTER', 'ISUPERVISOR_CAN_SEE_MODULE'],
    }),
  )
  const before = await present()
  const dialler = await raised('Dialler')
  const computer = await raised('Computer')
  const definition = {
    ...{ source: 'ticket', rows: [{ field: 'ticketType', step: null }], columns: [], sort: [] },
    measures: [{ figure: 'COUNT' as const, field: null }],
    filters: [{ field: 'ticketType', operator: 'ANY_OF' as const, values: ['Dialler', 'Other'] }],
  }
  const report = await (await rita).get(reports.saveReport, { name: 'Of two types', definition })
  const named = (names: Readonly<Record<string, string>>) => (now: TicketDesk) => ({
    types: now.types.map((type) => {
      const name = names[type.name] ?? type.name
      return name === type.name ? type : { ...type, name, was: type.name }
    }),
  })
  const seenBefore = await desk.priya.get(tickets.viewSetting, { id: dialler })
  expect((await save(named({ Dialler: 'Phones' }))).status).toBe(200)
  const { types } = await present()
  expect(types.map(({ name }) => name)).toEqual(
    before.types.map(({ name }) => (name === 'Dialler' ? 'Phones' : name)),
  )
  expect(types.find(({ name }) => name === 'Phones')?.questions).toEqual(usualQuestions('Dialler'))
  expect(await seen(dialler)).toMatchObject({ ticketType: 'Phones' })
  expect(await seen(computer)).toMatchObject({ ticketType: 'Computer' })
  expect((await raise('Dialler')).status).toBe(400)
  const { reports: mine, sources } = await (await rita).get(reports.reportDefinitions, undefined)
  expect(mine.find(({ id }) => id === report.id)?.definition.filters).toEqual([
    { field: 'ticketType', operator: 'ANY_OF', values: ['Phones', 'Other'] },
  ])
  const columns = sources.find(({ name }) => name === 'ticket')?.columns
  const choices = Object.keys(columns?.find(({ field }) => field === 'ticketType')?.choices ?? {})
  expect(choices).toContain('Phones')
  expect(choices).not.toContain('Dialler')
  const preview = await (await rita).get(reports.previewReport, {
    definition: { ...definition, filters: [{ ...definition.filters[0], values: ['Phones'] }] } as never,
  })
  expect(preview.lines).toMatchObject([{ kind: 'GROUP', path: ['Phones'] }])
  // Settings that were open meanwhile have the old name.
  const { type: _type, ...settings } = seenBefore
  expect((await desk.priya.say(tickets.updateTicket, { ...settings, type: 'Dialler' })).status).toBe(400)
  expect((await save(named({ Phones: 'Computer', Computer: 'Phones' }))).status).toBe(200)
  expect(await seen(dialler)).toMatchObject({ ticketType: 'Computer' })
  expect(await seen(computer)).toMatchObject({ ticketType: 'Phones' })
  // A name that another one has.
  expect((await save(named({ Phones: 'other' }))).status).toBe(400)
  expect((await save(named({ Computer: 'Dialler', Phones: 'Computer' }))).status).toBe(200)
  expect((await present()).types.map(({ name }) => name)).toEqual(before.types.map(({ name }) => name))
})

test('5 §5.13 types are offered in the company’s order, with its questions; what was kept before has the usual ones', async () => {
  const questions = [
    { message: 'Which door?', options: ['Front', 'Cellar'] },
    { message: 'Since when?', options: [] },
  ]
  const before = await present()
  const changed = await save(({ types }) => ({
    types: types.map((type) => (type.name === 'Other' ? { ...type, questions } : type)).toReversed(),
  }))
  expect(changed.status).toBe(200)
  const { ticketTypes } = await desk.jamie.get(tickets.supportSettings, undefined)
  const isUsed = (name: string) => before.types.some((type) => type.name === name && !type.isRetired)
  const order = before.types.map(({ name }) => name).filter(isUsed)
  expect(ticketTypes.map(({ value }) => value)).toEqual(order.toReversed())
  expect(ticketTypes.find(({ value }) => value === 'Other')?.questions).toEqual(questions)
  expect(ticketTypes.find(({ value }) => value === 'Computer')?.questions).toEqual(usualQuestions('Computer'))
  for (const wrong of [
    [{ message: '', options: [] }],
    [{ message: 'x'.repeat(201), options: [] }],
    [{ message: 'Why?', options: [''] }],
    [{ message: 'Why?', options: ['Yes', 'Yes'] }],
    [{ message: 'Why?', options: Array.from({ length: 21 }, (_, at) => `Answer ${at}`) }],
    [...questions, { message: 'since WHEN?', options: [] }],
    Array.from({ length: 21 }, (_, at) => ({ message: `Question ${at}`, options: [] })),
  ]) {
    const refused = await save(({ types }) => ({
      types: types.map((type) => (type.name === 'Other' ? { ...type, questions: wrong } : type)),
    }))
    expect(refused.status).toBe(400)
  }
  const most = Array.from({ length: 20 }, (_, at) => ({
    message: `${at} ${'x'.repeat(190)}`,
    options: Array.from({ length: 20 }, (_one, place) => `Answer ${place}`),
  }))
  const full = await save(({ types }) => ({
    types: types.map((type) => (type.name === 'Other' ? { ...type, questions: most } : type)),
  }))
  expect(full.status).toBe(200)
  await desk.db
    .updateTable('settings')
    .set({ value: JSON.stringify([{ name: 'Dialler', team: '', isRetired: false }]) })
    .where('name', '=', 'setting.help.ticketTypes')
    .execute()
  expect((await present()).types).toEqual([typeRow('Dialler')])
  await save(() => ({ types: before.types }))
})

const toldOf = async (who: Caller, id: number) => {
  const rows = await desk.db
    .selectFrom('notifications')
    .where('userID', '=', who.id)
    .where('sourceID', '=', id)
    .select('subject')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
const member = (who: Caller, isMember: boolean, team = 'Payroll', as = ann) =>
  as.say(helpCenter.saveTeamMember, { team, userID: who.id, isMember })

test('5 §5.13 members of a team are told of tickets that come to it; they alone, each once, and no more when they left', async () => {
  const other = typeRow('Other', { team: 'Payroll' })
  await save(({ types }) => ({ types: types.map((type) => (type.name === 'Other' ? other : type)) }))
  expect((await member(desk.callum, true)).status).toBe(200)
  // Priya is told as Jamie's manager, and not again as a member.
  expect((await member(desk.priya, true)).status).toBe(200)
  expect((await member(desk.priya, true)).status).toBe(200)
  expect((await present()).members).toEqual([
    {
      team: 'Payroll',
      people: [
        { userID: desk.callum.id, displayName: 'Callum Reid' },
        { userID: desk.priya.id, displayName: 'Priya Nair' },
      ],
    },
  ])
  const id = await raised('Other')
  expect(await toldOf(desk.callum, id)).toEqual([`Ticket: ${id} came to Payroll`])
  expect(await toldOf(desk.priya, id)).toEqual([`Ticket: ${id} was raised by Jamie Whitfield`])
  expect(await toldOf(ann, id)).toEqual([])
  const elsewhere = await raised('Computer')
  expect(await toldOf(desk.callum, elsewhere)).toEqual([])
  await desk.priya.get(tickets.escalateTicket, {
    ...{ ticketID: elsewhere, team: 'Payroll', reason: 'They know how this is paid.' },
  })
  expect(await toldOf(desk.callum, elsewhere)).toEqual([`Ticket: ${elsewhere} came to Payroll`])
  // Another type, another team.
  const third = await raised('Computer')
  const settings = await desk.priya.get(tickets.viewSetting, { id: third })
  await desk.priya.get(tickets.updateTicket, { ...settings, type: 'Other' })
  expect(await toldOf(desk.callum, third)).toEqual([`Ticket: ${third} came to Payroll`])

  expect((await member(desk.callum, false)).status).toBe(200)
  const fourth = await raised('Other')
  expect(await toldOf(desk.callum, fourth)).toEqual([])
  // Who handles tickets no more can't open them, and isn't told.
  await member(desk.callum, true)
  await desk.db.deleteFrom('userPermissions').where('userID', '=', desk.callum.id).execute()
  expect(await toldOf(desk.callum, await raised('Other'))).toEqual([])
})

test('5 §5.13 a member handles tickets and the team is there; editors alone choose them, and a removed team has none', async () => {
  expect(await member(desk.jamie, true)).toMatchObject({
    status: 400,
    value: expect.stringContaining('Jamie Whitfield'),
  })
  expect((await member(desk.priya, true, 'No such team')).status).toBe(400)
  const nobody = { team: 'Payroll', userID: 999_999, isMember: true }
  expect((await ann.say(helpCenter.saveTeamMember, nobody)).status).toBe(400)
  for (const reader of [sue, desk.priya])
    expect((await member(desk.priya, true, 'Payroll', reader)).status).toBe(403)
  await member(desk.priya, true, 'Dialler and telephony')
  const without = (before: TicketDesk) => before.teams.filter((team) => team !== 'Dialler and telephony')
  await save((before) => ({ teams: without(before) }))
  await save(({ teams }) => ({ teams: [...teams, 'Dialler and telephony'] }))
  expect((await present()).members.map(({ team }) => team)).toEqual(['Payroll'])
  const actions = await desk.db
    .selectFrom('audit')
    .where('label', '=', 'Payroll')
    .select(['action', 'personID'])
    .orderBy('id')
    .execute()
  expect(actions).toContainEqual({ action: 'TEAM_MEMBER_ADDED', personID: desk.callum.id })
  expect(actions).toContainEqual({ action: 'TEAM_MEMBER_REMOVED', personID: desk.callum.id })
  // Priya was put in twice.
  expect(actions.filter(({ personID }) => personID === desk.priya.id)).toHaveLength(1)
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
