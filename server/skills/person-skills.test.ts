import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { addSkills } from './testing/skill-fixture.ts'

type Bearer = Awaited<ReturnType<typeof signIn>>

const VALUES = { level: 'EXPERT', since: '2026-05-01', expires: '2027-05-01', evidence: 'Certificate 7' }
let server: TestServer
let restore: () => Promise<void>
let annID: number
let welsh: number
let firstAid: number
let old: number
let admin: Bearer
beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  await addPerson(server, { userName: 'kim', permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_USERS'] })
  await addPerson(server, { userName: 'hr', permissions: ['HR_CAN_SEE_EMPLOYMENT_HISTORY'] })
  const ids = await addSkills(server.server.db, [
    { name: 'Welsh', expiresAfterMonths: 12 },
    { name: 'First aid', needsCertificate: true },
    { name: 'Fax', isActive: false },
  ])
  ;[welsh = 0, firstAid = 0, old = 0] = ids
  admin = await signIn(server, 'kim')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => restore())
afterAll(() => server.server.close())

const call = async (name: string, body: object, bearer = admin) =>
  said(await post(server, `/api/admin/users/skills/${name}`, body, bearer))
const save = (body: object, bearer = admin) =>
  call('save', { userID: annID, version: 1, skillID: welsh, ...VALUES, ...body }, bearer)
const list = async (bearer = admin) =>
  (await call('list', { userID: annID }, bearer)).body as {
    skills: { skillID: number; isExpired: boolean }[]
    offered: object[]
  }
const audited = async () =>
  (
    await server.server.db
      .selectFrom('audit')
      .where('action', 'like', 'PERSON_SKILL_%')
      .orderBy('id')
      .select(['action', 'personID', 'changes'])
      .execute()
  ).map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as object[] }))

test('a skill is given with level, dates and evidence, changed and taken away, each with an audit entry', async () => {
  expect(await list()).toMatchObject({
    skills: [],
    offered: [
      { id: firstAid, needsCertificate: true },
      { id: welsh, expiresAfterMonths: 12 },
    ],
  })
  expect(await save({})).toMatchObject({
    status: 200,
    body: { version: 2, skills: [{ id: welsh, level: 'EXPERT', expires: '2027-05-01' }] },
  })
  expect((await list()).skills).toEqual([
    { skillID: welsh, name: 'Welsh', category: 'TOOL', ...VALUES, isExpired: false, givenBy: 'kim' },
  ])
  expect((await save({ version: 2, level: 'GOOD', expires: null })).status).toBe(200)
  expect((await list()).offered).toMatchObject([{ id: firstAid }])
  expect((await call('remove', { userID: annID, version: 3, skillID: welsh })).status).toBe(200)
  expect((await list()).skills).toEqual([])
  expect(await audited()).toEqual([
    {
      ...{ action: 'PERSON_SKILL_ADDED', personID: annID },
      changes: expect.arrayContaining([
        { field: 'skill', before: null, after: 'Welsh' },
        { field: 'level', before: null, after: 'EXPERT' },
      ]),
    },
    {
      ...{ action: 'PERSON_SKILL_CHANGED', personID: annID },
      changes: [
        { field: 'skill', before: 'Welsh', after: 'Welsh' },
        { field: 'level', before: 'EXPERT', after: 'GOOD' },
        { field: 'expires', before: '2027-05-01', after: null },
      ],
    },
    {
      ...{ action: 'PERSON_SKILL_REMOVED', personID: annID },
      changes: [{ field: 'skill', before: 'Welsh', after: null }],
    },
  ])
})

test('a certificate needs evidence, dates are in order, and what is no longer offered is not given', async () => {
  expect(await save({ skillID: firstAid, evidence: ' ' })).toMatchObject({
    status: 400,
    body: { value: 'First aid needs a certificate: say which as evidence.' },
  })
  expect((await save({ skillID: firstAid })).status).toBe(200)
  expect(await save({ version: 2, expires: '2026-04-30' })).toMatchObject({
    status: 400,
    body: { value: 'The skill expires before it begins.' },
  })
  expect((await save({ version: 2, expires: '2026-05-01' })).status).toBe(200)
  expect((await save({ version: 3, skillID: old })).status).toBe(404)
  expect((await save({ version: 3, skillID: 9999 })).status).toBe(404)
  expect((await save({ version: 3, level: 'MASTER' })).status).toBe(400)
  expect((await save({ version: 3, evidence: 'x'.repeat(501) })).status).toBe(400)
  expect((await save({ version: 3, userID: 9999 })).status).toBe(404)
  await server.server.db.updateTable('users').set({ status: 'LEAVER' }).where('id', '=', annID).execute()
  expect((await save({ version: 3 })).status).toBe(409)
})

test('on the last day a skill still counts, on the next it is expired', async () => {
  await save({ since: '2026-05-01', expires: '2026-05-04' })
  expect((await list()).skills).toMatchObject([{ isExpired: false }])
  server.clock.now = NOON + 86_400_000
  const later = await signIn(server, 'kim')
  expect((await list(later)).skills).toMatchObject([{ isExpired: true }])
  server.clock.now = NOON
})

test('of two who save at once one is refused; HR sees and does not change', async () => {
  const answers = await Promise.all([save({ level: 'GOOD' }), save({ level: 'BASIC' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const hr = await signIn(server, 'hr')
  expect((await list(hr)).skills).toHaveLength(1)
  expect((await save({ version: 2 }, hr)).status).toBe(403)
  expect((await call('remove', { userID: annID, version: 2, skillID: welsh }, hr)).status).toBe(403)
  const ann = await signIn(server, 'ann')
  expect((await call('list', { userID: annID }, ann)).status).toBe(403)
})
