import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlanShift } from '#shared/contract/shifts.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addArea } from '../areas/testing/area-fixture.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'
import { endUnanswered } from './publishing.ts'
import { shiftFor } from './testing/shift-fixture.ts'

const PLANNER: readonly PermissionName[] = ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN']
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Bearer = { authorization: string }

let server: TestServer
let pat: Bearer
let ann: Bearer
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'pat',
    displayName: 'Pat',
    permissions: [...PLANNER, 'IRESOURCE_CAN_SPLIT_SHIFT'],
  })
  await addPerson(server, {
    userName: 'quinn',
    displayName: 'Quinn',
    permissions: [...PLANNER, 'IRESOURCE_CAN_SEE_METRICS'],
  })
  await addPerson(server, { userName: 'ro', permissions: ['IRESOURCE_CAN_SEE_PLANNER'] })
  const tracks = ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'CAN_INTERVIEW'] as const
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: tracks })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: tracks })
  pat = await signIn(server, 'pat')
  ann = await signIn(server, 'ann')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = pat) =>
  said(await post(server, `/api/resource/shift/${name}`, payload, as))
const refused = (value: string, status = 400) => ({ status, body: { value } })
const iso = (at: number) => new Date(at).toISOString()
/** London's noon is NOON less an hour; days are counted from the test company's. */
const made = async (userID: number, day: number): Promise<PlanShift> => {
  const { body, status } = await ask('new', { shifts: [shiftFor(userID, day)] })
  expect(status).toBe(200)
  return (body as { shifts: PlanShift[] }).shifts[0] as PlanShift
}
const publish = (people: readonly number[], more: object = {}) =>
  ask('publish', { from: iso(NOON), to: iso(NOON + 60 * DAY), people, ...more })
const seen = ({ id, version }: { id: number; version: number }) => ({ id, version })
const moved = (shift: { id: number; version: number }, day: number, more: object = {}) => ({
  ...seen(shift),
  ...{ start: iso(NOON + day * DAY), end: iso(NOON + day * DAY + 5 * HOUR) },
  ...more,
})
const changed = async (name: string, payload: object, as = pat) => {
  const { status, body } = await ask(name, payload, as)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { shifts: PlanShift[] }).shifts
}
const events = async () => {
  const range = { start: iso(NOON), end: iso(NOON + 60 * DAY) }
  const { body } = said(await post(server, '/api/calendar/events', range, ann))
  return (body as { events: { eventType: string; eventState: string; eventStart: string }[] }).events
    .filter(({ eventType }) => eventType === 'SHIFT')
    .map(({ eventState, eventStart }) => `${eventState} ${eventStart.slice(0, 10)}`)
}
const told = async () =>
  (
    await server.server.db
      .selectFrom('notifications')
      .orderBy('id')
      .select(['userID', 'subject', 'body'])
      .execute()
  ).map(({ userID, subject, body }) => [userID, subject, body].filter(Boolean).join(' | '))
const audited = async () =>
  (await server.server.db.selectFrom('audit').orderBy('id').select('action').execute()).map(
    ({ action }) => action,
  )

test('D161 drafts are seen by planners only; publishing tells each person once and makes SHIFT events', async () => {
  const first = await made(annID, 10)
  await made(annID, 12)
  await made(bobID, 12)
  expect(await events()).toEqual([])
  const week = async (as: Bearer) =>
    said(await post(server, '/api/resource/planner/week', { from: '2026-05-11', to: '2026-05-18' }, as))
  expect((await week(ann)).status).toBe(403)
  const states = ((await week(await signIn(server, 'ro'))).body as { shifts: PlanShift[] }).shifts.map(
    ({ state }) => state,
  )
  expect(states).toEqual(['DRAFT', 'DRAFT', 'DRAFT'])
  expect((await publish([annID, bobID])).body).toMatchObject({
    shifts: [{ id: first.id, state: 'PUBLISHED' }, { state: 'PUBLISHED' }, { state: 'PUBLISHED' }],
  })
  expect(await events()).toEqual(['APPROVED 2026-05-14', 'APPROVED 2026-05-16'])
  expect((await told()).sort()).toEqual([
    `${annID} | Your shifts from Thu 14 May are published`,
    `${bobID} | Your shifts from Sat 16 May are published`,
  ])
  // Twice tells nobody again.
  expect((await publish([annID, bobID])).body).toEqual({ shifts: [] })
  expect(await told()).toHaveLength(2)
})

