import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MovingKind } from '#shared/domain/leaving.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addApiKey } from '../api-keys/testing/api-key-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { addRoom } from '../chat/chat-fixture.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addGrantor,
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addApplication, addCampaign } from '../slots/testing/campaign-fixture.ts'
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { addEvent } from './testing/leaver-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RUN = '/api/admin/configuration/background-services/run'
const TODAY = '2026-05-04'

let server: TestServer
let tomID: number
let annID: number
let maxID: number
let tom: { authorization: string }
const live = createLiveClients()

beforeEach(async () => {
  server = await startTestServer()
  await addGrantor(server)
  tomID = await addPerson(server, {
    userName: 'tom',
    permissions: [
      'ADMIN_CAN_SEE_USERS',
      'ADMIN_CAN_EDIT_USERS',
      'ADMIN_CAN_EDIT_SETTINGS',
      'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
    ],
  })
  maxID = await addPerson(server, { userName: 'max', displayName: 'Max Moss' })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', managerID: maxID })
  tom = await signIn(server, 'tom')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const db = () => server.server.db
const ask = async (name: string, payload: object, as = tom) =>
  said(await post(server, `/api/admin/users/${name}`, payload, as))
const leave = (over: object = {}, as = tom) =>
  ask(
    'deactivate',
    { id: annID, leaveDate: TODAY, reason: 'RESIGNED', note: '', newHolder: maxID, ...over },
    as,
  )
const LEFT = { status: 200, body: { outcome: 'LEFT' } }
const PLANNED = { status: 200, body: { outcome: 'PLANNED' } }
const refusal = (status: number, value: string) => ({ status, body: { value } })
const personOf = (id: number) =>
  db().selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const subjectsOf = async (userID: number) =>
  (await db().selectFrom('notifications').where('userID', '=', userID).select('subject').execute()).map(
    ({ subject }) => subject,
  )
const audited = (action: string) =>
  db().selectFrom('audit').where('action', '=', action).selectAll().execute()
/** What the background service would do at that moment. */
async function runService(at: number) {
  server.clock.now = at
  const boss = await signIn(server, 'tom')
  const ran = await post(server, RUN, { key: 'LEAVERS' }, boss)
  expect(ran.status).toBe(200)
  await vi.waitFor(async () => {
    const runs = await db().selectFrom('backgroundRuns').where('key', '=', 'LEAVERS').selectAll().execute()
    expect(runs.filter(({ startedAt }) => startedAt === at).map(({ error }) => error)).toEqual([''])
    expect(runs.map(({ outcome }) => outcome)).not.toContain(null)
  })
}

describe('what changes hands', () => {
  async function giveAnnThings() {
    await addProject(db(), 7, 'Rail')
    const own = { raisedBy: annID }
    const tickets = [
      await addTicket(db(), { raisedBy: tomID, assignedTo: annID }),
      await addTicket(db(), { raisedBy: tomID, assignedTo: annID, status: 'IN_PROGRESS' }),
      await addTicket(db(), own),
      await addTicket(db(), { raisedBy: tomID, assignedTo: annID, resolvedAt: NOON, status: 'RESOLVED' }),
    ]
    const tasks = [
      await addTaskRow(db(), { userID: annID }),
      await addTaskRow(db(), { userID: annID, statusKind: 'DONE' }),
      await addTaskRow(db(), { userID: annID, deletedAt: NOON }),
    ]
    const reports = [
      await addPerson(server, { userName: 'rod', managerID: annID }),
      await addPerson(server, { userName: 'ray', managerID: annID }),
    ]
    await addEvent(db(), { userID: annID, eventType: 'SHIFT' })
    return { tickets, tasks, reports }
  }

  test('A050 the preview counts what will move, and changes nothing', async () => {
    await giveAnnThings()
    const before = await personOf(annID)
    const { status, body } = await ask('deactivate-preview', { id: annID })
    const moves: { kind: MovingKind; count: number }[] = [
      { kind: 'TICKETS', count: 2 },
      { kind: 'TASKS', count: 1 },
      { kind: 'REPORTS', count: 2 },
      { kind: 'REVIEWS', count: 0 },
      { kind: 'SCHEDULES', count: 0 },
      { kind: 'SHIFTS', count: 1 },
    ]
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        displayName: 'Ann Ash',
        leaveDate: TODAY,
        manager: { id: maxID, displayName: 'Max Moss' },
        moves,
      },
    })
    expect(await personOf(annID)).toEqual(before)
  })

  test('A050 without a new holder open items refuse it, shifts alone do not, and a holder has to work here', async () => {
    await addEvent(db(), { userID: annID, eventType: 'SHIFT' })
    await addTicket(db(), { raisedBy: tomID, assignedTo: annID })
    expect(await leave({ newHolder: null })).toEqual(refusal(400, 'Choose who takes over 1 open item.'))
    await addPerson(server, { userName: 'rod', managerID: annID })
    expect(await leave({ newHolder: null })).toEqual(refusal(400, 'Choose who takes over 2 open items.'))
    expect(await leave({ newHolder: null, leaveDate: '2026-06-01' })).toEqual(
      refusal(400, 'Choose who takes over 2 open items.'),
    )
    const gone = await addPerson(server, { userName: 'gone', isActive: false })
    for (const newHolder of [gone, annID, 9999])
      expect(await leave({ newHolder })).toEqual(refusal(400, 'Choose somebody who works here to take over.'))
    expect((await personOf(annID)).status).toBe('ACTIVE')
    await db().updateTable('tickets').set({ assignedTo: null }).execute()
    await db().updateTable('users').set({ managerID: null }).where('userName', '=', 'rod').execute()
    expect(await leave({ newHolder: null })).toEqual(LEFT)
    expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
  })

  test('A053 tickets in hand, tasks and reports go to the new holder, told once with the counts; raised tickets stay', async () => {
    const { tickets, tasks, reports } = await giveAnnThings()
    expect(await leave()).toEqual(LEFT)
    const rows = await db()
      .selectFrom('tickets')
      .orderBy('id')
      .select(['id', 'raisedBy', 'assignedTo', 'status'])
      .execute()
    expect(rows).toEqual([
      { id: tickets[0], raisedBy: tomID, assignedTo: maxID, status: 'OPEN' },
      { id: tickets[1], raisedBy: tomID, assignedTo: maxID, status: 'IN_PROGRESS' },
      { id: tickets[2], raisedBy: annID, assignedTo: null, status: 'OPEN' },
      { id: tickets[3], raisedBy: tomID, assignedTo: annID, status: 'RESOLVED' },
    ])
    const holders = await db().selectFrom('tasks').orderBy('id').select(['id', 'userID']).execute()
    expect(holders).toEqual([
      { id: tasks[0], userID: maxID },
      { id: tasks[1], userID: annID },
      { id: tasks[2], userID: annID },
    ])
    for (const id of reports) expect((await personOf(id)).managerID).toBe(maxID)
    expect(await subjectsOf(maxID)).toEqual([
      'You took over from Ann Ash: 2 tickets in hand, 1 task and 2 direct reports',
    ])
    const [timeline] = await db().selectFrom('ticketTimeline').selectAll().orderBy('ticketID').execute()
    expect(timeline).toMatchObject({ ticketID: tickets[0], event: 'ASSIGNED', byID: tomID })
    expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
  })

  test('A053 a report who takes over gets the leaver’s own manager, also where another report is between them', async () => {
    const rod = await addPerson(server, { userName: 'rod', managerID: annID })
    const ray = await addPerson(server, { userName: 'ray', managerID: annID })
    const low = await addPerson(server, { userName: 'low', managerID: rod })
    expect(await leave({ newHolder: low })).toEqual(LEFT)
    const managers = [rod, ray, low].map(async (id) => (await personOf(id)).managerID)
    expect(await Promise.all(managers)).toEqual([maxID, low, rod])
  })

  test('A050 A053 reviews that are not submitted go to the new holder; what they cannot review is given up', async () => {
    await addProject(db(), 7, 'Rail')
    await addForm(db())
    const bob = await addPerson(server, { userName: 'bob' })
    const { id: calibrationID } = await db()
      .insertInto('qcCalibrations')
      .values({ userID: bob, projectID: 7, formID: 1, formVersion: 1, createdAt: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
    const open = { reviewerID: annID, submittedAt: null, score: null, outcome: null } as const
    const of = (userID: number) => ({ ...open, userID, state: 'IN_PROGRESS' as const, claim: `${userID}:7` })
    const calibration = { ...open, userID: bob, state: 'DUE', calibrationID, isCalibration: 1 } as const
    const reviewID = await addReview(db(), of(bob))
    await addReview(db(), of(maxID))
    await addReview(db(), calibration)
    await addReview(db(), { ...calibration, reviewerID: maxID })
    await addReview(db(), { userID: bob, reviewerID: annID })
    await db()
      .insertInto('qcListens')
      .values({
        ...{ reviewID, userID: bob, byID: annID, byName: 'Ann Ash', projectID: 7 },
        ...{ consent: 'ANNOUNCED', from: NOON - 1 },
      })
      .execute()
    expect(await ask('deactivate-preview', { id: annID })).toMatchObject({
      body: { moves: expect.arrayContaining([{ kind: 'REVIEWS', count: 3 }]) },
    })
    expect(await leave({ newHolder: null })).toEqual(refusal(400, 'Choose who takes over 3 open items.'))
    expect(await leave()).toEqual(LEFT)
    const rows = await db()
      .selectFrom('qcReviews')
      .orderBy('id')
      .select(['userID', 'reviewerID', 'state', 'claim'])
      .execute()
    expect(rows).toEqual([
      { userID: bob, reviewerID: maxID, state: 'IN_PROGRESS', claim: `${bob}:7` },
      { userID: maxID, reviewerID: annID, state: 'VOID', claim: null },
      { userID: bob, reviewerID: annID, state: 'VOID', claim: null },
      { userID: bob, reviewerID: maxID, state: 'DUE', claim: null },
      { userID: bob, reviewerID: annID, state: 'SUBMITTED', claim: null },
    ])
    expect(await subjectsOf(maxID)).toEqual(['You took over from Ann Ash: 3 QC reviews'])
    const listens = await db().selectFrom('qcListens').select('to').execute()
    expect(listens).toEqual([{ to: NOON }])
  })

  test('A053 where nothing was open nobody is told', async () => {
    await leave()
    expect(await subjectsOf(maxID)).toEqual([])
  })

  test('A054 Resource is told of one shift, of six with five of their days, in their order, and not at all where there are none; who left is told nothing', async () => {
    const PLANS = ['IRESOURCE_CAN_PROCESS_SHIFT'] as const
    const ivy = await addPerson(server, { userName: 'ivy', permissions: PLANS })
    const old = await addPerson(server, { userName: 'old', permissions: PLANS, isActive: false })
    await holdAlone(db(), annID, PLANS)
    const shiftOn = (userID: number, days: number) =>
      addShift(db(), { userID, start: NOON + days * DAY, end: NOON + days * DAY + HOUR })
    for (const days of [3, 6, 1, 5, 2, 4]) await shiftOn(annID, days)
    await shiftOn(annID, 0)
    await leave()
    expect(await subjectsOf(ivy)).toEqual([
      'Ann Ash left, and 6 shifts are uncovered: 2026-05-05, 2026-05-06, 2026-05-07, 2026-05-08, 2026-05-09 …',
    ])
    expect([await subjectsOf(old), await subjectsOf(annID)]).toEqual([[], []])
    const [told] = await db()
      .selectFrom('notifications')
      .where('userID', '=', ivy)
      .select(['type', 'source', 'cssClass'])
      .orderBy('id')
      .execute()
    expect(told).toEqual({ type: 'NEW_UPDATE', source: 'CALENDAR', cssClass: 'warning' })
    const RAY =
      'ray left, and 5 shifts are uncovered: 2026-05-05, 2026-05-06, 2026-05-07, 2026-05-08, 2026-05-09'
    for (const [userName, shifts, subjects] of [
      ['roy', 0, []],
      ['rod', 1, ['rod left, and 1 shift is uncovered: 2026-05-05']],
      ['ray', 5, [RAY]],
    ] as const) {
      await db().deleteFrom('notifications').execute()
      const id = await addPerson(server, { userName })
      for (let days = 1; days <= shifts; days++) await shiftOn(id, days)
      expect(await leave({ id, newHolder: null })).toEqual(LEFT)
      expect(await subjectsOf(ivy)).toEqual(subjects)
    }
  })
})

describe('a leaver’s access', () => {
  test('A051 all sessions end, and every hub connection is closed with loggedOut within 2 seconds', async () => {
    const url = await server.server.listen(0, '127.0.0.1')
    await db().insertInto('userPermissions').values({ userID: annID, permission: 1 }).execute()
    const sessions = [await signIn(server, 'ann')]
    const window = await live.open(server, `${url}${mainHub.path}`, sessions[0] ?? tom, ['loggedOut'])
    const began = Date.now()
    expect(await leave()).toEqual(LEFT)
    await vi.waitFor(() => expect(window.closed()).toBe(true), { timeout: 2000 })
    expect(Date.now() - began).toBeLessThan(2000)
    expect(window.heard).toEqual([['loggedOut']])
    for (const bearer of sessions)
      expect((await post(server, '/api/auth/request-hub-token', {}, bearer)).status).toBe(401)
    expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
  })

  test('A052 devices, push tokens, tool credentials and all other ways in are gone, and nobody else’s', async () => {
    const device = { pairedBy: null, pairedAt: NOON }
    const credential = { tool: 'VPN', place: 0, sealed: 'x', isAutoConnect: 0, forceReload: 0 } as const
    for (const userID of [annID, tomID]) {
      await db()
        .insertInto('devices')
        .values({ ...device, deviceID: `d${userID}`, userID })
        .execute()
      await db()
        .insertInto('pushTokens')
        .values({ fcm: `p${userID}`, userID, at: NOON })
        .execute()
      await db()
        .insertInto('toolCredentials')
        .values({ ...credential, userID })
        .execute()
      await db().insertInto('twoFactor').values({ userID, secret: 'x', lastStep: 0 }).execute()
    }
    await addApiKey(db(), { ownerID: annID })
    await leave()
    expect(await db().selectFrom('apiKeys').select('revokedAt').execute()).toEqual([{ revokedAt: NOON }])
    for (const table of ['devices', 'pushTokens', 'toolCredentials', 'twoFactor'] as const)
      expect(await db().selectFrom(table).select('userID').execute()).toEqual([{ userID: tomID }])
    expect((await post(server, '/api/auth/companion-token', { deviceID: `d${annID}` })).status).toBe(401)
    expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
  })

  test('A056 their sign-in answers exactly as a wrong password does, at both steps', async () => {
    const tries = async () => {
      const name = await post(server, '/api/auth/confirm-username', { userName: 'ann' })
      const answer = await post(server, '/api/auth/confirm-password', {
        userName: 'ann',
        password: 'correct horse battery staple',
      })
      return { stage: JSON.parse(name.body).nextStage, status: answer.status, body: answer.body }
    }
    const wrong = await post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'wrong' })
    await leave()
    expect(await tries()).toEqual({ stage: 'PASSWORD', status: wrong.status, body: wrong.body })
    expect(wrong.status).toBe(401)
    expect(said(wrong)).toEqual(refusal(401, 'The user name or password is not right.'))
  })

  test('A052 A056 a sign-in that was under way cannot be finished', async () => {
    const password = 'correct horse battery staple'
    const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password })
    await leave()
    const login = await post(server, '/api/auth/login', { userName: 'ann', password, clientKey })
    expect(login.status).toBe(401)
  })
})

