import { afterEach, beforeEach, expect, test } from 'vitest'
import * as help from '#shared/contract/help.ts'
import * as tickets from '#shared/contract/tickets.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { overrideOf } from '../activity/overriding.ts'
import { switchActivity } from '../activity/sessions.ts'
import { refuseWrites } from '../db/testing/refuse-writes.ts'
import { NOON } from '../http/testing/test-server.ts'
import { type Caller, callerOf, type HelpDesk, openHelpDesk } from './testing/company.ts'

let desk: HelpDesk
beforeEach(async () => {
  const open = await openHelpDesk()
  const permission = PERMISSIONS.CAN_UPDATE_MASTER_ACTIVITY
  await open.db.insertInto('userPermissions').values({ userID: open.jamie.id, permission }).execute()
  desk = { ...open, jamie: await callerOf(open.server, 'jamie', open.jamie.id) }
})
afterEach(() => desk.server.server.close())

const raise = async (by: Caller) =>
  (await by.get(tickets.raiseTicket, { ticketType: 'Dialler', message: 'It does not start.' })).id
const resolution = (id: number) => ({
  id,
  subject: `RE: Ticket - ${id}`,
  body: 'It works now.',
  sendEmail: false,
  internalComment: '',
  interviewerNameID: 'Jamie Whitfield',
  userLoginID: desk.jamie.id,
})
const sessions = async (userID = desk.jamie.id) =>
  (
    await desk.db
      .selectFrom('activitySessions')
      .where('userID', '=', userID)
      .select(['id', 'activity', 'project', 'startedAt', 'endedAt', 'startedBy'])
      .orderBy('id')
      .execute()
  ).map(({ id: _, ...rest }) => Object.values(rest))
const records = () =>
  desk.db
    .selectFrom('systemIssues as r')
    .leftJoin('activitySessions as s', 's.id', 'r.sessionID')
    .select(['s.activity', 's.startedAt as sessionStart', 'r.startedAt', 'r.endedAt'])
    .orderBy('r.id')
    .execute()
const toldTo = async (userID: number) =>
  (await desk.db.selectFrom('notifications').where('userID', '=', userID).select('subject').execute()).map(
    ({ subject }) => subject,
  )
const goTo = (activity: string, more: object = {}) =>
  desk.server.server.app.inject({
    method: 'POST',
    url: '/api/activity/update/current-activity',
    headers: desk.jamie.bearer,
    payload: { activity, project: 'Rail', ...more },
  })
const later = (ms: number) => {
  desk.server.clock.now = NOON + ms
}

test('W095 reporting it puts the person into system issues, and its end makes them available', async () => {
  const id = await raise(desk.jamie)
  expect((await goTo('TRAINING')).json()).toMatchObject({ currentActivity: 'TRAINING', project: 'Rail' })
  later(1000)
  await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  later(5000)
  await desk.jamie.get(help.endSystemIssue, { ticketID: id })
  const own = desk.jamie.id
  expect(await sessions()).toEqual([
    ['TRAINING', 'Rail', NOON, NOON + 1000, own],
    ['SYSTEM ISSUES', 'Rail', NOON + 1000, NOON + 5000, own],
    ['AVAILABLE', 'Rail', NOON + 5000, null, own],
  ])
  expect(await records()).toEqual([
    {
      activity: 'SYSTEM ISSUES',
      sessionStart: NOON + 1000,
      startedAt: NOON + 1000,
      endedAt: NOON + 5000,
    },
  ])
})

test('D077 SYSTEM ISSUES needs an unresolved ticket of the person’s own, and makes a record of it', async () => {
  const own = await raise(desk.jamie)
  const others = await raise(desk.ellie)
  const choose = (more: object = {}) => goTo('SYSTEM ISSUES', more)
  const none = (value: string) => ({ value })
  expect((await choose()).json()).toMatchObject(none('Choose the ticket that stops you.'))
  expect((await choose({ ticketID: others })).statusCode).toBe(400)
  expect((await choose({ ticketID: 4711 })).statusCode).toBe(400)
  expect(await sessions()).toEqual([])
  later(1000)
  expect((await choose({ ticketID: own })).json()).toMatchObject({ currentActivity: 'SYSTEM ISSUES' })
  expect(await records()).toEqual([
    { activity: 'SYSTEM ISSUES', sessionStart: NOON + 1000, startedAt: NOON + 1000, endedAt: null },
  ])
  later(2000)
  await goTo('BREAK')
  await desk.priya.get(tickets.resolveHelpRequest, resolution(own))
  // Whoever went on already stays where they are; a ticket that is resolved stops nobody.
  expect((await choose({ ticketID: own })).statusCode).toBe(400)
  expect((await sessions()).at(-1)).toMatchObject(['BREAK', 'Rail', NOON + 2000, null, desk.jamie.id])
  expect(await toldTo(desk.jamie.id)).not.toContainEqual(expect.stringMatching(/available again/))
})

