import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DevelopmentRecords } from '#shared/contract/development.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const PARTS = {
  coaching: 'ITRACKER_CAN_SEE_COACHING',
  pips: 'ITRACKER_CAN_SEE_PIPS',
  fileNotes: 'ITRACKER_CAN_SEE_FILE_NOTES',
  training: 'ITRACKER_CAN_SEE_TRAINING',
} as const satisfies Record<string, PermissionName>
let server: TestServer
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const ask = async (who: string, path: string, payload: object = {}) =>
  said(await post(server, `/api/itracker/development${path}`, payload, bearers.get(who)))
const records = async (who: string) => (await ask(who, '')).body as DevelopmentRecords

beforeEach(async () => {
  server = await startTestServer()
  const people: Readonly<Record<string, readonly PermissionName[]>> = {
    ...{ sam: [], ivy: Object.values(PARTS), out: Object.values(PARTS) },
    ...Object.fromEntries(Object.entries(PARTS).map(([part, permission]) => [part, [permission]])),
  }
  for (const [userName, permissions] of Object.entries(people)) {
    const person = {
      userName,
      displayName: userName,
      permissions: ['ITRACKER_CAN_SEE_MY_DEVELOPMENT' as const, ...permissions],
    }
    ids.set(userName, await addPerson(server, person))
    bearers.set(userName, await signIn(server, userName))
  }
  await addProject(db(), 7, 'Rail')
  await addForm(db())
  const { id: typeID } = await db()
    .insertInto('trainingTypes')
    .values({
      ...{ version: 1, name: 'Data protection', nameKey: 'data protection', category: 'COMPLIANCE' },
      ...{ validMonths: 12, skillID: null, requiredFor: '{}', passMark: null, minutes: 60, capacity: 10 },
      ...{ trainerIDs: '[]', changedBy: null, changedAt: NOON },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const who of ['ivy', ...Object.keys(PARTS)]) {
    const userID = id(who)
    await db()
      .insertInto('coachingSessions')
      .values({
        ...{ userID, coachID: id('sam'), start: NOON, minutes: 30, topics: 'Probing', state: 'HELD' },
        ...{ discussion: '', reviewIDs: '[]', actions: '[]', createdAt: NOON },
      } as never)
      .execute()
    await db()
      .insertInto('fileNotes')
      .values({ userID, byID: id('sam'), at: NOON, kind: 'CONCERN', text: 'Late twice' })
      .execute()
    await db()
      .insertInto('trainingRecords')
      .values({
        ...{ version: 1, userID, typeID, sessionID: null, day: '2026-05-01', result: 'PASSED', score: 90 },
        ...{ expires: '2027-05-01', trainerID: id('sam'), changedBy: null, changedAt: NOON },
      } as never)
      .execute()
    const { id: pipID } = await db()
      .insertInto('pips')
      .values({
        ...{ userID, ownerID: id('sam'), reason: 'Quality', start: '2026-04-27', end: '2026-05-24' },
        ...{ measures: JSON.stringify([{ measure: 'qcScore', from: 60, target: 86 }]), state: 'ACTIVE' },
        changedAt: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db().insertInto('pipMeetings').values({ pipID, at: NOON, notes: 'Went well' }).execute()
  }
})
afterEach(() => server.server.close())

test('D109 coaching, plans, file notes and training are each there only with their own permission', async () => {
  for (const part of Object.keys(PARTS)) {
    const own = await records(part)
    const there = Object.keys(PARTS).filter((key) => own[key as keyof typeof PARTS] !== null)
    expect(there).toEqual([part])
    expect(own[part as keyof typeof PARTS]).toHaveLength(1)
  }
  const all = await records('ivy')
  expect(all.coaching).toMatchObject([{ topics: 'Probing', coach: 'sam', state: 'HELD' }])
  expect(all.training).toMatchObject([{ type: 'Data protection', day: '2026-05-01', result: 'PASSED' }])
  // One's own alone.
  expect(await records('out')).toEqual({ coaching: [], pips: [], fileNotes: [], training: [], skills: [] })
})

test('D109 a training record is acknowledged by its person, once; another’s and a withdrawn one aren’t there', async () => {
  const acknowledge = async (who: string, recordID: number) =>
    said(await post(server, '/api/training/records/acknowledge', { id: recordID }, bearers.get(who)))
  const [record] = (await records('ivy')).training ?? []
  const recordID = record?.id ?? 0
  expect(record?.acknowledgedAt).toBeNull()
  const gone = { value: 'There is no such record.' }
  for (const [who, which] of [
    ['out', recordID],
    ['ivy', 999],
  ] as const) {
    expect(await acknowledge(who, which)).toEqual({ status: 404, body: gone })
  }
  expect((await acknowledge('coaching', recordID)).status).toBe(403)
  expect((await acknowledge('ivy', recordID)).body).toEqual({ done: true })
  server.clock.now += 60_000
  expect((await acknowledge('ivy', recordID)).body).toEqual({ done: true })
  expect((await records('ivy')).training).toMatchObject([
    { id: recordID, acknowledgedAt: new Date(NOON).toISOString() },
  ])
  const told = await db()
    .selectFrom('audit')
    .where('action', '=', 'TRAINING_ACKNOWLEDGED')
    .selectAll()
    .execute()
  expect(told).toMatchObject([
    {
      actorID: id('ivy'),
      personID: id('ivy'),
      recordID,
      page: 'tracker.my-development',
      label: 'Data protection',
    },
  ])
  await db().updateTable('trainingRecords').set({ withdrawnAt: NOON, acknowledgedAt: null }).execute()
  expect((await acknowledge('ivy', recordID)).status).toBe(404)
})

test('D109 a file note about the person is visible to them, with who wrote it', async () => {
  expect((await records('ivy')).fileNotes).toMatchObject([
    { by: 'sam', kind: 'CONCERN', text: 'Late twice', reply: '' },
  ])
})

test('D109 a plan shows its measures from, target and now, its meetings and the days left; a draft only once shown', async () => {
  await addReview(db(), { userID: id('ivy'), score: 80 })
  await addReview(db(), { userID: id('ivy'), score: 91 })
  const [plan] = (await records('ivy')).pips ?? []
  expect(plan).toMatchObject({
    ...{ reason: 'Quality', owner: 'sam', state: 'ACTIVE', daysLeft: 21 },
    measures: [{ measure: 'qcScore', from: 60, target: 86, now: 85.5 }],
    meetings: [{ notes: 'Went well', comment: '' }],
  })
  const draft = { userID: id('out'), ownerID: id('sam'), reason: 'x', start: '2026-06-01', end: '2026-07-01' }
  const { id: draftID } = await db()
    .insertInto('pips')
    .values({ ...draft, measures: '[]', state: 'DRAFT', changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await records('out')).pips).toEqual([])
  await db().updateTable('pips').set({ shownAt: NOON }).where('id', '=', draftID).execute()
  expect((await records('out')).pips).toMatchObject([{ state: 'DRAFT', daysLeft: 0 }])
})

test('a meeting of one’s own running plan is commented on, another’s isn’t there', async () => {
  const meeting = (await records('ivy')).pips?.[0]?.meetings[0]?.id
  const comment = { id: meeting, comment: 'I agree' }
  expect((await ask('out', '/pip-comment', comment)).status).toBe(404)
  expect((await ask('coaching', '/pip-comment', comment)).status).toBe(403)
  expect((await ask('ivy', '/pip-comment', { ...comment, comment: ' ' })).status).toBe(400)
  expect((await ask('ivy', '/pip-comment', comment)).status).toBe(200)
  expect((await records('ivy')).pips?.[0]?.meetings[0]).toMatchObject({ comment: 'I agree' })
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('sam'))
    .select('subject')
    .execute()
  expect(told).toEqual([{ subject: 'ivy commented on a meeting of their plan' }])
  await db().updateTable('pips').set({ state: 'PASSED' }).execute()
  expect((await ask('ivy', '/pip-comment', comment)).status).toBe(400)
})
