import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AllocationBoard, AllocationProposal, SentAllocation } from '#shared/contract/allocation.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { shiftFacts } from '../activity/shift-now.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addSkills } from '../skills/testing/skill-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addTrainingSession, addTrainingType } from '../training/testing/training-fixture.ts'
import { appointmentsAtRisk } from './at-risk.ts'

const PLANNER: readonly PermissionName[] = [
  'IRESOURCE_CAN_SEE_ALLOCATION',
  'IRESOURCE_CAN_ASSIGN',
  'IRESOURCE_CAN_USE_ALLOCATOR',
]
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** London's day of NOON, and the day after. */
const TODAY = '2026-05-04'
const TOMORROW = '2026-05-05'
type Bearer = { authorization: string }

let server: TestServer
let pat: Bearer
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.server
  await addPerson(server, { userName: 'pat', displayName: 'Pat', permissions: PLANNER })
  await addPerson(server, { userName: 'quinn', displayName: 'Quinn', permissions: PLANNER })
  await addPerson(server, { userName: 'ro', permissions: ['IRESOURCE_CAN_SEE_ALLOCATION'] })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['CAN_INTERVIEW'] })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: ['CAN_INTERVIEW'] })
  await addProject(db, 31, 'Rail')
  await addProject(db, 32, 'Bus')
  await db
    .updateTable('projects')
    .set({ status: 'LIVE', targetCompletes: 100, interviewsPerHour: 2, start: TODAY, end: '2026-05-08' })
    .execute()
  pat = await signIn(server, 'pat')
  for (const userID of [annID, bobID])
    for (const day of [0, 1, 5])
      await addShift(db, { userID, start: NOON + day * DAY, end: NOON + day * DAY + 6 * HOUR })
  restore = await takeSnapshot(db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const iso = (at: number) => new Date(at).toISOString()
const ask = async (name: string, payload: object, as = pat) =>
  said(await post(server, `/api/resource/allocation/${name}`, payload, as))
const stroke = (userID: number, projectID: number | null, from: number, to: number, day = 1) => ({
  ...{ userID, projectID },
  start: iso(NOON + day * DAY + from * HOUR),
  end: iso(NOON + day * DAY + to * HOUR),
})
type Stroke = ReturnType<typeof stroke>
const save = (allocations: Stroke[], seen: number[] = [], as = pat) => ask('save', { allocations, seen }, as)
const saved = async (allocations: Stroke[], seen: number[] = []) => {
  const { status, body } = await save(allocations, seen)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { allocations: SentAllocation[] }).allocations
}
const refused = (value: string, status = 400) => ({ status, body: { value } })
const board = async (day = TOMORROW, as = pat, days = 1) =>
  (await ask('board', { day, days }, as)).body as AllocationBoard
const blocks = (rows: readonly SentAllocation[]) =>
  rows.map(
    ({ userID, projectID, start, end, state, isRemoved }) =>
      `${userID === annID ? 'Ann' : 'Bob'} P${projectID} ${start.slice(11, 16)}-${end.slice(11, 16)} ${state}${isRemoved ? ' removed' : ''}`,
  )
const publish = (from = TODAY, to = '2026-05-11') => ask('publish', { range: { from, to } })
const told = async () =>
  (
    await server.server.db
      .selectFrom('notifications')
      .orderBy('id')
      .select(['userID', 'subject', 'body'])
      .execute()
  ).map(({ userID, subject, body }) => [userID, subject, body].filter(Boolean).join(' | '))
const scheduled = async (userID: number) =>
  (await shiftFacts(server.server.db, userID, server.clock.now)).scheduledProject
const setProject = (id: number, set: object) =>
  server.server.db.updateTable('projects').set(set).where('id', '=', id).execute()