describe('a leaver’s calendar', () => {
  const statesOf = async () =>
    (
      await db()
        .selectFrom('calendarEvents')
        .where('userID', '=', annID)
        .orderBy('id')
        .select(['eventType', 'eventState', 'startLocal', 'rule'])
        .execute()
    ).map(({ eventType, eventState, startLocal }) => `${eventType} ${startLocal} ${eventState}`)

  test('A054 future events of the six types become CANCELLED; others and what began stay', async () => {
    const future = { userID: annID, startLocal: '2026-05-04T13:01', endLocal: '2026-05-04T14:00' } as const
    const types = ['SHIFT', 'OVERTIME', 'HOLIDAY', 'MEETING', 'TRAINING_SESSION', 'INTERVIEW_SLOT'] as const
    for (const eventType of types) await addEvent(db(), { ...future, eventType })
    await addEvent(db(), { ...future, eventType: 'PERSONAL' })
    await addEvent(db(), { ...future, eventType: 'SHIFT', startLocal: '2026-05-04T13:00' })
    await addEvent(db(), { ...future, eventType: 'SHIFT', userID: maxID })
    for (const eventState of ['DECLINED', 'COMPLETED'] as const)
      await addEvent(db(), { ...future, eventType: 'HOLIDAY', eventState })
    await leave()
    expect(await statesOf()).toEqual([
      ...types.map((type) => `${type} 2026-05-04T13:01 CANCELLED`),
      'PERSONAL 2026-05-04T13:01 APPROVED',
      // It is 13:00 in London: this one has begun.
      'SHIFT 2026-05-04T13:00 APPROVED',
      'HOLIDAY 2026-05-04T13:01 DECLINED',
      'HOLIDAY 2026-05-04T13:01 COMPLETED',
    ])
    const [others] = await db()
      .selectFrom('calendarEvents')
      .where('userID', '=', maxID)
      .select('eventState')
      .execute()
    expect(others?.eventState).toBe('APPROVED')
    expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
  })

  test('A054 of a series what is to come is cancelled, and what was stays', async () => {
    const daily = { userID: annID, eventType: 'SHIFT', rule: 'FREQ=DAILY;COUNT=5' } as const
    await addEvent(db(), { ...daily, startLocal: '2026-05-03T09:00', endLocal: '2026-05-03T17:00' })
    // One that begins this moment has begun, one that is all to come is cancelled as it is, one that was stays.
    await addEvent(db(), { ...daily, startLocal: '2026-05-04T13:00', endLocal: '2026-05-04T14:00' })
    await addEvent(db(), { ...daily, startLocal: '2026-05-06T09:00', endLocal: '2026-05-06T17:00' })
    await addEvent(db(), { ...daily, startLocal: '2026-04-06T09:00', endLocal: '2026-04-06T17:00' })
    await leave()
    expect((await statesOf()).toSorted()).toEqual([
      ...['SHIFT 2026-04-06T09:00 APPROVED', 'SHIFT 2026-05-03T09:00 APPROVED'],
      ...['SHIFT 2026-05-04T13:00 APPROVED', 'SHIFT 2026-05-05T09:00 CANCELLED'],
      ...['SHIFT 2026-05-05T13:00 CANCELLED', 'SHIFT 2026-05-06T09:00 CANCELLED'],
    ])
  })

  test('A054 requests that wait and approved holiday and overtime to come are cancelled, and meetings for them alone', async () => {
    const request = { hours: 7.5, dayPart: 'DAY', reason: '', askedAt: NOON, decidedBy: null } as const
    const add = (
      type: 'HOLIDAY' | 'OVERTIME' | 'PERSONAL' | 'SLOT',
      state: string,
      start: number,
      userID = annID,
    ) =>
      db()
        .insertInto('bookingRequests')
        .values({
          ...{ ...request, userID, type, state: state as 'PENDING', start, end: start + DAY },
          ...{ decidedAt: null, decisionNote: '' },
        })
        .execute()
    await add('PERSONAL', 'PENDING', NOON - DAY)
    await add('HOLIDAY', 'REQUESTED_CANCELATION', NOON + DAY)
    await add('HOLIDAY', 'APPROVED', NOON + 1)
    await add('OVERTIME', 'APPROVED', NOON + 1)
    await add('HOLIDAY', 'APPROVED', NOON)
    await add('PERSONAL', 'APPROVED', NOON + 1)
    await add('HOLIDAY', 'DECLINED', NOON + 1)
    await add('HOLIDAY', 'PENDING', NOON + 1, maxID)
    await add('SLOT', 'APPROVED', NOON + 1)
    const meeting = { hostID: maxID, subject: 'Talk', agenda: '', announcedAt: null, end: NOON + DAY }
    for (const start of [NOON, NOON + 1]) {
      const { id: meetingID } = await db()
        .insertInto('meetings')
        .values({ ...meeting, start })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db()
        .insertInto('meetingPeople')
        .values([annID, maxID].map((userID) => ({ meetingID, userID })))
        .execute()
    }
    await leave()
    const states = await db().selectFrom('bookingRequests').orderBy('id').select('state').execute()
    expect(states.map(({ state }) => state)).toEqual([
      ...['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'APPROVED', 'APPROVED', 'DECLINED'],
      ...['PENDING', 'CANCELLED'],
    ])
    const cancelled = await db()
      .selectFrom('meetingPeople')
      .where('cancelledAt', 'is not', null)
      .select(['meetingID', 'userID'])
      .execute()
    expect(cancelled).toEqual([{ meetingID: 2, userID: annID }])
  })

  test('A054 shifts to come are cancelled and counted; one that began and one of somebody else are not', async () => {
    const shift = { segments: '[]', breakMinutes: 0, projectID: null, areaID: null, note: '' }
    const kept = {
      publishedAt: null,
      isLocked: 0,
      lockedBy: null,
      version: 1,
      changedBy: null,
      changedAt: NOON,
    }
    const add = (userID: number, start: number, state: 'PUBLISHED' | 'DRAFT' | 'OFFERED' | 'COMPLETED') =>
      db()
        .insertInto('shifts')
        .values({
          ...{ ...shift, ...kept, userID, start, end: start + 4 * HOUR, state },
          ...{ location: 'HOME', source: 'MANUAL' },
        })
        .execute()
    await add(annID, NOON + 1, 'PUBLISHED')
    await add(annID, NOON + DAY, 'DRAFT')
    await add(annID, NOON + 2 * DAY, 'OFFERED')
    await add(annID, NOON, 'PUBLISHED')
    await add(annID, NOON + 3 * DAY, 'COMPLETED')
    await add(maxID, NOON + 1, 'PUBLISHED')
    expect(await ask('deactivate-preview', { id: annID })).toMatchObject({
      body: { moves: expect.arrayContaining([{ kind: 'SHIFTS', count: 3 }]) },
    })
    await leave()
    const states = await db().selectFrom('shifts').orderBy('id').select(['state', 'version']).execute()
    expect(states.map(({ state, version }) => `${state} ${version}`)).toEqual([
      ...['CANCELLED 2', 'CANCELLED 2', 'CANCELLED 2', 'PUBLISHED 1', 'COMPLETED 1'],
      'PUBLISHED 1',
    ])
  })

  test('A054 requests about shifts, places in trainings and campaigns, allocations and patterns to come end', async () => {
    await addProject(db(), 7, 'Rail')
    const shiftID = await addShift(db(), { userID: maxID, start: NOON + DAY, end: NOON + DAY + HOUR })
    const asked = {
      ...{ version: 1, otherShiftID: null, newStart: null, newEnd: null, splitAt: null, reason: 'Ill' },
      ...{ shiftStart: NOON, shiftEnd: NOON, askedAt: NOON, expiresAt: NOON, decisionNote: '', shiftID },
      ...{ decidedBy: null, decidedAt: null },
    }
    await db()
      .insertInto('shiftRequests')
      .values([
        { ...asked, type: 'DROP', state: 'PENDING', byUserID: annID, toUserID: null, openShiftID: shiftID },
        { ...asked, type: 'GIVE', state: 'OFFERED', byUserID: maxID, toUserID: annID, openShiftID: null },
        { ...asked, type: 'DROP', state: 'APPROVED', byUserID: annID, toUserID: null, openShiftID: null },
        { ...asked, type: 'DROP', state: 'PENDING', byUserID: maxID, toUserID: null, openShiftID: null },
      ])
      .execute()
    const { id: typeID } = await db()
      .insertInto('trainingTypes')
      .values({
        ...{ name: 'Brief', nameKey: 'brief', category: 'METHOD', validMonths: null, skillID: null },
        ...{ requiredFor: '{}', passMark: null, minutes: 60, capacity: 9, trainerIDs: '[]' },
        ...{ version: 1, changedBy: null, changedAt: NOON },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const start of [NOON - HOUR, NOON + 1]) {
      const { id: sessionID } = await db()
        .insertInto('trainingSessions')
        .values({
          ...{ typeID, projectID: null, trainerID: null, start, end: start + HOUR, place: '' },
          ...{ capacity: 9, minimum: 1, status: 'OPEN', version: 1, changedBy: null, changedAt: NOON },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db()
        .insertInto('trainingAttendees')
        .values(
          [annID, maxID].map((userID) => ({ sessionID, userID, state: 'BOOKED', byID: null, at: NOON })),
        )
        .execute()
    }
    const { id: campaignID, slots } = await addCampaign(db())
    for (const userID of [annID, maxID])
      await addApplication(db(), { campaignID, slotID: slots[0] ?? 0, userID })
    const plan = { projectID: 7, source: 'PLAN', state: 'PUBLISHED' } as const
    await db()
      .insertInto('allocations')
      .values([
        { ...plan, userID: annID, start: NOON + 1, end: NOON + HOUR },
        { ...plan, userID: annID, start: NOON - HOUR, end: NOON + HOUR },
        { ...plan, userID: maxID, start: NOON + 1, end: NOON + HOUR },
      ])
      .execute()
    const { id: patternID } = await db()
      .insertInto('shiftPatterns')
      .values({
        ...{ name: 'P', nameKey: 'p', areaID: null, contractTypeID: null, projectID: null, colour: '#fff' },
        ...{ status: 'ACTIVE', versions: '[]', version: 1, changedBy: null, changedAt: NOON },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('shiftPatternPeople')
      .values(
        [
          { userID: annID, from: '2026-05-01', to: null },
          { userID: annID, from: '2026-06-01', to: null },
          { userID: maxID, from: '2026-05-01', to: null },
        ].map((one) => ({ ...one, patternID, startWeek: 0 })),
      )
      .execute()
    expect(await leave()).toEqual(LEFT)
    const requests = await db()
      .selectFrom('shiftRequests')
      .orderBy('id')
      .select(['state', 'openShiftID', 'version'])
      .execute()
    expect(requests).toEqual([
      { state: 'CANCELLED', openShiftID: null, version: 2 },
      { state: 'CANCELLED', openShiftID: null, version: 2 },
      { state: 'APPROVED', openShiftID: null, version: 1 },
      { state: 'PENDING', openShiftID: null, version: 1 },
    ])
    const attendees = await db().selectFrom('trainingAttendees').orderBy('id').select('state').execute()
    expect(attendees.map(({ state }) => state)).toEqual(['BOOKED', 'BOOKED', 'CANCELLED', 'BOOKED'])
    const applications = await db().selectFrom('campaignApplications').orderBy('id').select('state').execute()
    expect(applications.map(({ state }) => state)).toEqual(['WITHDRAWN', 'APPLIED'])
    const allocations = await db().selectFrom('allocations').orderBy('id').select(['state', 'end']).execute()
    expect(allocations).toEqual([
      { state: 'CANCELLED', end: NOON + HOUR },
      { state: 'PUBLISHED', end: NOON },
      { state: 'PUBLISHED', end: NOON + HOUR },
    ])
    const patterns = await db()
      .selectFrom('shiftPatternPeople')
      .orderBy('id')
      .select(['userID', 'to'])
      .execute()
    expect(patterns).toEqual([
      { userID: annID, to: TODAY },
      { userID: maxID, to: null },
    ])
  })

  test('A054 who plans shifts is told of those that are uncovered', async () => {
    const ivy = await addPerson(server, { userName: 'ivy', permissions: ['IRESOURCE_CAN_PROCESS_SHIFT'] })
    await addEvent(db(), { userID: annID, eventType: 'SHIFT' })
    await addEvent(db(), {
      ...{ userID: annID, eventType: 'SHIFT' },
      ...{ startLocal: '2026-05-07T09:00', endLocal: '2026-05-07T17:00' },
    })
    await leave()
    expect(await subjectsOf(ivy)).toEqual([
      'Ann Ash left, and 2 shifts are uncovered: 2026-05-06, 2026-05-07',
    ])
    expect(await subjectsOf(maxID)).toEqual([])
  })
})

test('A055 where the only admin of a group leaves its longest member becomes one, and they stay, marked left', async () => {
  const late = await addPerson(server, { userName: 'late', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  const early = await addPerson(server, { userName: 'early', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  const gone = await addPerson(server, { userName: 'gone', isActive: false })
  const add = async (sourceID: number, admins: number[]) => {
    const id = sourceID
    await addRoom(db(), { id, source: 'MANUAL', sourceID, members: [] })
    const member = { threadID: id, isArchived: 0, lastReadMessageID: 0 }
    for (const [joinedPlace, userID] of [gone, annID, early, late].entries())
      await db()
        .insertInto('threadMembers')
        .values({ ...member, userID, isAdmin: admins.includes(userID) ? 1 : 0, joinedPlace })
        .execute()
    return id
  }
  const alone = await add(501, [annID])
  const two = await add(502, [annID, late])
  await leave()
  const admins = async (threadID: number) =>
    (
      await db()
        .selectFrom('threadMembers')
        .where('threadID', '=', threadID)
        .where('isAdmin', '=', 1)
        .select('userID')
        .execute()
    ).map(({ userID }) => userID)
  expect([await admins(alone), await admins(two)]).toEqual([[early], [late]])
  const row = await db()
    .selectFrom('threads')
    .where('id', '=', alone)
    .select(['source', 'sourceID'])
    .executeTakeFirstOrThrow()
  const members = JSON.parse(
    (await post(server, '/api/my-team-chatroom/members', row, await signIn(server, 'early'))).body,
  ) as { userID: number; hasLeft?: boolean }[]
  expect(members.filter(({ hasLeft }) => hasLeft).map(({ userID }) => userID)).toEqual(
    expect.arrayContaining([annID, gone]),
  )
  expect(members.find(({ userID }) => userID === early)?.hasLeft).toBeUndefined()
  expect(await auditTold(db())).toEqual(['PERSON_DEACTIVATED | admin.active-users | person | Ann Ash'])
})

describe('a leave date to come', () => {
  test('A057 takes effect at 00:05 of the day after it, and not before', async () => {
    await addTicket(db(), { raisedBy: tomID, assignedTo: annID })
    expect(await leave({ leaveDate: '2026-05-05', note: 'Gave notice' })).toEqual(PLANNED)
    expect(await personOf(annID)).toMatchObject({ status: 'ACTIVE', leaveDate: '2026-05-05' })
    expect((await signIn(server, 'ann')).authorization).toMatch(/Bearer/)
    const services = await db()
      .selectFrom('backgroundServices')
      .where('key', '=', 'LEAVERS')
      .select('schedule')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(services.schedule)).toEqual({ dailyAt: '00:05' })
    // 23:59 in London on the last day.
    await runService(Date.UTC(2026, 4, 5, 22, 59))
    expect((await personOf(annID)).status).toBe('ACTIVE')
    await runService(Date.UTC(2026, 4, 5, 23, 5))
    expect(await personOf(annID)).toMatchObject({
      ...{ status: 'LEAVER', isActive: 0, leaveDate: '2026-05-05', leaveReason: 'RESIGNED' },
    })
    expect(await subjectsOf(maxID)).toEqual(['You took over from Ann Ash: 1 ticket in hand'])
    const [entry] = await audited('PERSON_DEACTIVATED')
    expect(entry).toMatchObject({ actorKind: 'JOB', actorName: 'Leavers', recordID: annID })
    const leavings = await db().selectFrom('leavings').select(['state', 'note']).execute()
    expect(leavings).toEqual([{ state: 'DONE', note: 'Gave notice' }])
  })

  test('A057 ‘Cancel leaving’ before that undoes it; afterwards it is refused', async () => {
    await leave({ leaveDate: '2026-05-05' })
    expect(await leave({ leaveDate: '2026-05-06' })).toEqual(
      refusal(409, 'They leave on 2026-05-05 already. Cancel that first.'),
    )
    expect((await ask('cancel-leaving', { id: annID })).status).toBe(200)
    expect(await ask('cancel-leaving', { id: annID })).toEqual(refusal(409, 'They are not about to leave.'))
    await runService(Date.UTC(2026, 4, 6, 12))
    expect(await personOf(annID)).toMatchObject({ status: 'ACTIVE', leaveDate: null, leaveReason: null })
    expect((await audited('PERSON_LEAVING_CANCELLED')).length).toBe(1)
    expect(await auditTold(db())).toEqual([
      'PERSON_LEAVING_PLANNED | admin.active-users | person | Ann Ash',
      'PERSON_LEAVING_CANCELLED | admin.active-users | person | Ann Ash',
      'BACKGROUND_SERVICE_RUN | admin.configuration.background-services | backgroundService | Leavers',
    ])
  })

  test('where who was to take over has left meanwhile the manager above does; of two who leave, one that cannot holds up nobody', async () => {
    await addTicket(db(), { raisedBy: tomID, assignedTo: annID })
    const topID = await addPerson(server, { userName: 'top' })
    await db().updateTable('users').set({ managerID: topID }).where('id', '=', maxID).execute()
    await leave({ leaveDate: '2026-05-05' })
    await leave({ id: maxID, newHolder: topID })
    await runService(Date.UTC(2026, 4, 6, 12))
    const ticket = await db().selectFrom('tickets').select('assignedTo').executeTakeFirstOrThrow()
    expect(ticket.assignedTo).toBe(topID)
  })
})

describe('refusals', () => {
  test('A058 nobody deactivates themselves, now or later', async () => {
    for (const leaveDate of [TODAY, '2026-06-01'])
      expect(await leave({ id: tomID, leaveDate })).toEqual(refusal(400, 'You cannot deactivate yourself.'))
  })

  test('A001 somebody who is no grantor does not deactivate a grantor, now or later, nor cancels it', async () => {
    await addPerson(server, { userName: 'eve', permissions: ['ADMIN_CAN_EDIT_USERS'] })
    const eve = await signIn(server, 'eve')
    const no = refusal(403, 'You cannot change somebody who may do more than you.')
    for (const leaveDate of [TODAY, '2026-06-01'])
      expect(await leave({ id: tomID, leaveDate }, eve)).toEqual(no)
    expect(await ask('cancel-leaving', { id: tomID }, eve)).toEqual(no)
    expect(await leave({}, eve)).toEqual(LEFT)
  })

  test('A002 the last grantor stays, by page, plan and directory', async () => {
    const grantor = await db()
      .selectFrom('users')
      .where('userName', '=', 'grantor')
      .select('id')
      .executeTakeFirstOrThrow()
    await addPerson(server, { userName: 'eve', permissions: ['SUPPORT_CAN_DELETE_ACCOUNT'] })
    const last = 'At least one active person must be able to grant permissions.'
    // Tom is a grantor who can’t sign in without a password, so the other one is the last.
    await db().updateTable('users').set({ passwordHash: '' }).where('id', '=', tomID).execute()
    for (const leaveDate of [TODAY, '2026-06-01'])
      expect(await leave({ id: grantor.id, leaveDate })).toEqual(refusal(400, last))
    expect((await personOf(grantor.id)).status).toBe('ACTIVE')
    expect(await db().selectFrom('leavings').selectAll().execute()).toEqual([])
  })

  test('twice, before the start, of nobody and without the permission', async () => {
    expect(await leave()).toEqual(LEFT)
    expect(await leave()).toEqual(refusal(409, 'Ann Ash has left already.'))
    expect(await leave({ id: 9999 })).toEqual(refusal(404, 'There is no such person.'))
    await db().updateTable('users').set({ startDate: '2026-05-04' }).where('id', '=', maxID).execute()
    expect(await leave({ id: maxID, newHolder: tomID, leaveDate: '2026-05-03' })).toEqual(
      refusal(400, 'The leave date is before the start date.'),
    )
    expect((await leave({ id: maxID, newHolder: tomID, reason: 'DIRECTORY' })).status).toBe(400)
    await addPerson(server, { userName: 'zoe', permissions: ['ADMIN_CAN_SEE_USERS'] })
    expect((await leave({ id: maxID }, await signIn(server, 'zoe'))).status).toBe(403)
    expect(await leave({ id: maxID, newHolder: tomID, leaveDate: '2026-05-04' })).toEqual(LEFT)
  })
})

test('it is one entry PERSON_DEACTIVATED and one FINAL_PAY check, and what they did has ended', async () => {
  await db()
    .insertInto('activitySessions')
    .values({ userID: annID, activity: 'BREAK', project: null, category: null, ...ACTIVITY })
    .execute()
  await leave({ reason: 'DISMISSED' })
  const entries = await audited('PERSON_DEACTIVATED')
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ recordType: 'person', recordID: annID, reason: 'DISMISSED' })
  expect(await db().selectFrom('payChecks').select(['kind', 'userID', 'day', 'state']).execute()).toEqual([
    { kind: 'FINAL_PAY', userID: annID, day: TODAY, state: 'OPEN' },
  ])
  const [activity] = await db().selectFrom('activitySessions').select('endedAt').execute()
  expect(activity?.endedAt).toBe(NOON)
})
const ACTIVITY = { startedAt: NOON - 1, startedBy: null, endedAt: null, endedBy: null }