test('a draft is moved at once; a published one keeps its times until that is published', async () => {
  const draft = await made(annID, 10)
  const [later] = await changed('update', { shifts: [moved(draft, 11)] })
  expect(later).toMatchObject({ state: 'DRAFT', start: iso(NOON + 11 * DAY), planned: null, version: 2 })
  await publish([annID])
  const [staged] = await changed('update', {
    shifts: [moved({ id: draft.id, version: 3 }, 12, { note: 'Desk 4' })],
  })
  expect(staged).toMatchObject({
    ...{ state: 'PUBLISHED', start: iso(NOON + 11 * DAY), note: '' },
    planned: { start: iso(NOON + 12 * DAY), note: 'Desk 4', isCancelled: false },
  })
  expect(await events()).toEqual(['APPROVED 2026-05-15'])
  // Put back, nothing is to be changed.
  const [same] = await changed('update', { shifts: [moved({ id: draft.id, version: 4 }, 11, { note: '' })] })
  expect(same).toMatchObject({ planned: null })
  await changed('update', { shifts: [moved({ id: draft.id, version: 5 }, 12)] })
  // 12 days are more than 7: nobody is asked.
  expect((await publish([annID])).body).toMatchObject({
    shifts: [{ state: 'PUBLISHED', start: iso(NOON + 12 * DAY) }],
  })
  expect(await events()).toEqual(['APPROVED 2026-05-16'])
  expect(await audited()).toContain('SHIFT_CHANGED')
})

test('D163 a published shift that is changed less than 7 days ahead is OFFERED until its person agrees', async () => {
  const near = await made(annID, 2)
  await publish([annID])
  await changed('update', { shifts: [moved({ id: near.id, version: 2 }, 3)] })
  expect((await publish([annID])).body).toMatchObject({ shifts: [{ state: 'OFFERED', version: 4 }] })
  // What they are asked shows; what holds is as it was.
  expect(await events()).toEqual(['PENDING 2026-05-07'])
  expect(await told()).toContain(
    `${annID} | Your shifts from Wed 6 May are published | A change needs your answer: it is in My calendar.`,
  )
  expect((await publish([annID])).body).toEqual({ shifts: [] })
  const answer = (isAgreed: boolean, version: number, as = ann) =>
    post(server, '/api/itracker/shift/answer', { id: near.id, version, isAgreed }, as).then(said)
  expect(await answer(true, 4, await signIn(server, 'bob'))).toEqual(refused('There is no such shift.', 404))
  expect(await answer(true, 3)).toMatchObject({ status: 409 })
  expect(await answer(true, 4)).toEqual({ status: 200, body: { done: true } })
  expect(await events()).toEqual(['APPROVED 2026-05-07'])
  expect((await told()).at(-1)).toMatch(/Ann Ash agreed to 7 May, 13:00–18:00$/)
  expect(await answer(true, 5)).toEqual(refused("The shift is PUBLISHED and can't be answered."))
  // The other way: who says no keeps what they had.
  await changed('update', { shifts: [moved({ id: near.id, version: 5 }, 4)] })
  await publish([annID])
  expect((await answer(false, 7)).status).toBe(200)
  expect(await events()).toEqual(['APPROVED 2026-05-07'])
  expect((await told()).at(-1)).toMatch(/Ann Ash said no to 8 May/)
})

test('D163 7 days are notice enough, and who said yes already isn’t asked', async () => {
  const [week, six] = [await made(annID, 7), await made(bobID, 6)]
  await publish([annID, bobID])
  const at = (shift: PlanShift, day: number) => moved({ id: shift.id, version: 2 }, day)
  await changed('update', { shifts: [at(week, 8), at(six, 8)] })
  const { body } = await publish([annID, bobID], { agreed: [six.id] })
  expect((body as { shifts: PlanShift[] }).shifts.map(({ state }) => state)).toEqual([
    'PUBLISHED',
    'PUBLISHED',
  ])
  // To move one here from afar is as sudden.
  await changed('update', { shifts: [moved({ id: week.id, version: 4 }, 6)] })
  expect((await publish([annID])).body).toMatchObject({ shifts: [{ state: 'OFFERED' }] })
  await putSetting(server.server.db, 'workingTime.noticeDays', 1)
  await changed('update', { shifts: [moved({ id: six.id, version: 4 }, 6)] })
  expect((await publish([bobID])).body).toMatchObject({ shifts: [{ state: 'PUBLISHED' }] })
})

