import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { USUAL_RULES } from '../activity/activity-rules.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let server: TestServer
let annID: number
let ann: { authorization: string }
let ben: { authorization: string }

beforeAll(async () => {
  server = await startTestServer({
    activityRules: {
      ...USUAL_RULES,
      wellBeingPromptRate: 3 * 3600,
      wellBeingTimeoutSeconds: 45,
      wellBeingRequired: true,
    },
  })
  const permissions = ['CAN_USE_MOOD_CAPTURE', 'CAN_UPDATE_MASTER_ACTIVITY'] as const
  annID = await addPerson(server, { userName: 'ann', permissions })
  await addPerson(server, { userName: 'ben', permissions })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  for (const table of ['moods', 'moodQuestions', 'activitySessions'] as const)
    await server.server.db.deleteFrom(table).execute()
})

const call = async (path: string, payload: object, bearer = ann) =>
  said(await post(server, `/api/${path}`, payload, bearer)).body
const ask = (question: 'CHECK' | 'CAPTURE' = 'CHECK', bearer = ann) =>
  call('well-being/ask', { question }, bearer)
const become = (activity: ActivityName) => call('activity/update/current-activity', { activity })
/** The sign-in's token holds for a shift: the clock goes on within it. */
const pass = (ms: number) => {
  server.clock.now += ms
}
const REST = { isRequired: true, timeoutSeconds: 45 }
const due = { isDue: true, inSeconds: 0, ...REST }
const notDue = (inSeconds: number) => ({ isDue: false, inSeconds, ...REST })

test('W253 D087 worked time alone brings the check: breaks, personal time and inactivity don’t count', async () => {
  expect(await ask()).toEqual(notDue(900))
  await become('TRAINING')
  pass(HOUR)
  await become('BREAK')
  pass(HOUR)
  expect(await ask()).toEqual(notDue(900))
  await become('PERSONAL')
  pass(HOUR)
  await become('MEETING')
  pass(HOUR)
  expect(await ask()).toEqual(notDue(3600))
  pass(HOUR - 1000)
  expect(await ask()).toEqual(notDue(1))
  pass(1000)
  expect(await ask()).toEqual(due)
  // Asked once: another window isn't told so, and the time begins anew.
  expect(await ask()).toEqual(notDue(3 * 3600))
})

test('D087 W253 it waits for the end of a call at the dialler, and isn’t asked in the last ten minutes of a shift', async () => {
  await become('TRAINING')
  pass(3 * HOUR)
  const at = server.clock.now
  const dialler = { userID: annID, status: 'ON_CALL', since: at - MINUTE, project: null, asOf: at } as const
  await server.server.db.insertInto('diallerStatuses').values(dialler).execute()
  expect(await ask()).toEqual(notDue(30))
  await server.server.db.deleteFrom('diallerStatuses').execute()
  const shift = await addShift(server.server.db, { userID: annID, start: at - HOUR, end: at + 10 * MINUTE })
  expect(await ask()).toEqual(notDue(900))
  await server.server.db
    .updateTable('shifts')
    .set({ end: at + 10 * MINUTE + 1 })
    .where('id', '=', shift)
    .execute()
  expect(await ask()).toEqual(due)
  await server.server.db.deleteFrom('shifts').execute()
})

test('two hours lie between two questions, whichever asks', async () => {
  await become('TRAINING')
  pass(3 * HOUR)
  expect(await ask('CAPTURE')).toEqual(due)
  pass(2 * HOUR - 1)
  expect(await ask('CAPTURE')).toEqual(notDue(1))
  pass(1)
  expect(await ask('CAPTURE')).toEqual(due)
  expect(await ask('CHECK')).toEqual(notDue(3 * 3600))
})

test('of windows that ask at once one is told that it is due', async () => {
  await become('TRAINING')
  pass(3 * HOUR)
  const answers = await Promise.all([ask(), ask(), ask('CAPTURE')])
  expect(answers.filter((answer) => (answer as { isDue: boolean }).isDue)).toHaveLength(1)
})