test('D153 each of the five refusals has its text, and nothing of such a change is kept', async () => {
  const { db } = server.server
  const [skillID = 0] = await addSkills(db, [{ name: 'Welsh' }])
  await db.insertInto('projectSkills').values({ projectID: 31, skillID }).execute()
  expect(await save([stroke(annID, 31, 0, 1)])).toEqual(refused('Ann Ash lacks the skill Welsh.'))
  await db.deleteFrom('projectSkills').execute()
  expect(await save([stroke(annID, 31, 5, 7)])).toEqual(refused('Ann Ash is not on shift then.'))
  await setProject(31, { maximumPeople: 1 })
  await saved([stroke(bobID, 31, 0, 1)])
  expect(await save([stroke(annID, 31, 0.75, 2)])).toEqual(refused('Rail has its maximum of 1 person.'))
  expect(await save([stroke(annID, 32, 2, 3), stroke(annID, 31, 0, 2)])).toEqual(
    refused('Rail has its maximum of 1 person.'),
  )
  await setProject(31, {
    callingHours: JSON.stringify([{ weekday: 2, from: '08:00', to: '13:00' }]),
    maximumPeople: null,
    timeZone: 'America/New_York',
  })
  // NOON is 8 in New York.
  await saved([stroke(annID, 31, 0, 5)])
  expect(
    await save(
      [stroke(annID, 31, 4, 5.25)],
      (await board()).allocations.map(({ id }) => id),
    ),
  ).toEqual(refused('Outside the calling hours of Rail.'))
  await setProject(32, { status: 'PAUSED' })
  expect(await save([stroke(bobID, 32, 2, 3)])).toEqual(refused('Bus is not live.'))
  expect(blocks((await board()).allocations).sort()).toEqual([
    'Ann P31 12:00-17:00 PLANNED',
    'Bob P31 12:00-13:00 PLANNED',
  ])
})

test('times that are none, in the past or off the quarter hour are refused; so is who isn’t there', async () => {
  expect(await save([stroke(annID, 31, 2, 2)])).toMatchObject({ status: 400 })
  expect(await save([stroke(annID, 31, 0.1, 2)])).toEqual(refused('Times are in steps of 15 minutes.'))
  expect(await save([stroke(annID, 31, -3, -1, 0)])).toEqual(refused('This is in the past.'))
  expect(await save([stroke(9999, 31, 0, 1)])).toMatchObject({ status: 404 })
  expect(await save([stroke(annID, 9999, 0, 1)])).toMatchObject({ status: 404 })
  expect((await ask('board', { day: TODAY, days: 15 })).status).toBe(400)
  expect((await ask('propose', { range: { from: TODAY, to: TODAY } })).status).toBe(400)
  expect((await save([stroke(annID, 31, 0, 1)], [], await signIn(server, 'ro'))).status).toBe(403)
})

test('a new block makes room for itself; a planner who didn’t see another’s change is refused', async () => {
  const [first] = await saved([stroke(annID, 31, 0, 6)])
  const quinn = await signIn(server, 'quinn')
  expect(await save([stroke(annID, 32, 2, 3)], [], quinn)).toMatchObject({
    status: 409,
    body: { value: expect.stringContaining('Changed by Pat at ') },
  })
  expect(blocks(await saved([stroke(annID, 32, 2, 3)], [first?.id ?? 0]))).toEqual([
    'Ann P31 12:00-14:00 PLANNED',
    'Ann P32 14:00-15:00 PLANNED',
    'Ann P31 15:00-18:00 PLANNED',
  ])
  const seen = (await board()).allocations.map(({ id }) => id)
  expect(blocks(await saved([stroke(annID, null, 0, 6)], seen))).toEqual([])
  expect((await board()).allocations).toEqual([])
})

test('a planner of some areas plans nobody of another', async () => {
  const { db } = server.server
  await db.updateTable('users').set({ limitedToAreas: '[77]' }).where('userName', '=', 'quinn').execute()
  const quinn = await signIn(server, 'quinn')
  expect((await board(TOMORROW, quinn)).people).toEqual([])
  expect(await save([stroke(annID, 31, 0, 1)], [], quinn)).toMatchObject({ status: 404 })
})

test('D155 publishing tells each person concerned once and changes their scheduledProject', async () => {
  await saved([
    stroke(annID, 31, 0, 3, 0),
    stroke(annID, 32, 3, 6, 0),
    stroke(annID, 31, 0, 6),
    stroke(bobID, 31, 0, 6, 5),
  ])
  server.clock.now = NOON + HOUR / 2
  expect(await scheduled(annID)).toBeNull()
  expect(await publish()).toMatchObject({ body: { published: 4, told: 1 } })
  // Bob's is in five days: he is not disturbed.
  expect(await told()).toEqual([
    `${annID} | Your projects of Mon 4 May are planned anew | 13:30–16:00 Rail, 16:00–19:00 Bus`,
  ])
  expect(await scheduled(annID)).toBe('Rail')
  server.clock.now = NOON + 3.5 * HOUR
  expect(await scheduled(annID)).toBe('Bus')
  server.clock.now = NOON + 6 * HOUR
  expect(await scheduled(annID)).toBeNull()
  // Again there is nothing to publish, and nobody to tell.
  expect(await publish()).toMatchObject({ body: { published: 0, told: 0 } })
  expect(await told()).toHaveLength(1)
})