test('an offer that nobody answers before the shift can begin ends, and the shift is as it was', async () => {
  const near = await made(annID, 2)
  await publish([annID])
  await changed('update', { shifts: [moved({ id: near.id, version: 2 }, 3)] })
  await publish([annID])
  const { db } = server.server
  expect(await endUnanswered(db, NOON + 2 * DAY - 31 * 60_000)).toBe(0)
  expect(await endUnanswered(db, NOON + 2 * DAY - 30 * 60_000)).toBe(1)
  expect(await events()).toEqual(['APPROVED 2026-05-06'])
})

test('of two planners who change one shift the later is refused with who was first, and nothing is lost', async () => {
  const draft = await made(annID, 10)
  const quinn = await signIn(server, 'quinn')
  await changed('update', { shifts: [moved(draft, 11)] })
  const late = await ask('update', { shifts: [moved(draft, 12)] }, quinn)
  expect(late.status).toBe(409)
  expect((late.body as { value: string }).value).toMatch(/^Changed by Pat at /)
  expect((await ask('delete', { shifts: [seen(draft)] }, quinn)).status).toBe(409)
  const rows = await server.server.db.selectFrom('shifts').select(['start', 'state']).execute()
  expect(rows).toEqual([{ start: NOON + 11 * DAY, state: 'DRAFT' }])
})

test('a published shift that is given to somebody else is cancelled for the one and drafted for the other', async () => {
  const draft = await made(annID, 10)
  const [bobs] = await changed('update', { shifts: [{ ...seen(draft), userID: bobID }] })
  expect(bobs).toMatchObject({ id: draft.id, userID: bobID, state: 'DRAFT' })
  await publish([bobID])
  const both = await changed('update', { shifts: [{ id: draft.id, version: 3, userID: annID }] })
  expect(both).toMatchObject([
    { id: draft.id, userID: bobID, state: 'PUBLISHED', planned: { isCancelled: true } },
    { userID: annID, state: 'DRAFT', start: bobs?.start },
  ])
  await publish([annID, bobID])
  expect(await events()).toEqual(['APPROVED 2026-05-14'])
  const states = await server.server.db
    .selectFrom('shifts')
    .orderBy('id')
    .select(['userID', 'state'])
    .execute()
  expect(states).toEqual([
    { userID: bobID, state: 'CANCELLED' },
    { userID: annID, state: 'PUBLISHED' },
  ])
  expect(await audited()).toContain('SHIFT_CANCELLED')
})

test('a shift is split at a quarter into parts of an hour at least, which share the break', async () => {
  const { body } = await ask('new', { shifts: [{ ...shiftFor(annID, 10), breakMinutes: 30 }] })
  const draft = (body as { shifts: PlanShift[] }).shifts[0] as PlanShift
  const at = (hours: number) => ({ ...seen(draft), at: iso(NOON + 10 * DAY + hours * HOUR) })
  expect(await ask('split', at(0.75))).toEqual(refused('Both parts have to be at least 1 hour.'))
  expect(await ask('split', at(3.25))).toEqual(refused('Both parts have to be at least 1 hour.'))
  expect(await ask('split', at(1.1))).toEqual(refused('Times are in steps of 15 minutes.'))
  expect((await ask('split', at(1), await signIn(server, 'quinn'))).status).toBe(403)
  expect(await changed('split', at(1))).toMatchObject([
    { id: draft.id, end: at(1).at, breakMinutes: 10 },
    { start: at(1).at, end: draft.end, breakMinutes: 20, state: 'DRAFT' },
  ])
})

