import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import { addPerson, NOON, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { tellExpiring } from './expiry-service.ts'
import { addSkills } from './testing/skill-fixture.ts'

const DAY = 86_400_000
let server: TestServer
let annID: number
let managerID: number
let trainerID: number
let welsh: number
let restore: () => Promise<void>
const told: number[] = []
beforeAll(async () => {
  server = await startTestServer()
  managerID = await addPerson(server, { userName: 'tom' })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', managerID })
  trainerID = await addPerson(server, { userName: 'tess', permissions: ['ITRAINING_CAN_SEE_MODULE'] })
  const [id = 0] = await addSkills(server.server.db, [{ name: 'Welsh' }])
  welsh = id
  restore = await takeSnapshot(server.server.db)
})
beforeEach(async () => {
  await restore()
  told.length = 0
})
afterAll(() => server.server.close())

const hold = (expires: string | null, userID = annID) =>
  server.server.db
    .insertInto('personSkills')
    .values({
      userID,
      skillID: welsh,
      level: 'GOOD',
      since: '2025-01-01',
      expires,
      evidence: '',
      givenBy: null,
    })
    .execute()
const run = (days: number) =>
  tellExpiring(
    { db: server.server.db, publisher: { notified: (kept) => told.push(...kept.map((one) => one.userID)) } },
    NOON + days * DAY,
  )
const subjects = async () =>
  (
    await server.server.db.selectFrom('notifications').orderBy('id').select(['userID', 'subject']).execute()
  ).map(({ userID, subject }) => [userID, subject])
const of = (words: string) => [
  [annID, `Your skill Welsh ${words}`],
  [managerID, `Ann Ash: the skill Welsh ${words}`],
  [trainerID, `Ann Ash: the skill Welsh ${words}`],
]

test('A082 person, manager and Training are told 60, 14 and 0 days before a skill expires, each time once', async () => {
  // 61 days after 4 May.
  await hold('2026-07-04')
  expect(await run(0)).toBe(0)
  expect(await run(1)).toBe(1)
  expect(await run(1)).toBe(0)
  expect(await run(46)).toBe(0)
  expect(await subjects()).toEqual(of('expires on 4 July 2026'))
  expect(await run(47)).toBe(1)
  expect(await run(60)).toBe(0)
  expect(await run(61)).toBe(1)
  expect(await run(62)).toBe(0)
  expect(await subjects()).toEqual([
    ...of('expires on 4 July 2026'),
    ...of('expires on 4 July 2026'),
    ...of('expires today'),
  ])
  expect(told).toHaveLength(9)
})

test('A082 a day on which no server ran is made up for, and one that is long past isn’t told of', async () => {
  await hold('2026-05-02')
  expect(await run(0)).toBe(1)
  expect((await subjects())[0]).toEqual([annID, 'Your skill Welsh expired on 2 May 2026'])
  await hold('2026-04-26', managerID)
  expect(await run(0)).toBe(0)
})

test('a skill that is held on goes by its new end, and nobody who left is told', async () => {
  await hold('2026-06-01')
  await run(0)
  await server.server.db.updateTable('personSkills').set({ expires: '2027-06-01' }).execute()
  expect(await run(1)).toBe(0)
  await server.server.db.updateTable('personSkills').set({ expires: '2026-06-02' }).execute()
  expect(await run(1)).toBe(1)
  await server.server.db.updateTable('personSkills').set({ expires: '2026-06-03' }).execute()
  await server.server.db
    .updateTable('users')
    .set({ status: 'LEAVER', isActive: 0 })
    .where('id', '=', annID)
    .execute()
  expect(await run(1)).toBe(0)
  await hold(null, trainerID)
  expect(await run(1)).toBe(0)
})