test('D155 of whose plan only tomorrow’s is otherwise that is told, and each place of it', async () => {
  await saved([stroke(annID, 31, 0, 3), stroke(annID, 32, 3, 4)])
  expect(await publish()).toMatchObject({ body: { told: 1 } })
  expect(await told()).toEqual([
    `${annID} | Your projects of Tue 5 May are planned anew | 13:00–16:00 Rail, 16:00–17:00 Bus`,
  ])
})

test('D033 scheduledProject is the allocation’s, else the shift’s, else none; a draft is neither', async () => {
  const { db } = server.server
  server.clock.now = NOON + HOUR
  expect(await scheduled(annID)).toBeNull()
  await db.updateTable('shifts').set({ projectID: 32 }).where('userID', '=', annID).execute()
  expect(await scheduled(annID)).toBe('Bus')
  await saved([stroke(annID, 31, 1, 3, 0)])
  expect(await scheduled(annID)).toBe('Bus')
  await publish()
  expect(await scheduled(annID)).toBe('Rail')
})

test('D033 remainingShifts are the published ones that begin later this week, up to Sunday’s midnight', async () => {
  const { db } = server.server
  const remaining = async (now: number) => (await shiftFacts(db, annID, now)).remainingShifts
  // Today, tomorrow and on Saturday; Bob's are his own.
  expect(await remaining(NOON - 1)).toBe(3)
  expect(await remaining(NOON)).toBe(2)
  const midnight = Date.UTC(2026, 4, 10, 23)
  await addShift(db, { userID: annID, start: midnight - 60_000, end: midnight + HOUR })
  expect(await remaining(NOON)).toBe(3)
  await addShift(db, { userID: annID, start: midnight, end: midnight + HOUR })
  expect(await remaining(NOON)).toBe(3)
  await db
    .updateTable('shifts')
    .set({ state: 'DRAFT' })
    .where('start', '=', NOON + DAY)
    .execute()
  expect(await remaining(NOON)).toBe(2)
})

test('what is published holds until its removal is published, and what was worked of it stays', async () => {
  await saved([stroke(annID, 31, 0, 6, 0)])
  await publish()
  server.clock.now = NOON + HOUR
  const seen = (await board(TODAY)).allocations.map(({ id }) => id)
  expect(blocks(await saved([stroke(annID, 32, 3, 6, 0)], seen))).toEqual([
    'Ann P31 12:00-18:00 LIVE removed',
    'Ann P31 12:00-15:00 PLANNED',
    'Ann P32 15:00-18:00 PLANNED',
  ])
  expect(await scheduled(annID)).toBe('Rail')
  expect(await publish()).toMatchObject({ body: { told: 1 } })
  expect(blocks((await board(TODAY)).allocations)).toEqual([
    'Ann P31 12:00-13:00 DONE',
    'Ann P31 13:00-15:00 LIVE',
    'Ann P32 15:00-18:00 PUBLISHED',
  ])
  // Painting over and back concerns nobody.
  const now = (await board(TODAY)).allocations.map(({ id }) => id)
  const away = await saved([stroke(annID, null, 3, 6, 0)], now)
  await saved(
    [stroke(annID, 32, 3, 6, 0)],
    away.map(({ id }) => id),
  )
  expect(await publish()).toMatchObject({ body: { told: 0 } })
})

test('D154 a proposal saves nothing, shows forecasts before and after, and can be applied as it is', async () => {
  const range = { from: TOMORROW, to: '2026-05-06' }
  const propose = async () => (await ask('propose', { range })).body as AllocationProposal
  const first = await propose()
  expect(first.proposal.length).toBeGreaterThan(0)
  expect(await propose()).toEqual(first)
  expect((await board()).allocations).toEqual([])
  const forecast = first.forecasts.find(({ projectID }) => projectID === first.proposal[0]?.projectID)
  expect(forecast?.before).toBe(0)
  expect(forecast?.after).toBeGreaterThan(0)
  await saved(first.proposal as Stroke[])
  expect((await board()).allocations).toHaveLength(first.proposal.length)
  expect((await ask('propose', { range }, await signIn(server, 'ro'))).status).toBe(403)
})

