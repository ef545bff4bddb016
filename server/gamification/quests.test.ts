import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MyExperience, TeamQuest } from '#shared/contract/gamification.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { QUEST_TEMPLATES, questFault } from '#shared/domain/quests.ts'
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
import { addInterview } from '../interviews/testing/interview-fixture.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { settleQuests } from './settle.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LEADS: PermissionName[] = ['ISUPERVISOR_CAN_SEE_GAMIFICATION']
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_EXPERIENCE']
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const cheered: [readonly number[], string][] = []
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const ask = async (who: string, path: string, payload?: object) =>
  said(await post(server, `/api/igamification/${path}`, payload, bearers.get(who)))
const GOOD = {
  ...{ name: 'Clear and complete', icon: '🎧', message: 'Reach 90', measure: 'qcScore', aim: 90 },
  ...{ minQcScore: null as number | null, rewardXP: 150, from: '2026-05-04', days: 7 },
}
const start = (values: object = {}, who = 'sam') =>
  ask(who, 'quests/save', { ...GOOD, userIDs: [id('ivy'), id('ida')], ...values })
const quests = async (who = 'sam') => ((await ask(who, 'quests/list')).body as { quests: TeamQuest[] }).quests
const mine = async (who: string) => (await ask(who, 'my-experience')).body as MyExperience
const settle = (now = server.clock.now) =>
  settleQuests(
    {
      db: db(),
      publisher: { notified: () => {} },
      tell: () => {},
      cheer: async (userIDs, _icon, message) => void cheered.push([userIDs, message]),
    },
    now,
  )

beforeAll(async () => {
  server = await startTestServer()
  const people: Readonly<Record<string, PermissionName[]>> = {
    ...{ sam: LEADS, sue: LEADS, ivy: OWN, ida: OWN, out: OWN },
  }
  for (const [userName, permissions] of Object.entries(people)) {
    const managerID = userName.startsWith('i') ? id('sam') : userName === 'out' ? id('sue') : undefined
    const person = {
      userName,
      displayName: userName,
      permissions,
      ...(managerID !== undefined && { managerID }),
    }
    ids.set(userName, await addPerson(server, person))
    bearers.set(userName, await signIn(server, userName))
  }
  await addProject(db(), 7, 'Rail')
  await addForm(db())
  restore = await takeSnapshot(db())
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
  cheered.length = 0
})

test('D151 a quest on completes or completes per hour needs a QC condition of 86 or more', async () => {
  for (const measure of ['completes', 'completesPerHour']) {
    for (const minQcScore of [null, 0, 85]) {
      const { status, body } = await start({ measure, aim: 1, minQcScore })
      expect([status, body]).toEqual([400, { value: 'A quest for speed needs a quality condition.' }])
    }
    expect((await start({ measure, aim: 1, minQcScore: 86 })).status).toBe(200)
  }
  expect(QUEST_TEMPLATES.map(questFault)).toEqual(QUEST_TEMPLATES.map(() => null))
})

test('D151 a quest on breaks, idle time, absence, holiday or hours worked can’t be', async () => {
  const never = [
    ...['breaks', 'breakSeconds', 'idleTime', 'idleSeconds', 'absence', 'absenceRate', 'holiday'],
    ...['hoursWorked', 'workedSeconds', 'conformance', 'interviewingHours', 'constructor', 'nothing'],
  ]
  for (const measure of never) {
    const { status, body } = await start({ measure, minQcScore: 90 })
    expect([measure, status, body]).toEqual([measure, 400, { value: "This measure can't be a quest." }])
  }
  expect(await quests()).toEqual([])
})

test('a quest is for one’s own people, from today on, and its reward has a limit', async () => {
  expect((await start({ userIDs: [id('ivy'), id('out')] })).body).toEqual({
    value: 'There is no such person.',
  })
  expect((await start({ from: '2026-05-03' })).body).toEqual({ value: 'A quest begins today or later.' })
  expect((await start({ rewardXP: 501 })).status).toBe(400)
  expect((await start({ rewardXP: 500 })).status).toBe(200)
  expect((await start({}, 'ivy')).status).toBe(403)
  // Of it sue reads nothing: none of hers takes part.
  expect(await quests('sue')).toEqual([])
  expect(await quests()).toMatchObject([
    { name: 'Clear and complete', state: 'RUNNING', offered: 2, by: 'sam' },
  ])
  const told = await db()
    .selectFrom('notifications')
    .where('userID', '=', id('ivy'))
    .select('subject')
    .execute()
  expect(told).toEqual([{ subject: 'A quest for you: Clear and complete' }])
})

