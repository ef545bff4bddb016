import { array, asyncProperty, boolean, assert as check, constantFrom, integer, record } from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MyDay } from '#shared/contract/my-day.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'

const MINUTE = 60_000
const MAY: readonly PermissionName[] = [
  ...(['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const),
  ...(['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] as const),
]

let server: TestServer
let jamie: number
let boss: number
let own: Record<string, string>
let bosses: Record<string, string>
const db = () => server.server.db

beforeAll(async () => {
  server = await startTestServer()
  boss = await addPerson(server, {
    ...{ userName: 'boss', displayName: 'Priya Nair' },
    permissions: [
      'CAN_FORCE_MASTER_ACTIVITY',
      'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
      'ISUPERVISOR_CAN_SEE_RESOURCE',
    ],
  })
  jamie = await addPerson(server, { userName: 'jamie', managerID: boss, permissions: MAY })
  await addProject(db(), 7, 'Rail')
  own = await signIn(server, 'jamie')
  bosses = await signIn(server, 'boss')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  await clear()
})

async function clear(): Promise<void> {
  for (const table of ['activityCorrections', 'activityOverrides', 'activitySessions'] as const)
    await db().deleteFrom(table).execute()
}
const iso = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
const goTo = async (activity: string, more: object = {}) =>
  said(await post(server, '/api/activity/update/current-activity', { activity, ...more }, own))
const pass = (minutes: number) => {
  server.clock.now += minutes * MINUTE
}
/** Of the person, in order; minutes since noon. */
const sessions = async () =>
  (
    await db()
      .selectFrom('activitySessions')
      .where('userID', '=', jamie)
      .orderBy('startedAt')
      .orderBy('id')
      .select(['activity', 'startedAt', 'endedAt', 'isTimeCorrected'])
      .execute()
  ).map(({ activity, startedAt, endedAt }) => [
    activity,
    (startedAt - NOON) / MINUTE,
    endedAt && (endedAt - NOON) / MINUTE,
  ])
const refused = (value: string) => ({ status: 400, body: { value } })

test('D079 switches that were made without a connection take their places by their own times, each once', async () => {
  await goTo('MEETING')
  pass(60)
  const kept = [
    { activity: 'BREAK', at: iso(10), switchID: 'switch-1' },
    { activity: 'MEETING', at: iso(25), switchID: 'switch-2' },
    { activity: 'TRAINING', at: iso(40.5), switchID: 'switch-3' },
  ]
  for (const { activity, ...how } of kept)
    expect(await goTo(activity, { ...how, clock: iso(60) })).toMatchObject({
      body: { currentActivity: activity },
    })
  const all = [
    ['MEETING', 0, 10],
    ['BREAK', 10, 25],
    ['MEETING', 25, 40.5],
    ['TRAINING', 40.5, null],
  ]
  expect(await sessions()).toEqual(all)
  // A window that heard no answer, and another one with the same list, say them again.
  for (const { activity, ...how } of kept) expect((await goTo(activity, how)).status).toBe(200)
  expect(await sessions()).toEqual(all)
})

test('D079 what was done meanwhile stays the newest; one that comes late lasts up to it', async () => {
  await goTo('MEETING')
  pass(15)
  await said(
    await post(
      server,
      '/api/activity/force/current-activity',
      { userID: jamie, activity: 'TRAINING', reason: 'New script', holdMinutes: 60 },
      bosses,
    ),
  )
  pass(30)
  // The hold came after it.
  expect(await goTo('BREAK', { at: iso(10), clock: iso(45) })).toMatchObject({
    body: { currentActivity: 'TRAINING' },
  })
  expect(await sessions()).toEqual([
    ['MEETING', 0, 10],
    ['BREAK', 10, 15],
    ['TRAINING', 15, null],
  ])
  // What is held now refuses what was made after it.
  expect((await goTo('MEETING', { at: iso(20), clock: iso(45) })).status).toBe(403)
})

test('D079 a clock that is more than 2 minutes wrong is put right by the difference, and that is marked', async () => {
  await goTo('MEETING')
  pass(60)
  const marks = async () => {
    const { body } = said(await post(server, '/api/itracker/activity/my-day', {}, own))
    return (body as MyDay).sessions.map(({ isTimeCorrected }) => isTimeCorrected)
  }
  // 2 minutes behind are let be, so that it is as the person saw it.
  await goTo('BREAK', { at: iso(30), clock: iso(58) })
  expect((await sessions()).at(-1)).toEqual(['BREAK', 30, null])
  await goTo('MEETING', { at: iso(25), clock: iso(45) })
  expect((await sessions()).at(-1)).toEqual(['MEETING', 40, null])
  // One that is ahead, too; and never into the time to come.
  await goTo('TRAINING', { at: iso(180), clock: iso(190) })
  expect((await sessions()).at(-1)).toEqual(['TRAINING', 50, null])
  await goTo('PERSONAL', { at: iso(62), clock: iso(61) })
  expect((await sessions()).at(-1)).toEqual(['PERSONAL', 60, null])
  expect(await marks()).toEqual([false, false, true, true, false])
})

test('D079 what is too long ago, lies before the shift or in a locked day is refused, and nothing changes', async () => {
  await goTo('MEETING')
  pass(60)
  const all = await sessions()
  expect(await goTo('BREAK', { at: iso(-10), clock: iso(60) })).toEqual(refused('You were not working then.'))
  expect(await goTo('BREAK', { at: iso(60 - 24 * 60 - 1), clock: iso(60) })).toEqual(
    refused('This is too long ago to be counted. Ask for a correction.'),
  )
  const locked = {
    day: iso(0).slice(0, 10),
    state: 'LOCKED',
    note: '',
    changedBy: null,
    changedAt: 1,
  } as const
  await db()
    .insertInto('attendanceDays')
    .values({ userID: jamie, ...locked })
    .execute()
  expect(await goTo('BREAK', { at: iso(30), clock: iso(60) })).toEqual(refused('This day is locked for pay.'))
  await db().deleteFrom('attendanceDays').execute()
  expect((await goTo('RECEPTION', { at: iso(30), clock: iso(60) })).status).toBe(403)
  expect(await sessions()).toEqual(all)
})

/** Something that is said of the person's day, in whatever order. */
const arrival = record({
  what: constantFrom('ONLINE', 'LATE', 'LATE', 'UNDO', 'OVERRIDE', 'CORRECTION'),
  activity: constantFrom('BREAK', 'MEETING', 'TRAINING', 'PERSONAL', 'AVAILABLE'),
  minutes: integer({ min: 1, max: 40 }),
  isAgain: boolean(),
})

test('D032 whatever order switches arrive in, sessions neither overlap nor leave a gap', async () => {
  let run = 0
  await check(
    asyncProperty(array(arrival, { minLength: 4, maxLength: 9 }), async (arrivals) => {
      run += 1
      server.clock.now = NOON
      await clear()
      await goTo('MEETING')
      for (const [place, { what, activity, minutes, isAgain }] of arrivals.entries()) {
        pass(minutes / 2)
        const now = (server.clock.now - NOON) / MINUTE
        const project = activity === 'AVAILABLE' ? { project: 'Rail' } : {}
        const at = iso(Math.max(0, now - minutes))
        const late = { ...project, at, clock: iso(now), switchID: `switch-${run}-${place}` }
        if (what === 'ONLINE') await goTo(activity, project)
        if (what === 'LATE') for (const _ of isAgain ? [1, 2] : [1]) await goTo(activity, late)
        if (what === 'OVERRIDE')
          await post(
            server,
            '/api/activity/force/current-activity',
            { userID: jamie, activity, ...project, reason: 'Because' },
            bosses,
          )
        if (what === 'UNDO') {
          const { id } = await db()
            .selectFrom('activitySessions')
            .where('userID', '=', jamie)
            .where('endedAt', 'is', null)
            .select('id')
            .executeTakeFirstOrThrow()
          await post(server, '/api/activity/undo-switch', { sessionID: id }, own)
        }
        if (what === 'CORRECTION')
          await post(
            server,
            '/api/supervisor/attendance/correct-session',
            {
              ...{ userID: jamie, sessionID: null, reason: 'It was so' },
              requested: {
                activity: 'TRAINING',
                projectID: null,
                start: at,
                end: iso(Math.max(0.5, now - 1)),
              },
            },
            bosses,
          )
      }
      const all = await sessions()
      expect(all[0]?.[1]).toBe(0)
      expect(all.at(-1)?.[2]).toBeNull()
      for (const [place, [, , end]] of all.slice(0, -1).entries()) expect(end).toBe(all[place + 1]?.[1])
      for (const [, start, end] of all)
        if (end !== null) expect(Number(end)).toBeGreaterThanOrEqual(Number(start))
    }),
    { numRuns: 12, seed: 20261126, endOnFailure: true },
  )
})