describe('an answer that has to be given', () => {
  const reopened = (bearer = ann) => call('well-being/ask', { question: 'CHECK', isOpening: true }, bearer)
  beforeEach(async () => {
    await become('TRAINING')
    pass(3 * HOUR)
  })

  test('W033 is asked for again by a window that is opened, until its time is over', async () => {
    expect(await ask()).toEqual(due)
    pass(45_000 - 1)
    expect(await reopened(ben)).toEqual(notDue(900))
    // A window that was there isn't told.
    expect(await ask()).toMatchObject({ isDue: false })
    expect(await reopened()).toEqual(due)
    pass(1)
    expect(await reopened()).toMatchObject({ isDue: false })
  })

  test('W033 is owed no longer once it was given', async () => {
    expect(await ask()).toEqual(due)
    await call('well-being/submit-mood', { moodValue: 3, comments: '', userID: annID })
    expect(await reopened()).toMatchObject({ isDue: false })
  })

  test('W033 isn’t owed to the page’s own question, which may be put off', async () => {
    expect(await ask('CAPTURE')).toEqual(due)
    expect(await reopened()).toMatchObject({ isDue: false })
  })
})

test('W111 a mood is the person’s alone unless they share it, and goes back 8 weeks', async () => {
  const say = (moodValue: number, more: object = {}) =>
    call('well-being/submit-mood', { moodValue, comments: `mood ${moodValue}`, userID: annID, ...more })
  const DAY = 24 * HOUR
  const old = (at: number, moodValue: number) => ({ userID: annID, moodValue, comments: '', at })
  await server.server.db
    .insertInto('moods')
    .values([old(NOON - 56 * DAY - 1, 1), old(NOON - 56 * DAY, 2)])
    .execute()
  await say(4)
  pass(MINUTE)
  await say(5, { isShared: true })
  const entry = (moodValue: number, comments: string, at: number, isShared = false) => ({
    moodValue,
    comments,
    isShared,
    at: new Date(at).toISOString(),
  })
  server.clock.now = NOON
  expect(await call('well-being/mine', {})).toEqual([
    entry(2, '', NOON - 56 * DAY),
    entry(4, 'mood 4', NOON),
    entry(5, 'mood 5', NOON + MINUTE, true),
  ])
  expect(await call('well-being/mine', {}, ben)).toEqual([])
})

test('D087 an answer that wasn’t shared appears on no supervisor’s page', async () => {
  await become('TRAINING')
  const secret = 'zebra-crossing-tears'
  await call('well-being/submit-mood', { moodValue: 1, comments: secret, userID: annID })
  const permissions: readonly PermissionName[] = [
    ...(['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL', 'CAN_SEARCH_ALL_USERS'] as const),
    ...(['ISUPERVISOR_CAN_SEE_RESOURCE', 'ISUPERVISOR_CAN_SEE_PERFORMANCE'] as const),
    ...(['IRESOURCE_CAN_SEE_REPORTS', 'IMANAGER_CAN_SEE_LIVE_STATUS', 'CAN_USE_MOOD_CAPTURE'] as const),
  ]
  const priya = await addPerson(server, { userName: 'priya', permissions })
  await server.server.db.updateTable('users').set({ managerID: priya }).where('id', '=', annID).execute()
  const bearer = await signIn(server, 'priya')
  const day = new Date(server.clock.now).toISOString().slice(0, 10)
  const pages: readonly (readonly [string, object | undefined])[] = [
    ['supervisor/live-panel/get-live-data', {}],
    ['supervisor/live-panel/person', { userID: annID }],
    ['supervisor/attendance/days', { from: day, to: day }],
    ['supervisor/performance', { from: day, to: day }],
    ['manager/live-status', {}],
    ['resource/activity-report', { from: day, to: day }],
    ['user/profile-card', { userID: annID }],
    ['well-being/mine', {}],
  ]
  let read = 0
  for (const [path, payload] of pages) {
    const { status, body } = said(await post(server, `/api/${path}`, payload, bearer))
    if (status === 200) read += 1
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(JSON.stringify(body)).not.toContain('moodValue')
  }
  expect(read).toBeGreaterThanOrEqual(5)
  // What is shared does: it is only the rest that stays theirs.
  const shared = { moodValue: 4, comments: 'better now', userID: annID, isShared: true }
  await call('well-being/submit-mood', shared)
  const panel = await call('supervisor/live-panel/person', { userID: annID }, bearer)
  expect(JSON.stringify(panel)).toContain('better now')
  expect(JSON.stringify(panel)).not.toContain(secret)
  // Whatever else there is: nobody reads moods but for the person themselves, their export and their list, and what they shared.
  const readers = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !/\.test\.|testing|migrations|seed/.test(file) &&
      /selectFrom\('moods/.test(readFileSync(`server/${file}`, 'utf8')),
  )
  expect(readers.sort()).toEqual([
    'recorded/readings.ts',
    'well-being/shared-moods.ts',
    'well-being/well-being-handlers.ts',
  ])
})