test('D077 resolving the ticket puts the person on AVAILABLE with a message, and nobody’s hold on them', async () => {
  const id = await raise(desk.jamie)
  await goTo('SYSTEM ISSUES', { ticketID: id })
  later(60_000)
  await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
  expect((await sessions()).at(-1)).toEqual(['AVAILABLE', null, NOON + 60_000, null, desk.priya.id])
  expect(await records()).toMatchObject([{ endedAt: NOON + 60_000 }])
  expect(await toldTo(desk.jamie.id)).toContain(`Ticket ${id} was resolved. You are available again.`)
  expect(await overrideOf(desk.db, desk.jamie.id, NOON + 60_000)).toBeNull()
})

test('W095 who has system issues already goes on with that session', async () => {
  const id = await raise(desk.jamie)
  await switchActivity(desk.db, { userID: desk.jamie.id, activity: 'SYSTEM ISSUES', by: desk.jamie.id }, NOON)
  later(1000)
  await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  expect(await sessions()).toHaveLength(1)
  expect(await records()).toMatchObject([{ sessionStart: NOON, startedAt: NOON + 1000, endedAt: null }])
})

test('W095 it ends with the session, and the person’s new activity stays', async () => {
  const id = await raise(desk.jamie)
  await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  later(2000)
  await goTo('BREAK')
  expect(await records()).toMatchObject([{ endedAt: NOON + 2000 }])
  expect(await desk.jamie.say(help.endSystemIssue, { ticketID: id })).toMatchObject({ status: 400 })
  expect((await sessions()).map(([activity]) => activity)).toEqual(['SYSTEM ISSUES', 'BREAK'])
  await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  expect(await records()).toHaveLength(2)
})

test.each([
  [
    'revoking it',
    (id: number, recordID: number) =>
      desk.priya.get(help.revokeSystemIssue, { ticketID: id, recordID, reason: 'A mistake.' }),
  ],
  ['resolving its ticket', (id: number) => desk.priya.get(tickets.resolveHelpRequest, resolution(id))],
])('W095 %s ends the session, by whoever does it', async (_how, end) => {
  const id = await raise(desk.jamie)
  const { recordID } = await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  later(3000)
  await end(id, recordID)
  expect(await sessions()).toEqual([
    ['SYSTEM ISSUES', null, NOON, NOON + 3000, desk.jamie.id],
    ['AVAILABLE', null, NOON + 3000, null, desk.priya.id],
  ])
  expect(await records()).toMatchObject([{ endedAt: NOON + 3000 }])
})

test('one lasts a person at a time, whoever writes them', async () => {
  const id = await raise(desk.jamie)
  const { recordID } = await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  const { id: _, ...row } = await desk.db
    .selectFrom('systemIssues')
    .where('id', '=', recordID)
    .selectAll()
    .executeTakeFirstOrThrow()
  await expect(desk.db.insertInto('systemIssues').values(row).execute()).rejects.toThrow(/unique/i)
})

test('where the record can’t be written nothing of the session is', async () => {
  const id = await raise(desk.jamie)
  await goTo('TRAINING')
  await refuseWrites(desk.db, 'systemIssues')
  expect(await desk.jamie.say(help.startSystemIssue, { ticketID: id })).toMatchObject({ status: 500 })
  expect((await sessions()).map(([activity, , , ended]) => [activity, ended])).toEqual([['TRAINING', null]])
})

test('D089 a held override refuses other activities, and lets SYSTEM ISSUES begin', async () => {
  const id = await raise(desk.jamie)
  await goTo('TRAINING')
  later(1000)
  const sessionID = await switchActivity(
    desk.db,
    { userID: desk.jamie.id, activity: 'MEETING', by: desk.priya.id },
    NOON + 1000,
  )
  const held = { sessionID, userID: desk.jamie.id, byID: desk.priya.id, at: NOON + 1000, reason: 'Brief' }
  await desk.db
    .insertInto('activityOverrides')
    .values({ ...held, holdUntil: NOON + 3_600_000 })
    .execute()
  expect((await goTo('TRAINING')).json()).toMatchObject({
    value: 'Your supervisor has set your activity until 14:00.',
  })
  later(2000)
  await desk.jamie.get(help.startSystemIssue, { ticketID: id })
  expect((await sessions()).map(([activity]) => activity)).toEqual(['TRAINING', 'MEETING', 'SYSTEM ISSUES'])
})