test('D110 only people who opted in are named to the supervisor and on the board, the others are a sum', async () => {
  const { id: questID } = (await start()).body as { id: number }
  for (const who of ['ivy', 'ida']) await ask(who, 'quests/answer', { id: questID, isAccepted: true })
  await addReview(db(), { userID: id('ivy'), score: 95 })
  const before = (await quests())[0]
  expect(before).toMatchObject({ active: 2, people: [], others: { count: 2, reached: 1 } })
  expect(JSON.stringify(before)).not.toContain('ivy')
  expect((await mine('ida')).board).toEqual([])
  expect((await mine('ivy')).isNameShown).toBe(false)
  expect((await ask('ivy', 'show-name', { isShown: true })).status).toBe(200)
  expect((await quests())[0]).toMatchObject({
    people: [{ userID: id('ivy'), name: 'ivy', value: 95, isReached: true }],
    others: { count: 1, reached: 0 },
  })
  expect((await mine('ida')).board).toEqual([{ userID: id('ivy'), name: 'ivy', points: 0 }])
  // Not to another team.
  expect((await mine('out')).board).toEqual([])
  await ask('ivy', 'show-name', { isShown: false })
  expect((await mine('ida')).board).toEqual([])
  expect((await quests())[0]?.people).toEqual([])
})

test('W059 a rate is settled when its time is over: who reached it has the points once, the others it is over for', async () => {
  const { id: questID } = (await start()).body as { id: number }
  await ask('ivy', 'quests/answer', { id: questID, isAccepted: true })
  await addReview(db(), { userID: id('ivy'), score: 95 })
  expect(await settle()).toBe(0)
  server.clock.now = NOON + 7 * DAY
  expect(await settle(NOON + 7 * DAY)).toBe(1)
  expect(await settle(NOON + 7 * DAY)).toBe(0)
  const states = await db().selectFrom('questPeople').orderBy('userID').select('state').execute()
  expect(states).toEqual([{ state: 'COMPLETED' }, { state: 'EXPIRED' }])
  expect(await db().selectFrom('xpEntries').select(['userID', 'points']).execute()).toEqual([
    { userID: id('ivy'), points: 150 },
  ])
  expect(cheered).toEqual([[[id('ivy')], 'You completed Clear and complete: 150 XP.']])
  const told = await db()
    .selectFrom('notifications')
    .where('type', '=', 'GAMIFICATION_MILESTONE_ACHIEVED')
    .select(['userID', 'body'])
    .execute()
  expect(told).toMatchObject([{ userID: id('ivy') }])
  expect(JSON.parse(told[0]?.body ?? '')).toEqual({
    ...{ milestoneName: 'Clear and complete', milestoneAchievedDate: '2026-05-11T12:00:00.000Z' },
  })
})

test('a count is reached at once, with its quality; who interviews is settled afterwards', async () => {
  const { id: questID } = (await start({ measure: 'completes', aim: 3, minQcScore: 86 })).body as {
    id: number
  }
  await ask('ivy', 'quests/answer', { id: questID, isAccepted: true })
  for (let n = 0; n < 3; n++)
    await addInterview(db(), { userID: id('ivy'), start: NOON - HOUR + n * 60_000, duration: 50 })
  expect(await settle()).toBe(0)
  await addReview(db(), { userID: id('ivy'), score: 86 })
  const session = {
    userID: id('ivy'),
    activity: 'AVAILABLE' as const,
    project: 'Rail',
    projectID: 7,
    category: null,
  }
  await db()
    .insertInto('activitySessions')
    .values({ ...session, startedAt: NOON - HOUR, startedBy: id('ivy'), endedAt: null, endedBy: null })
    .execute()
  expect(await settle()).toBe(0)
  await db().updateTable('activitySessions').set({ endedAt: NOON }).execute()
  expect(await settle()).toBe(1)
  expect((await mine('ivy')).earned).toMatchObject([
    { reason: 'QUEST', what: 'Clear and complete', points: 150 },
  ])
  expect((await mine('ivy')).level.currentXP).toBe(150)
})

test('its starter alone ends it early, with a reason, and cheers who takes part', async () => {
  const { id: questID } = (await start()).body as { id: number }
  await ask('ivy', 'quests/answer', { id: questID, isAccepted: true })
  const cheer = { id: questID, icon: '👏', message: 'x'.repeat(140) }
  expect((await ask('sue', 'quests/cheer', cheer)).status).toBe(404)
  expect((await ask('sam', 'quests/cheer', { ...cheer, message: 'x'.repeat(141) })).status).toBe(400)
  expect((await ask('sam', 'quests/cheer', cheer)).status).toBe(200)
  const sent = await db().selectFrom('shellMessages').orderBy('id').select(['userID', 'message']).execute()
  expect(sent.at(-1)).toEqual({ userID: id('ivy'), message: 'x'.repeat(140) })
  expect(sent).toHaveLength(3)
  expect((await ask('sam', 'quests/end', { id: questID, reason: 'no' })).status).toBe(400)
  expect((await ask('sue', 'quests/end', { id: questID, reason: 'Not mine' })).status).toBe(404)
  expect((await ask('sam', 'quests/end', { id: questID, reason: 'The project stops' })).status).toBe(200)
  expect(await quests()).toMatchObject([{ state: 'ENDED', endReason: 'The project stops', expired: 2 }])
  expect((await ask('sam', 'quests/end', { id: questID, reason: 'Again' })).body).toEqual({
    value: "The quest is Ended and can't be ended.",
  })
  expect((await ask('ida', 'quests/answer', { id: questID, isAccepted: true })).status).toBe(400)
  expect((await ask('out', 'quests/answer', { id: questID, isAccepted: true })).status).toBe(404)
})
