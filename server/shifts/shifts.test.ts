import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { putSetting } from '../settings/settings.ts'
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addShift, shiftFor } from './testing/shift-fixture.ts'

const PLANNER: readonly PermissionName[] = ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN']
const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let pat: { authorization: string }
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'pat', permissions: PLANNER })
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    permissions: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
  })
  bobID = await addPerson(server, { userName: 'bob' })
  pat = await signIn(server, 'pat')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = pat) =>
  said(await post(server, `/api/resource/shift/${name}`, payload, as))
const give = (shift: object, as = pat) => ask('new', { shifts: [shift] }, as)
const refused = (value: string, status = 400) => ({ status, body: { value } })
const person = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()
const count = async () => (await server.server.db.selectFrom('shifts').select('id').execute()).length

async function addTask(values: object = {}): Promise<number> {
  const { id } = await server.server.db
    .insertInto('onboardingTasks')
    .values({
      ...{ task: 'Sign the contract', responsible: 'USER', actionNeeded: 'UPLOAD_PDF', requiredApproval: 1 },
      ...{ applyTo: '', createdBy: null, createdAt: NOON, isBeforeFirstShift: 1 },
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a shift is a draft that its person doesn’t see, and once it is published it is in their calendar', async () => {
  expect(await give(shiftFor(annID))).toMatchObject({ status: 200, body: { shifts: [{ state: 'DRAFT' }] } })
  expect(await give(shiftFor(annID, 2))).toMatchObject({ status: 200 })
  const ann = await signIn(server, 'ann')
  const range = { start: new Date(NOON).toISOString(), end: new Date(NOON + 3 * DAY).toISOString() }
  const events = async () => {
    const { body } = said(await post(server, '/api/calendar/events', range, ann))
    return (body as { events: { eventType: string }[] }).events.filter((one) => one.eventType === 'SHIFT')
  }
  expect(await events()).toEqual([])
  const span = { from: new Date(NOON).toISOString(), to: new Date(NOON + 2 * DAY).toISOString() }
  expect(await ask('publish', { ...span, people: [annID] })).toMatchObject({
    body: { shifts: [{ userID: annID, state: 'PUBLISHED', version: 2 }] },
  })
  expect(await events()).toMatchObject([{ eventState: 'APPROVED', subject: 'Shift', id: 'shift:1' }])
  expect((await ask('publish', { ...span, people: [annID] })).body).toEqual({ shifts: [] })
  const told = await server.server.db.selectFrom('notifications').select(['userID', 'subject']).execute()
  expect(told).toEqual([{ userID: annID, subject: 'Your shifts from Tue 5 May are published' }])
  const audited = await server.server.db
    .selectFrom('audit')
    .select(['action', 'personID'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['SHIFT_ADDED', 'SHIFT_ADDED', 'SHIFT_PUBLISHED'])
})

test('A032 nobody with an unfinished task ‘before first shift’ is given a shift, and all of several or none are', async () => {
  const taskID = await addTask()
  await addTask({ task: 'Order a headset', isBeforeFirstShift: 0 })
  await addTask({ task: 'For supervisors', applyTo: 'SUPERVISOR' })
  await addTask({ task: 'By the agency', responsible: 'AGENCY' })
  await addTask({ task: 'Withdrawn', deletedAt: NOON })
  const notYet = refused('Onboarding is not finished: Sign the contract.')
  expect(await give(shiftFor(annID))).toEqual(notYet)
  const { db } = server.server
  await db
    .insertInto('checklistItems')
    .values({
      userID: bobID,
      taskID,
      completedAt: NOON,
      actionedBy: bobID,
      fileName: '',
      content: null,
      approvedAt: NOON,
    })
    .execute()
  expect(await ask('new', { shifts: [shiftFor(bobID), shiftFor(annID)] })).toEqual(notYet)
  expect(await count()).toBe(0)
  expect((await give(shiftFor(bobID))).status).toBe(200)
  // Done isn't approved yet.
  await db
    .insertInto('checklistItems')
    .values({ userID: annID, taskID, completedAt: NOON, actionedBy: annID, fileName: '', content: null })
    .execute()
  expect(await give(shiftFor(annID))).toEqual(notYet)
  await db.updateTable('checklistItems').set({ approvedAt: NOON }).where('userID', '=', annID).execute()
  expect((await give(shiftFor(annID))).status).toBe(200)
  await person(annID, { userType: 'SUPERVISOR' })
  expect(await give(shiftFor(annID, 2))).toEqual(refused('Onboarding is not finished: For supervisors.'))
})

test('a task that began after the draft stops its publishing, too', async () => {
  await give(shiftFor(annID))
  await addTask()
  const span = { from: new Date(NOON).toISOString(), to: new Date(NOON + 2 * DAY).toISOString() }
  expect(await ask('publish', { ...span, people: [annID] })).toEqual(
    refused('Onboarding is not finished: Sign the contract.'),
  )
  expect(await server.server.db.selectFrom('shifts').select('state').execute()).toEqual([{ state: 'DRAFT' }])
})

test('A078 a worker of a suspended agency gets no new shift, and of an active one they do', async () => {
  await addAgency(server.server.db)
  await person(annID, { agencyID: 1 })
  const status = (value: 'ACTIVE' | 'SUSPENDED' | 'ENDED') =>
    server.server.db.updateTable('agencies').set({ status: value }).execute()
  await status('SUSPENDED')
  expect(await give(shiftFor(annID))).toEqual(refused('Bright Staffing is suspended.'))
  expect((await give(shiftFor(bobID))).status).toBe(200)
  await status('ACTIVE')
  expect((await give(shiftFor(annID))).status).toBe(200)
  await status('ENDED')
  expect(await give(shiftFor(annID, 2))).toEqual(refused('Bright Staffing is ended.'))
  expect(await auditTold(server.server.db)).toEqual([
    'SHIFT_ADDED | resource.planner | shift | 5 May, 13:00–17:00',
    'SHIFT_ADDED | resource.planner | shift | 5 May, 13:00–17:00',
  ])
})

test('A082 an expired skill doesn’t count for a shift on a project that asks for it; on its last day it does', async () => {
  const { db } = server.server
  const [welsh = 0, polish = 0] = await addSkills(db, [{ name: 'Welsh' }, { name: 'Polish' }])
  await addProject(db, 7, 'Rail survey')
  await db.insertInto('projectSkills').values({ projectID: 7, skillID: welsh }).execute()
  const shift = { ...shiftFor(annID), projectID: 7 }
  const lacks = refused('Ann Ash lacks the skill Welsh.')
  expect(await give(shift)).toEqual(lacks)
  const held = { userID: annID, level: 'GOOD', since: '2025-01-01', evidence: '', givenBy: null } as const
  await db
    .insertInto('personSkills')
    .values({ ...held, skillID: polish, expires: null })
    .execute()
  expect(await give(shift)).toEqual(lacks)
  await db
    .insertInto('personSkills')
    .values({ ...held, skillID: welsh, expires: '2026-05-04' })
    .execute()
  expect(await give(shift)).toEqual(lacks)
  await db.updateTable('personSkills').set({ expires: '2026-05-05' }).where('skillID', '=', welsh).execute()
  expect((await give(shift)).status).toBe(200)
  expect(await give({ ...shiftFor(annID, 2), projectID: 7 })).toEqual(lacks)
  expect((await give(shiftFor(annID, 2))).status).toBe(200)
  await db.updateTable('personSkills').set({ expires: null }).execute()
  expect((await give({ ...shiftFor(annID, 3), projectID: 7 })).status).toBe(200)
})

test('a shift is within somebody’s employment', async () => {
  const no = refused('Ann Ash is not employed then.')
  await person(annID, { startDate: '2026-05-06' })
  expect(await give(shiftFor(annID))).toEqual(no)
  await person(annID, { startDate: '2026-05-05', leaveDate: '2026-05-05' })
  expect((await give(shiftFor(annID))).status).toBe(200)
  expect(await give(shiftFor(annID, 2))).toEqual(no)
  await person(bobID, { status: 'SUSPENDED', isActive: 0 })
  expect(await give(shiftFor(bobID))).toEqual(refused('bob is not employed then.'))
})

test('a shift has 1 to 12 hours in quarters, a break in long ones, and nothing beside it', async () => {
  const from = NOON + DAY
  const shift = (minutes: number, breakMinutes = 0, start = from) => ({
    userID: annID,
    start: new Date(start).toISOString(),
    end: new Date(start + minutes * 60_000).toISOString(),
    breakMinutes,
  })
  const length = refused('A shift has 1 to 12 hours.')
  expect(await give(shift(45))).toEqual(length)
  expect(await give(shift(735, 30))).toEqual(length)
  expect(await give(shift(-60))).toEqual(length)
  expect(await give(shift(100))).toEqual(refused('Times are in steps of 15 minutes.'))
  expect(await give(shift(375, 19))).toEqual(
    refused('A shift of more than 6 hours needs a break of 20 minutes.'),
  )
  expect(await give(shift(60, 0, NOON - HOUR))).toEqual(refused('This is in the past.'))
  expect(await count()).toBe(0)
  expect((await give(shift(360))).status).toBe(200)
  expect(await give(shift(60, 0, from + 5 * HOUR))).toEqual(refused('Overlaps Shift 5 May, 13:00–19:00.'))
  // What touches is one shift with it.
  expect(await give(shift(420, 20, from + 6 * HOUR))).toEqual(length)
  expect(await give(shift(60, 0, from - HOUR))).toEqual(
    refused('A shift of more than 6 hours needs a break of 20 minutes.'),
  )
  expect((await give(shift(60, 20, from - HOUR))).status).toBe(200)
})

test('a shift is held against what its person has, and what warns needs a reason', async () => {
  const { db } = server.server
  const from = NOON + DAY
  const rest = 'Less than 11 hours of rest before 6 May, 01:00–05:00.'
  const late = {
    ...shiftFor(annID),
    start: new Date(from + 12 * HOUR).toISOString(),
    end: new Date(from + 16 * HOUR).toISOString(),
  }
  expect((await give(shiftFor(annID))).status).toBe(200)
  expect(await give(late)).toEqual(refused(rest))
  const check = (rule: string, blocks: boolean, text: string) => ({ rule, blocks, text })
  expect((await ask('check', { shifts: [late, shiftFor(bobID)] })).body).toEqual({
    shifts: [{ checks: [check('REST', true, rest)] }, { checks: [] }],
  })
  await addPerson(server, { userName: 'quinn', permissions: [...PLANNER, 'IRESOURCE_CAN_EDIT_CORE_HOURS'] })
  const quinn = await signIn(server, 'quinn')
  expect(await give(late, quinn)).toEqual(refused(`${rest} Say why it is to be so.`))
  expect(await ask('new', { shifts: [late], reason: ' ab ' }, quinn)).toMatchObject({ status: 400 })
  expect(await count()).toBe(1)
  const made = await ask('new', { shifts: [late], reason: 'Rests on Thursday instead' }, quinn)
  expect(made).toMatchObject({ status: 200, body: { shifts: [{ checks: [check('REST', false, rest)] }] } })
  const last = await db.selectFrom('audit').select('reason').orderBy('id', 'desc').executeTakeFirst()
  expect(last).toEqual({ reason: 'Rests on Thursday instead' })
})

test('holidays, absences, trainings and marked times come from requests and the calendar', async () => {
  const { db } = server.server
  const said_ = async (day: number) => {
    const { body } = await ask('check', { shifts: [shiftFor(annID, day)] })
    return (body as { shifts: { checks: { text: string }[] }[] }).shifts[0]?.checks.map(({ text }) => text)
  }
  const asked = { userID: annID, askedAt: NOON, decisionNote: '', reason: 'Sun', hours: 7.5 }
  const day = (place: number) => NOON + place * DAY - 13 * HOUR
  const holiday = (place: number, more: object) =>
    db
      .insertInto('bookingRequests')
      .values({
        ...{ ...asked, type: 'HOLIDAY', dayPart: 'DAY', state: 'APPROVED' },
        ...{ start: day(place), end: day(place + 1) },
        ...more,
      })
      .execute()
  await holiday(1, {})
  await holiday(2, { state: 'PENDING' })
  await holiday(3, { dayPart: 'MORNING' })
  await holiday(4, { dayPart: 'AFTERNOON' })
  expect(await said_(1)).toEqual(['Overlaps Holiday 5 May 2026.'])
  expect(await said_(2)).toEqual([])
  // Noon in UTC is an hour after noon in London.
  expect(await said_(3)).toEqual([])
  expect(await said_(4)).toEqual(['Overlaps Holiday 8 May, 12:00–00:00.'])
  const event = (more: object) =>
    db
      .insertInto('calendarEvents')
      .values({
        ...{ userID: annID, eventType: 'SICK', eventState: 'APPROVED', subject: '', note: '' },
        ...{ zone: 'Europe/London', isAllDay: 0, rule: null, version: 1, updatedAt: NOON },
        ...{ deletedAt: null, uid: null, importID: null },
        ...{ startLocal: '2026-05-09T00:00', endLocal: '2026-05-10T00:00' },
        ...more,
      })
      .execute()
  await event({})
  await event({
    eventType: 'TRAINING_SESSION',
    startLocal: '2026-05-10T14:00',
    endLocal: '2026-05-10T15:00',
  })
  await event({
    eventType: 'BLOCKED',
    startLocal: '2026-05-04T13:30',
    endLocal: '2026-05-04T14:00',
    rule: 'FREQ=WEEKLY',
  })
  expect(await said_(5)).toEqual(['Overlaps Absence 9 May 2026.'])
  expect(await said_(6)).toEqual(['Overlaps Training 10 May, 14:00–15:00.'])
  expect(await said_(7)).toEqual(['Ann Ash is not available then.'])
  expect(await said_(8)).toEqual([])
})

test('weeks far from a shift count for the mean, as they are planned; figures are settings', async () => {
  const { db } = server.server
  const weeks = Array.from({ length: 16 }, (_, place) => -1 - place)
  for (const week of weeks)
    for (let place = 0; place < 5; place++)
      await addShift(db, {
        userID: annID,
        start: NOON + (week * 7 + place) * DAY,
        end: NOON + (week * 7 + place) * DAY + 10 * HOUR,
      })
  const one = { ...shiftFor(annID, 1), breakMinutes: 0 }
  const shifts = [one]
  const texts = async () => {
    const { body } = await ask('check', { shifts })
    return (body as { shifts: { checks: { text: string }[] }[] }).shifts[0]?.checks.map(({ text }) => text)
  }
  expect(await texts()).toEqual([])
  // 16 × 50 and 4 hours are 47.3 a week.
  await putSetting(db, 'workingTime.weekHours', 47)
  expect(await texts()).toEqual(['Over 47 hours a week on average.'])
  await person(annID, { isOptedOut48: 1 })
  expect(await texts()).toEqual([])
  await person(annID, { isOptedOut48: 0 })
  // What is planned instead counts, not what it was.
  const last = await db
    .selectFrom('shifts')
    .where('userID', '=', annID)
    .orderBy('start', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { start, end, breakMinutes, projectID, areaID, location, note } = last
  const planned = { start, end: end - 7 * HOUR, breakMinutes, projectID, areaID, location, note }
  await db
    .updateTable('shifts')
    .set({
      planned: JSON.stringify({ ...planned, isCancelled: false }),
      plannedStart: planned.start,
      plannedEnd: planned.end,
    })
    .where('id', '=', last.id)
    .execute()
  expect(await texts()).toEqual([])
})

test('who may not plan, or not those people, makes no shift', async () => {
  for (const permissions of [[], ['IRESOURCE_CAN_SEE_PLANNER'], ['IRESOURCE_CAN_ASSIGN']] as const) {
    const userName = `un${permissions.join('')}`
    await addPerson(server, { userName, permissions })
    expect((await give(shiftFor(annID), await signIn(server, userName))).status).toBe(403)
  }
  const area = { name: 'Leeds', nameKey: 'leeds' }
  const { id } = await server.server.db
    .insertInto('areas')
    .values(area)
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.server.db
    .updateTable('users')
    .set({ limitedToAreas: JSON.stringify([id]) })
    .where('userName', '=', 'pat')
    .execute()
  expect((await give(shiftFor(annID))).status).toBe(404)
  await person(annID, { areaID: id })
  expect((await give(shiftFor(annID))).status).toBe(200)
  expect(await server.server.db.selectFrom('shifts').select('areaID').execute()).toEqual([{ areaID: id }])
  expect((await give(shiftFor(999))).status).toBe(404)
})