test('a draft is removed, a published shift is to be cancelled; one that is under way is neither', async () => {
  const [draft, other] = [await made(annID, 10), await made(annID, 12)]
  expect((await ask('delete', { shifts: [seen(draft)] })).body).toEqual({ shifts: [], removed: [draft.id] })
  expect(await ask('delete', { shifts: [seen(draft)] })).toEqual(refused('There is no such shift.', 404))
  await publish([annID])
  const published = { id: other.id, version: 2 }
  expect((await ask('delete', { shifts: [published] })).body).toMatchObject({
    shifts: [{ id: other.id, planned: { isCancelled: true }, state: 'PUBLISHED' }],
    removed: [],
  })
  expect(await events()).toEqual(['APPROVED 2026-05-16'])
  await publish([annID])
  expect(await events()).toEqual(['CANCELLED 2026-05-16'])
  for (const state of ['LIVE', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const) {
    await server.server.db.updateTable('shifts').set({ state }).where('id', '=', other.id).execute()
    expect(await ask('delete', { shifts: [{ id: other.id, version: 4 }] })).toEqual(
      refused(`The shift is ${state} and can't be cancelled.`),
    )
    expect(await ask('update', { shifts: [{ id: other.id, version: 4, note: 'x' }] })).toEqual(
      refused(`The shift is ${state} and can't be changed.`),
    )
  }
})

test('what is published with half of a plan leaves nobody two shifts at once', async () => {
  const first = await made(annID, 10)
  await publish([annID])
  // It is to move away, and another takes its place; only that other is in the time that is published.
  await changed('update', { shifts: [moved({ id: first.id, version: 2 }, 3)] })
  await made(annID, 10)
  const third = { from: iso(NOON + 9 * DAY), to: iso(NOON + 11 * DAY), people: [annID] }
  // Short notice: Ann is asked, so that the first stays where it is.
  expect(await ask('publish', third)).toEqual(refused('Overlaps Shift 14 May, 13:00–17:00.'))
  expect(await ask('publish', { ...third, agreed: [first.id] })).toMatchObject({ status: 200 })
  expect(await events()).toEqual(['APPROVED 2026-05-07', 'APPROVED 2026-05-14'])
})

test('D188 what a planner plans by: people, hours of other weeks, what is needed, and rates for whoever may see them', async () => {
  const { db } = server.server
  await addProject(db, 7, 'Rail')
  await db
    .updateTable('projects')
    .set({
      status: 'LIVE',
      targetCompletes: 24,
      interviewsPerHour: 1,
      start: '2026-05-01',
      end: '2026-05-05',
    })
    .where('id', '=', 7)
    .execute()
  await made(annID, 30)
  await db
    .insertInto('contractTypes')
    .values({
      name: 'Full time',
      nameKey: 'full time',
      kind: 'EMPLOYEE',
      version: 1,
      changedBy: null,
      changedAt: NOON,
    } as never)
    .execute()
  await db
    .insertInto('contractTerms')
    .values({
      contractTypeID: 1,
      validFrom: '2026-01-01',
      terms: JSON.stringify({ baseRate: 13.5, weeklyHoursTo: 30 }),
    } as never)
    .execute()
  await db.updateTable('users').set({ contractTypeID: 1 }).where('id', '=', annID).execute()
  const week = async (as: Bearer, more: object = {}) => {
    const { body, status } = said(
      await post(server, '/api/resource/planner/week', { from: '2026-05-04', to: '2026-05-11', ...more }, as),
    )
    expect(status).toBe(200)
    return body as {
      people: { name: string; rate?: number; weeklyHours: number | null; otherWeeks: object[] }[]
      needed: { day: string; hours: number[] }[]
      shifts: { userID: number }[]
    }
  }
  const { people, needed } = await week(pat)
  expect(people.map(({ name }) => name)).toEqual(['Ann Ash', 'Bob'])
  expect(people[0]).toMatchObject({
    weeklyHours: 30,
    otherWeeks: [{ monday: '2026-05-31T23:00:00.000Z', hours: 4 }],
  })
  expect(people.some(({ rate }) => rate !== undefined)).toBe(false)
  expect((await week(await signIn(server, 'quinn'))).people[0]?.rate).toBe(13.5)
  // An area of one person is planned as the whole is.
  const areaID = await addArea(db, 'Leeds')
  await db.updateTable('users').set({ areaID }).where('id', '=', annID).execute()
  await made(annID, 8)
  const alone = await week(pat, { filters: { areaIDs: [areaID] } })
  expect(alone.people.map(({ name, rate }) => [name, rate])).toEqual([['Ann Ash', undefined]])
  expect(alone.shifts.map(({ userID }) => userID)).toEqual([annID])
  // 24 hours over two days, from 9 to 21.
  expect(needed.map(({ day, hours }) => [day, hours[8], hours[9], hours[20], hours[21]])).toEqual([
    ['2026-05-04', 0, 1, 1, 0],
    ['2026-05-05', 0, 1, 1, 0],
  ])
  expect((await week(pat, { filters: { areaIDs: [99] } })).people).toEqual([])
  const long = said(
    await post(server, '/api/resource/planner/week', { from: '2026-05-04', to: '2026-07-11' }, pat),
  )
  expect(long).toEqual(refused('A plan has 1 to 42 days.'))
  // Who is limited to areas sees theirs.
  await db.updateTable('users').set({ limitedToAreas: '[99]' }).where('userName', '=', 'pat').execute()
  expect((await week(pat)).people).toEqual([])
})