test('D154 a proposal takes only who interviews and works here, and nobody who is away or in a training', async () => {
  const { db } = server.server
  const offered = async () =>
    (
      (await ask('propose', { range: { from: TOMORROW, to: '2026-05-06' } })).body as AllocationProposal
    ).proposal
      .filter(({ userID }) => userID === annID)
      .map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`)
  // More is needed than people have.
  await setProject(31, { targetCompletes: 9000 })
  const setAnn = (set: object) => db.updateTable('users').set(set).where('id', '=', annID).execute()
  expect(await offered()).toEqual(['12:00-18:00'])
  await db.deleteFrom('userPermissions').where('userID', '=', annID).execute()
  expect(await offered()).toEqual([])
  await holdAlone(db, annID, ['CAN_INTERVIEW'])
  await setAnn({ leaveDate: TODAY })
  expect(await offered()).toEqual([])
  await setAnn({ leaveDate: TOMORROW })
  expect(await offered()).toEqual(['12:00-18:00'])
  const typeID = await addTrainingType(db)
  const at = NOON + DAY
  // Its first minutes end the quarter of an hour before.
  const training = { typeID, start: at + 2 * HOUR + 60_000, end: at + 3 * HOUR }
  const sessionID = await addTrainingSession(db, training)
  const booked = { sessionID, userID: annID, state: 'BOOKED' as const, byID: null, at: NOON }
  await db
    .insertInto('trainingAttendees')
    .values({ ...booked, isInShift: 1 })
    .execute()
  expect(await offered()).toEqual(['12:00-14:00', '15:00-18:00'])
  await db.updateTable('trainingAttendees').set({ state: 'CANCELLED' }).execute()
  await db
    .insertInto('bookingRequests')
    .values({
      ...{ type: 'HOLIDAY', state: 'APPROVED', userID: annID, dayPart: 'DAY', hours: 6 },
      ...{ start: at + HOUR, end: at + 7 * HOUR, reason: 'Away' },
      ...{ askedAt: NOON, decidedBy: null, decidedAt: null, decisionNote: '' },
    })
    .execute()
  expect(await offered()).toEqual(['12:00-13:00'])
  await db.updateTable('bookingRequests').set({ state: 'PENDING' }).execute()
  expect(await offered()).toEqual(['12:00-18:00'])
})

test('D031 an appointment that an allocated person is there for isn’t at risk; a void or kept one never is', async () => {
  const { db } = server.server
  const record = (more: object) =>
    db
      .insertInto('interviewRecords')
      .values({
        ...{ projectID: 31, userID: annID, start: NOON - DAY, end: NOON - DAY, duration: 60 },
        ...{ outcome: 'APPOINTMENT', quotaCellID: null, appointmentTime: NOON + HOUR, respondentRef: 'R1' },
        ...{ source: 'MANUAL', sourceCallID: null, importID: null, importedAt: null },
        ...more,
      } as never)
      .execute()
  await record({})
  await record({ respondentRef: 'R2', appointmentTime: NOON - 11 * 60_000 })
  await record({ respondentRef: 'R3', isVoid: 1 })
  const refs = async () => (await appointmentsAtRisk(db, NOON)).map(({ respondentRef }) => respondentRef)
  expect(await refs()).toEqual(['R2', 'R1'])
  await record({ respondentRef: 'R2', outcome: 'NO_ANSWER', appointmentTime: null, start: NOON - 60_000 })
  expect(await refs()).toEqual(['R1'])
  // A later record that is void, of another project or of nobody in particular keeps none.
  await record({ isVoid: 1, outcome: 'NO_ANSWER', appointmentTime: null, start: NOON - 60_000 })
  await record({ projectID: 32, outcome: 'NO_ANSWER', appointmentTime: null, start: NOON - 60_000 })
  await record({ respondentRef: '', start: NOON - 2 * DAY, appointmentTime: NOON + HOUR / 2 })
  await record({ respondentRef: '', outcome: 'NO_ANSWER', appointmentTime: null, start: NOON - 60_000 })
  expect(await refs()).toEqual(['', 'R1'])
  await db.deleteFrom('interviewRecords').where('respondentRef', '=', '').execute()
  // Somebody comes on to the project just then.
  await saved([stroke(annID, 31, 1, 3, 0)])
  // A draft is nobody's yet.
  expect(await refs()).toEqual(['R1'])
  await publish()
  expect(await refs()).toEqual([])
})
