import { afterAll, beforeAll, expect, test } from 'vitest'
import * as tickets from '#shared/contract/tickets.ts'
import { addPerson } from '../http/testing/test-server.ts'
import { type Caller, callerOf, type HelpDesk, openHelpDesk } from './testing/company.ts'

let desk: HelpDesk
let rita: Caller
beforeAll(async () => {
  desk = await openHelpDesk()
  const id = await addPerson(desk.server, {
    ...{ userName: 'rita', displayName: 'Rita Moss' },
    permissions: ['SUPPORT_HELP_CENTER', 'CAN_SEARCH_ALL_USERS'],
  })
  rita = await callerOf(desk.server, 'rita', id)
})
afterAll(() => desk.server.server.close())

const wanted = (more: object = {}) => ({
  ...{ userID: desk.jamie.id, ticketType: 'Dialler' as const, message: 'Their dialler <stops>.' },
  ...more,
})
const told = async (id: number) =>
  (
    await desk.db
      .selectFrom('notifications')
      .where('source', '=', 'TICKET')
      .where('sourceID', '=', id)
      .orderBy('userID')
      .select(['userID', 'subject'])
      .execute()
  ).map(({ userID, subject }) => [userID, subject])

test('a ticket for somebody is theirs; they and their manager read who raised it, and the audit has it', async () => {
  const { id } = await rita.get(tickets.raiseTicketFor, wanted({ priority: 'HIGH' }))
  expect(await desk.jamie.get(tickets.getUserHelpMessageData, { ticketID: id })).toMatchObject({
    ...{ id, interviewerName: 'Jamie Whitfield', userLoginID: desk.jamie.id },
    message: 'Their dialler <stops>.',
  })
  expect(await told(id)).toEqual([
    [desk.priya.id, `Ticket: ${id} was raised by Rita Moss for Jamie Whitfield`],
    [desk.jamie.id, `Ticket: ${id} was raised for you by Rita Moss`],
  ])
  const [raised] = await desk.priya.get(tickets.timeline, { id })
  expect(raised).toMatchObject({ payload: { event: 'RAISED', by: 'Rita Moss' } })
  const entry = await desk.db
    .selectFrom('audit')
    .where('action', '=', 'TICKET_RAISED_FOR')
    .select(['actorID', 'personID', 'page', 'recordID'])
    .executeTakeFirst()
  expect(entry).toEqual({
    ...{ actorID: rita.id, personID: desk.jamie.id, page: 'supervisor.live-panel', recordID: id },
  })
  // One's own ticket stays one's own: the manager alone is told.
  const own = await desk.jamie.get(tickets.raiseTicket, { ticketType: 'Other', message: 'Cold' })
  expect(await told(own.id)).toEqual([[desk.priya.id, `Ticket: ${own.id} was raised by Jamie Whitfield`]])
})

test('a ticket for somebody needs SUPPORT_HELP_CENTER, somebody of one’s scope, a type in use and words', async () => {
  const before = await desk.db.selectFrom('tickets').select('id').execute()
  expect(await desk.priya.say(tickets.raiseTicketFor, wanted())).toMatchObject({ status: 403 })
  expect(await rita.say(tickets.raiseTicketFor, wanted({ message: '  ' }))).toEqual({
    ...{ status: 400, value: 'Please describe the problem.' },
  })
  expect(await rita.say(tickets.raiseTicketFor, wanted({ ticketType: 'Weather' }))).toMatchObject({
    status: 400,
  })
  expect(await rita.say(tickets.raiseTicketFor, wanted({ userID: 9999 }))).toEqual({
    ...{ status: 404, value: 'There is no such person.' },
  })
  const id = await addPerson(desk.server, { userName: 'noor', permissions: ['SUPPORT_HELP_CENTER'] })
  const noor = await callerOf(desk.server, 'noor', id)
  expect(await noor.say(tickets.raiseTicketFor, wanted())).toEqual({
    ...{ status: 404, value: 'There is no such person.' },
  })
  expect(await desk.db.selectFrom('tickets').select('id').execute()).toEqual(before)
})
