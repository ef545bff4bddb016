import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttendedDay, Correction } from '#shared/contract/attendance.ts'
import type { Earnings } from '#shared/contract/earnings.ts'
import type { MyDay } from '#shared/contract/my-day.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { rowOf } from '#shared/settings/registry.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { confirmLastWeek, endForgotten, markNoShows, shiftUpkeepService } from './shift-upkeep.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let now: number
let jamie: number
let sam: number
let own: Record<string, string>
let boss: Record<string, string>
let reader: Record<string, string>
const db = () => server.server.db
const iso = (at: number) => new Date(at).toISOString()
const day = (at: number) => iso(at).slice(0, 10)

const OWN: readonly PermissionName[] = [
  ...(['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const),
  ...(['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] as const),
  'ITRACKER_CAN_SEE_MY_EARNINGS',
]

beforeEach(async () => {
  now = NOON
  server = await startTestServer({ clock: () => now })
  sam = await addPerson(server, {
    userName: 'sam',
    displayName: 'Sam',
    permissions: [...OWN, 'ISUPERVISOR_CAN_SEE_RESOURCE', 'ISUPERVISOR_IS_RESTRICTED'],
  })
  jamie = await addPerson(server, { userName: 'jamie', displayName: 'Jamie', permissions: OWN })
  await addPerson(server, { userName: 'ellie', permissions: [...OWN, 'ISUPERVISOR_CAN_SEE_RESOURCE'] })
  await db().updateTable('users').set({ managerID: sam }).where('id', '=', jamie).execute()
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
  own = await signIn(server, 'jamie')
  boss = await signIn(server, 'sam')
})
afterEach(() => server.server.close())

const call = async (path: string, body: object = {}, as = own) =>
  said(await post(server, `/api/${path}`, body, as))
const refused = (status: number, value: string) => ({ status, body: { value } })
const done = { status: 200, body: { done: true } }
const myDay = async () => (await call('itracker/activity/my-day')).body as MyDay
const goTo = (activity: string, more: object = {}) =>
  call('activity/update/current-activity', { activity, ...more })
const did = async (
  activity: 'AVAILABLE' | 'BREAK' | 'PERSONAL' | 'SYSTEM ISSUES' | 'MEETING',
  from: number,
  to: number | null,
  more: { userID?: number; startedBy?: number; projectID?: number } = {},
) => {
  const { userID = jamie, startedBy = userID, projectID } = more
  const { id } = await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity, project: projectID === undefined ? null : 'Rail', category: null },
      ...{ projectID: projectID ?? null, startedAt: from, startedBy, endedAt: to, endedBy: userID },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const range = (at = now) => ({ from: day(at - DAY), to: day(at) })
const mine = async () => ((await call('itracker/attendance', range())).body as { days: AttendedDay[] }).days
const theirs = async (as = boss) =>
  (await call('supervisor/attendance/days', range(), as)).body as {
    days: AttendedDay[]
    corrections: Correction[]
  }
const sessions = async () =>
  (
    await db()
      .selectFrom('activitySessions')
      .where('userID', '=', jamie)
      .orderBy('startedAt')
      .orderBy('id')
      .selectAll()
      .execute()
  ).map(({ activity, startedAt, endedAt }) => [
    activity,
    (startedAt - NOON) / MINUTE,
    endedAt && (endedAt - NOON) / MINUTE,
  ])
const shiftState = async () =>
  (await db().selectFrom('shifts').orderBy('id').select('state').execute()).map(({ state }) => state)
const toldTo = async (userID: number) =>
  (
    await db()
      .selectFrom('notifications')
      .where('userID', '=', userID)
      .orderBy('id')
      .select('subject')
      .execute()
  ).map(({ subject }) => subject)

describe('start and end of the shift', () => {
  test('D081 it can be begun from 30 minutes before it, on its project, and is LIVE then', async () => {
    await addShift(db(), { userID: jamie, start: NOON, end: NOON + 4 * HOUR, projectID: 7 })
    now = NOON - 30 * MINUTE - 1
    expect((await myDay()).start).toBe('NOT_YET')
    expect(await call('activity/shift/start')).toEqual(refused(400, 'Your shift starts at 13:00.'))
    now = NOON - 30 * MINUTE
    expect((await myDay()).start).toBe('SHIFT')
    expect(await call('activity/shift/start', { location: 'HOME' })).toMatchObject({
      status: 200,
      body: { currentActivity: 'AVAILABLE', project: 'Rail', startedShift: true },
    })
    expect(await shiftState()).toEqual(['LIVE'])
    expect((await myDay()).start).toBeNull()
    expect(await db().selectFrom('activitySessions').select('location').execute()).toEqual([
      { location: 'HOME' },
    ])
    expect(await call('activity/shift/start')).toEqual(refused(400, 'You are already on AVAILABLE.'))
  })

  test('D081 the place is asked for where the installation needs it', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    const asked = { name: rowOf('activity.requireLocationServices'), value: 'true' }
    await db().insertInto('settings').values(asked).execute()
    expect(await call('activity/shift/start')).toEqual(refused(400, 'Say where you work.'))
    expect(await call('activity/shift/start', { location: 'OFFICE' })).toMatchObject({ status: 200 })
  })

  test('D081 starting without a shift needs a reason and a contract type that allows it, and makes an UNSCHEDULED exception', async () => {
    const WITHOUT = 'You have no shift now. Tell your supervisor why you start.'
    expect(await call('activity/shift/start', { activity: 'MEETING' })).toEqual(refused(400, WITHOUT))
    expect(await call('activity/shift/start', { activity: 'MEETING', reason: 'Ok' })).toEqual(
      refused(400, WITHOUT),
    )
    const stood = { activity: 'MEETING', reason: 'Standing in' }
    expect(await call('activity/shift/start', stood)).toEqual(
      refused(403, 'Your contract has no work without a shift.'),
    )
    await db()
      .insertInto('contractTypes')
      .values({
        id: 3,
        name: 'Casual',
        nameKey: 'casual',
        kind: 'WORKER',
        version: 1,
        changedBy: null,
        changedAt: 1,
      })
      .execute()
    // A contract that says nothing of it has none.
    await db().updateTable('users').set({ contractTypeID: 3 }).where('id', '=', jamie).execute()
    expect((await call('activity/shift/start', stood)).status).toBe(403)
    const terms = JSON.stringify({ mayStartWithoutShift: true })
    await db()
      .insertInto('contractTerms')
      .values({ contractTypeID: 3, validFrom: '2020-01-01', terms })
      .execute()
    await db().updateTable('users').set({ contractTypeID: 3 }).where('id', '=', jamie).execute()
    expect((await myDay()).start).toBe('WITHOUT')
    expect(await call('activity/shift/start', { ...stood, reason: ' Ok ' })).toEqual(refused(400, WITHOUT))
    expect(await call('activity/shift/start', { ...stood, reason: 'Ill' })).toMatchObject({ status: 200 })
    await call('activity/shift/end')
    await db().deleteFrom('activitySessions').execute()
    expect(await call('activity/shift/start', stood)).toMatchObject({ status: 200 })
    now += 10 * MINUTE
    expect((await myDay()).exceptions).toMatchObject([{ kind: 'UNSCHEDULED', seconds: 600 }])
    expect(await db().selectFrom('activitySessions').select('reason').execute()).toEqual([
      { reason: 'Standing in' },
    ])
  })

  test('D081 after the shift it is over, and its end is read with figures', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    now = NOON + 2 * HOUR
    await goTo('BREAK')
    now += 10 * MINUTE
    expect(await call('activity/shift/end')).toMatchObject({
      status: 200,
      body: { workedSeconds: 7200, breakSeconds: 600, paidHours: 2.25 },
    })
    expect(await shiftState()).toEqual(['COMPLETED'])
    expect(await call('activity/shift/end')).toEqual(refused(400, 'You are already on INACTIVE.'))
    now = NOON + 4 * HOUR + 15 * MINUTE
    expect(await call('activity/shift/start')).toEqual(refused(400, 'Your shift is over.'))
  })

  test('the end of a shift can be taken back with the switch', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    now += HOUR
    await call('activity/shift/end')
    const { undo } = await myDay()
    await call('activity/undo-switch', { sessionID: undo?.sessionID })
    expect(await shiftState()).toEqual(['LIVE'])
    expect(await sessions()).toEqual([['AVAILABLE', 0, null]])
  })

  const parts = () => ({
    db: db(),
    publisher: { notified: () => {} },
    tellActivity: async () => {},
  })

  test('D082 a shift that nobody ends is ended 15 minutes after its planned end, at the last thing seen, and the person is told', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    now = NOON + 3 * HOUR
    await goTo('BREAK')
    expect(await endForgotten(parts(), NOON + 4 * HOUR + 15 * MINUTE - 1)).toBe(0)
    expect(await endForgotten(parts(), NOON + 4 * HOUR + 15 * MINUTE)).toBe(1)
    expect(await sessions()).toEqual([
      ['AVAILABLE', 0, 180],
      ['BREAK', 180, 180],
      ['INACTIVE', 180, null],
    ])
    expect(await shiftState()).toEqual(['COMPLETED'])
    expect(await toldTo(jamie)).toEqual(['Your shift was ended at 16:00'])
    expect(await endForgotten(parts(), NOON + 5 * HOUR)).toBe(0)
  })

  test('D082 a call or an activity after the end keeps it open until 15 minutes after that', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    await db()
      .insertInto('interviewRecords')
      .values({
        ...{
          projectID: 7,
          userID: jamie,
          start: NOON + 230 * MINUTE,
          end: NOON + 250 * MINUTE,
          duration: 1200,
        },
        ...{
          outcome: 'COMPLETE',
          quotaCellID: null,
          appointmentTime: null,
          source: 'MANUAL',
          sourceCallID: null,
        },
        ...{ importID: null, importedAt: null },
      })
      .execute()
    expect(await endForgotten(parts(), NOON + 265 * MINUTE - 1)).toBe(0)
    expect(await endForgotten(parts(), NOON + 265 * MINUTE)).toBe(1)
    expect((await sessions())[0]).toEqual(['AVAILABLE', 0, 250])
  })

  test('D082 so does a switch of their own, and a message', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    now = NOON + 4 * HOUR + 5 * MINUTE
    await goTo('MEETING')
    expect(await endForgotten(parts(), now + 15 * MINUTE - 1)).toBe(0)
    const thread = {
      ...{
        type: 'THREAD',
        source: 'MESSAGE',
        sourceID: 1,
        label: '',
        displayLabel: '',
        displayGroupLabel: '',
      },
      ...{ isGroup: 0, status: '', priority: '', createdAt: NOON },
      ...{ parentID: null, lastMessageID: null, lastMessageTime: null },
    }
    const { id: threadID } = await db()
      .insertInto('threads')
      .values(thread as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const written = {
      threadID,
      userID: jamie,
      text: 'Just a minute',
      type: 'TEXT',
      entryTime: now + 8 * MINUTE,
      overallStatus: '',
    }
    await db()
      .insertInto('messages')
      .values(written as never)
      .execute()
    expect(await endForgotten(parts(), now + 23 * MINUTE - 1)).toBe(0)
    expect(await endForgotten(parts(), now + 23 * MINUTE)).toBe(1)
    expect((await sessions()).at(-1)).toEqual(['INACTIVE', 253, null])
  })

  test('D108 the service confirms by itself at 12:00, and looks a week over once an hour', async () => {
    await did('MEETING', NOON - 2 * DAY, NOON - 2 * DAY + HOUR)
    const wednesday = Date.UTC(2026, 4, 6, 11)
    const service = shiftUpkeepService(parts())
    const run = async (startedAt: number, since: number | null) => {
      const said: string[] = []
      await service.run({
        startedAt,
        since,
        log: (line) => said.push(line),
        signal: new AbortController().signal,
      })
      return said
    }
    expect(await run(wednesday - MINUTE, wednesday - 2 * MINUTE)).toEqual([])
    expect(await run(wednesday + MINUTE, wednesday)).toEqual([])
    expect(await run(wednesday, wednesday - MINUTE)).toEqual([
      '0 shifts were ended, 0 changes were not answered, 0 no-shows, 1 day was confirmed, 0 shift requests expired, 0 projects have their field work done, 0 waited for a training and have a place',
    ])
  })

  test('D182 a shift without activity is a NO_SHOW 15 minutes after its end with an AWOL event, and a late start before that makes it LIVE', async () => {
    await addShift(db(), { userID: jamie })
    expect(await markNoShows(parts(), NOON + 4 * HOUR + 15 * MINUTE - 1)).toBe(0)
    expect(await markNoShows(parts(), NOON + 4 * HOUR + 15 * MINUTE)).toBe(1)
    expect(await shiftState()).toEqual(['NO_SHOW'])
    const events = () =>
      db()
        .selectFrom('calendarEvents')
        .where('deletedAt', 'is', null)
        .select(['userID', 'eventType', 'eventState'])
        .execute()
    expect(await events()).toEqual([{ userID: jamie, eventType: 'AWOL', eventState: 'SYSTEM_AUTO' }])
    expect(await toldTo(sam)).toEqual(['Jamie didn’t come'])
    expect(await markNoShows(parts(), NOON + 5 * HOUR)).toBe(0)
    await db().deleteFrom('shifts').execute()
    await addShift(db(), { userID: jamie, projectID: 7, state: 'NO_SHOW' })
    now = NOON + 4 * HOUR + 14 * MINUTE
    expect(await call('activity/shift/start')).toMatchObject({ status: 200 })
    expect(await shiftState()).toEqual(['LIVE'])
    expect(await events()).toEqual([])
  })

  test('D182 a shift that was worked without anybody saying so is COMPLETED and no no-show', async () => {
    await addShift(db(), { userID: jamie })
    await did('MEETING', NOON + HOUR, NOON + 2 * HOUR)
    expect(await markNoShows(parts(), NOON + 5 * HOUR)).toBe(0)
    expect(await shiftState()).toEqual(['COMPLETED'])
  })
})

describe('idle', () => {
  test('D086 idle time alone changes neither activity nor paid seconds', async () => {
    await addShift(db(), { userID: jamie, projectID: 7 })
    await call('activity/shift/start')
    now = NOON + HOUR
    const said = { since: iso(NOON + 30 * MINUTE), until: iso(NOON + 40 * MINUTE) }
    const [before] = await mine()
    expect(await call('activity/idle', { ...said, answer: 'STILL_HERE' })).toEqual(done)
    const [after] = await mine()
    expect(after).toEqual({ ...before, idleSeconds: 600 })
    // Told once more, as after an answer that was lost, it counts once.
    expect(await call('activity/idle', { ...said, answer: 'STILL_HERE' })).toEqual(done)
    expect(await mine()).toEqual([after])
    expect(await sessions()).toEqual([['AVAILABLE', 0, null]])
  })

  test.each(['PERSONAL', 'BREAK'] as const)(
    'D086 ‘I was away’ makes it %s, and the person goes on afterwards',
    async (answer) => {
      await addShift(db(), { userID: jamie, projectID: 7 })
      await call('activity/shift/start')
      now = NOON + HOUR
      const said = { since: iso(NOON + 30 * MINUTE), until: iso(NOON + 40 * MINUTE), answer }
      expect(await call('activity/idle', said)).toEqual(done)
      expect(await sessions()).toEqual([
        ['AVAILABLE', 0, 30],
        [answer, 30, 40],
        ['AVAILABLE', 40, null],
      ])
      expect(await call('activity/idle', { ...said, until: said.since })).toMatchObject({ status: 400 })
    },
  )
})

describe('days', () => {
  beforeEach(async () => {
    await addShift(db(), {
      userID: jamie,
      start: NOON - DAY,
      end: NOON - DAY + 4 * HOUR,
      projectID: 7,
      state: 'COMPLETED',
    })
    await did('AVAILABLE', NOON - DAY + 25 * MINUTE, NOON - DAY + 4 * HOUR, { projectID: 7 })
  })

  test('D107 the person and the supervisor read the same late, worked, break over, adherence, conformance and paid hours', async () => {
    const [seen] = await mine()
    expect(seen).toMatchObject({
      ...{ lateMinutes: 25, workedSeconds: 215 * 60, breakOverSeconds: 0, paidHours: 3.75, outcome: 'LATE' },
      ...{ adherence: 215 / 240, state: 'OPEN' },
    })
    const { days } = await theirs()
    expect(days).toEqual([seen])
    await db()
      .insertInto('settings')
      .values({ name: 'setting.workingTime.lateMinutes', value: '25' })
      .execute()
    expect(await mine()).toMatchObject([{ lateMinutes: 0, outcome: 'ON_TIME' }])
    expect((await theirs(await signIn(server, 'ellie'))).days).toEqual([])
  })

  test('D108 a day can be confirmed or queried by its person from its end on, and by nobody else', async () => {
    const date = day(NOON - DAY)
    now = NOON - DAY + 4 * HOUR - 1
    expect(await call('itracker/attendance/confirm', { date })).toEqual(
      refused(400, 'This day isn’t over yet.'),
    )
    now = NOON
    expect(await call('itracker/attendance/query', { date, reason: 'no' })).toMatchObject({ status: 400 })
    expect(await call('itracker/attendance/query', { date, reason: 'I was here at noon' })).toEqual(done)
    expect(await mine()).toMatchObject([{ state: 'QUERIED', note: 'I was here at noon' }])
    expect(await toldTo(sam)).toEqual(['Jamie queries Sun 3 May'])
    expect(await call('itracker/attendance/query', { date, reason: 'Again' })).toEqual(
      refused(400, "The day is QUERIED and can't be queried."),
    )
    expect(await call('itracker/attendance/confirm', { date })).toEqual(done)
    expect(await mine()).toMatchObject([{ state: 'CONFIRMED', isBySystem: false }])
    expect(await call('itracker/attendance/confirm', { date: '2026-01-01' })).toMatchObject({ status: 404 })
    expect(await auditTold(db())).toEqual([
      'DAY_QUERIED | tracker.attendance | attendanceDay | Sun 3 May',
      'DAY_CONFIRMED | tracker.attendance | attendanceDay | Sun 3 May',
    ])
  })

  test('D108 a day without a shift is over at its end, one with several after the last, and none while its person works', async () => {
    const confirm = (at: number) => call('itracker/attendance/confirm', { date: day(at) })
    const notOver = refused(400, 'This day isn’t over yet.')
    const friday = NOON - 3 * DAY
    await did('MEETING', friday, friday + HOUR)
    now = friday + 11 * HOUR - 1
    own = await signIn(server, 'jamie')
    expect(await confirm(friday)).toEqual(notOver)
    now = friday + 11 * HOUR
    expect(await confirm(friday)).toEqual(done)
    expect(await confirm(friday)).toEqual(refused(400, "The day is CONFIRMED and can't be confirmed."))
    // Nothing was on Saturday, whatever was on the Sunday.
    now = NOON
    own = await signIn(server, 'jamie')
    expect(await confirm(NOON - 2 * DAY)).toMatchObject({ status: 404 })
    const second = { userID: jamie, start: NOON - DAY + 5 * HOUR, end: NOON - DAY + 6 * HOUR }
    await addShift(db(), { ...second, state: 'COMPLETED' })
    now = second.end - 1
    expect(await confirm(NOON - DAY)).toEqual(notOver)
    expect(await call('itracker/attendance/query', { date: day(NOON - DAY), reason: 'Too early' })).toEqual(
      notOver,
    )
    // Who stays on after the shift still works; who left doesn't.
    now = second.end
    await did('AVAILABLE', second.start, null, { projectID: 7 })
    expect(await confirm(NOON - DAY)).toEqual(notOver)
    await goTo('INACTIVE')
    now += 1
    expect(await confirm(NOON - DAY)).toEqual(done)
  })

  test('D108 a day is confirmed by itself whatever became of its shift, in the week before alone', async () => {
    const wednesday = Date.UTC(2026, 4, 6, 11)
    // Sunday a week before the last.
    await did('MEETING', NOON - 8 * DAY, NOON - 8 * DAY + HOUR)
    const states = ['LIVE', 'NO_SHOW', 'PUBLISHED', 'DRAFT', 'CANCELLED'] as const
    for (const [place, state] of states.entries())
      await addShift(db(), { userID: jamie, start: NOON - (place + 2) * DAY, state })
    expect(await confirmLastWeek({ db: db() }, wednesday)).toBe(4)
    const days = await db().selectFrom('attendanceDays').orderBy('day').select(['day', 'note']).execute()
    expect(days).toEqual(
      ['2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'].map((one) => ({ day: one, note: '' })),
    )
  })

  test('D108 a Monday that was queried stays so', async () => {
    const monday = NOON - 7 * DAY
    await did('MEETING', monday, monday + HOUR)
    const queried = { userID: jamie, day: day(monday), state: 'QUERIED' as const, note: 'No' }
    await db()
      .insertInto('attendanceDays')
      .values({ ...queried, changedBy: jamie, changedAt: 1 })
      .execute()
    expect(await confirmLastWeek({ db: db() }, Date.UTC(2026, 4, 6, 11))).toBe(1)
  })

  test('D108 on Wednesday 12:00 days of the week before that aren’t queried are confirmed by themselves', async () => {
    // NOON is a Monday's; in London's summer time noon is 11:00 UTC.
    const wednesday = Date.UTC(2026, 4, 6, 11)
    await did('MEETING', NOON - 2 * DAY, NOON - 2 * DAY + HOUR)
    await did('MEETING', NOON, NOON + HOUR)
    const queried = {
      userID: jamie,
      day: day(NOON - 2 * DAY),
      state: 'QUERIED',
      note: '',
      changedBy: jamie,
      changedAt: 1,
    } as const
    await db().insertInto('attendanceDays').values(queried).execute()
    expect(await confirmLastWeek({ db: db() }, wednesday - 1)).toBe(0)
    expect(await confirmLastWeek({ db: db() }, wednesday)).toBe(1)
    expect(
      await db().selectFrom('attendanceDays').orderBy('day').select(['day', 'state', 'isBySystem']).execute(),
    ).toEqual([
      { day: day(NOON - 2 * DAY), state: 'QUERIED', isBySystem: 0 },
      { day: day(NOON - DAY), state: 'CONFIRMED', isBySystem: 1 },
    ])
    expect(await confirmLastWeek({ db: db() }, wednesday)).toBe(0)
  })

  const id = (userID = jamie) => `${userID}:${day(NOON - DAY)}`
  const approve = (as = boss, ids = [id()]) => call('supervisor/attendance/approve', { ids }, as)

  test('D145 approving one’s own day is refused, somebody else’s CONFIRMED one isn’t', async () => {
    const state = {
      day: day(NOON - DAY),
      state: 'CONFIRMED',
      note: '',
      changedBy: null,
      changedAt: 1,
    } as const
    await db()
      .insertInto('attendanceDays')
      .values([
        { userID: jamie, ...state },
        { userID: sam, ...state },
      ])
      .execute()
    expect(await approve(boss, [id(sam), id()])).toEqual({
      status: 200,
      body: {
        results: [
          { id: id(sam), done: false, reason: 'Somebody else has to approve your own day.' },
          { id: id(), done: true, reason: '' },
        ],
      },
    })
    expect(await mine()).toMatchObject([{ state: 'APPROVED' }])
    expect(await toldTo(jamie)).toEqual(['Sun 3 May was approved'])
    expect(await auditTold(db())).toEqual(['DAY_APPROVED | supervisor.resource | attendanceDay | Sun 3 May'])
  })

  test('only a CONFIRMED day is approved, and a LOCKED one changes no more', async () => {
    expect((await approve()).body).toMatchObject({
      results: [{ done: false, reason: "The day is OPEN and can't be approved." }],
    })
    await call('itracker/attendance/query', { date: day(NOON - DAY), reason: 'Wrong' })
    expect((await approve()).body).toMatchObject({
      results: [{ done: false, reason: "The day is QUERIED and can't be approved." }],
    })
    expect(await call('supervisor/attendance/answer', { id: id(), note: 'Mended' }, boss)).toEqual(done)
    expect((await approve()).body).toMatchObject({ results: [{ done: true }] })
    expect((await approve()).body).toMatchObject({
      results: [{ done: false, reason: "The day is APPROVED and can't be approved." }],
    })
    await db().updateTable('attendanceDays').set({ state: 'LOCKED' }).execute()
    expect(await call('itracker/attendance/confirm', { date: day(NOON - DAY) })).toEqual(
      refused(400, "The day is LOCKED and can't be confirmed."),
    )
  })

  test('D144 excusing 10 of 25 minutes raises the day’s adherence by exactly those 600 seconds', async () => {
    const [before] = (await theirs()).days
    const [late] = before?.exceptions ?? []
    expect(late).toMatchObject({ kind: 'LATE_START', seconds: 1500, excuse: 'NONE' })
    const excuse = (minutes: number, as = boss) =>
      call('supervisor/attendance/excuse', { exceptionID: late?.id, minutes, reason: 'The bus' }, as)
    expect(await excuse(10)).toEqual(done)
    const [after] = await mine()
    expect((after?.adherence ?? 0) * 14_400).toBeCloseTo((before?.adherence ?? 0) * 14_400 + 600, 6)
    expect(after?.excusedSeconds).toBe(600)
    expect(after?.exceptions).toMatchObject([
      { kind: 'LATE_START', excuse: 'SUPERVISOR', excusedSeconds: 600, excusedBy: 'Sam', reason: 'The bus' },
    ])
    expect(await toldTo(jamie)).toEqual(['10 minutes of Sun 3 May were excused'])
    expect(await excuse(0)).toEqual(done)
    expect((await mine())[0]?.adherence).toBe(before?.adherence)
    expect(await excuse(10, await signIn(server, 'ellie'))).toMatchObject({ status: 404 })
    await db()
      .insertInto('attendanceDays')
      .values({
        userID: jamie,
        day: day(NOON - DAY),
        state: 'LOCKED',
        note: '',
        changedBy: null,
        changedAt: 1,
      })
      .execute()
    expect(await excuse(10)).toEqual(refused(400, 'This day is locked for pay.'))
    expect(await auditTold(db())).toEqual([
      'EXCEPTION_EXCUSED | supervisor.resource | attendanceException | LATE_START, Sun 3 May 13:00',
      'EXCEPTION_EXCUSED | supervisor.resource | attendanceException | LATE_START, Sun 3 May 13:00',
    ])
  })

  test('D143 system issues, overrides, calls that overran and approved requests excuse by themselves, and a revoked record no more', async () => {
    await db().deleteFrom('activitySessions').execute()
    const from = NOON - DAY
    await did('SYSTEM ISSUES', from, from + HOUR)
    await did('PERSONAL', from + HOUR, from + 2 * HOUR, { startedBy: sam })
    await did('PERSONAL', from + 2 * HOUR, from + 3 * HOUR)
    await did('AVAILABLE', from + 3 * HOUR, from + 4 * HOUR, { projectID: 7 })
    await db()
      .insertInto('bookingRequests')
      .values({
        ...{
          userID: jamie,
          type: 'MEDICAL_APPOINTMENT',
          start: from + 2 * HOUR,
          end: from + 2.5 * HOUR,
          hours: 0.5,
        },
        ...{
          dayPart: 'DAY',
          reason: '',
          state: 'APPROVED',
          askedAt: 1,
          decidedBy: sam,
          decidedAt: 1,
          decisionNote: '',
        },
      })
      .execute()
    const read = async () => {
      const [one] = await mine()
      return [
        one?.adherence,
        one?.exceptions.map(({ kind, excuse, excusedSeconds }) => [kind, excuse, excusedSeconds]),
      ]
    }
    expect(await read()).toEqual([3.5 / 4, [['AWAY', 'OVERRIDE', 5400]]])
    const ticketID = await addTicket(db(), { raisedBy: jamie })
    await db()
      .insertInto('systemIssues')
      .values({
        ...{ ticketID, userID: jamie, activity: 'SYSTEM ISSUES', startedAt: from, endedAt: from + HOUR },
        ...{ revokedAt: null, revokedBy: null, revokeReason: '' },
      })
      .execute()
    expect((await read())[0]).toBe(3.5 / 4)
    await db().updateTable('systemIssues').set({ revokedAt: NOON, revokedBy: sam }).execute()
    expect((await read())[0]).toBe(2.5 / 4)
    await db().updateTable('bookingRequests').set({ state: 'CANCELLED' }).execute()
    expect((await read())[0]).toBe(2 / 4)
  })
})

describe('corrections', () => {
  let sessionID: number
  beforeEach(async () => {
    await did('AVAILABLE', NOON - DAY, NOON - DAY + HOUR, { projectID: 7 })
    sessionID = await did('BREAK', NOON - DAY + HOUR, NOON - DAY + 2 * HOUR)
    await did('AVAILABLE', NOON - DAY + 2 * HOUR, NOON - DAY + 3 * HOUR, { projectID: 7 })
  })
  const ask = (more: object = {}, as = own) =>
    call(
      'itracker/activity/correction/new',
      {
        sessionID,
        requested: { activity: 'MEETING', start: iso(NOON - DAY + HOUR), end: iso(NOON - DAY + 1.5 * HOUR) },
        reason: 'It was a meeting',
        ...more,
      },
      as,
    )
  const decide = (id: number, state = 'APPROVED', as = boss) =>
    call('itracker/activity/correction/decide', { id, state, note: 'Right' }, as)
  const asked = async () => ((await ask()).body as { id: number }).id
  const YESTERDAY = -24 * 60

  /** What pay and the activity report are made of on that day: seconds of MEETING and BREAK. */
  const elsewhere = async () => {
    const on = day(NOON - DAY)
    const pay = (await call('itracker/earnings', { from: on, to: on })).body as Earnings
    const seconds = (activity: string) =>
      (pay.days[0]?.sessions ?? [])
        .filter((session) => session.activity === activity)
        .reduce((sum, { start, end }) => sum + (Date.parse(end ?? '') - Date.parse(start)) / 1000, 0)
    const { body } = await call('resource/activity-report', { from: on, to: on, by: 'ACTIVITY' }, reader)
    const { activities } = (body as { total: { activities: Record<string, number> } }).total
    return {
      pay: { MEETING: seconds('MEETING'), BREAK: seconds('BREAK') },
      report: { MEETING: activities.MEETING ?? 0, BREAK: activities.BREAK ?? 0 },
    }
  }

  test('D092 approved it replaces the session in attendance, earnings and reports, and the old one stays readable', async () => {
    await addPerson(server, { userName: 'reader', permissions: ['IRESOURCE_CAN_SEE_REPORTS'] })
    reader = await signIn(server, 'reader')
    const id = await asked()
    expect(await toldTo(sam)).toEqual(['Jamie asks for a correction'])
    expect((await theirs()).corrections).toMatchObject([
      {
        id,
        name: 'Jamie',
        activity: 'MEETING',
        reason: 'It was a meeting',
        state: 'PENDING',
        before: { activity: 'BREAK' },
      },
    ])
    const [before] = await mine()
    const was = { MEETING: 0, BREAK: 3600 }
    expect(await elsewhere()).toEqual({ pay: was, report: was })
    expect(await decide(id)).toEqual(done)
    expect(await sessions()).toEqual([
      ['AVAILABLE', YESTERDAY, YESTERDAY + 60],
      ['MEETING', YESTERDAY + 60, YESTERDAY + 90],
      ['AVAILABLE', YESTERDAY + 90, YESTERDAY + 180],
    ])
    const [after] = await mine()
    expect([before?.workedSeconds, after?.workedSeconds]).toEqual([7200, 10_800])
    const is = { MEETING: 1800, BREAK: 0 }
    expect(await elsewhere()).toEqual({ pay: is, report: is })
    const { corrections } = (await call('itracker/attendance', range())).body as { corrections: Correction[] }
    expect(corrections).toMatchObject([
      {
        state: 'APPROVED',
        decidedBy: 'Sam',
        decisionNote: 'Right',
        before: { activity: 'BREAK', end: iso(NOON - DAY + 2 * HOUR) },
      },
    ])
    expect(await toldTo(jamie)).toEqual(['Your correction of Sun 3 May was approved'])
    expect(await decide(id)).toEqual(refused(400, "The correction is APPROVED and can't be approved."))
  })

  test('declined or cancelled it changes nothing, and only its person cancels it', async () => {
    const all = await sessions()
    const id = await asked()
    const cancel = (as: Record<string, string>) => call('itracker/activity/correction/cancel', { id }, as)
    expect(await cancel(boss)).toMatchObject({ status: 404 })
    expect(await decide(id, 'DECLINED')).toEqual(done)
    expect(await cancel(own)).toEqual(refused(400, "The correction is DECLINED and can't be cancelled."))
    const second = await asked()
    expect(await call('itracker/activity/correction/cancel', { id: second })).toEqual(done)
    expect(await decide(second)).toEqual(refused(400, "The correction is CANCELLED and can't be approved."))
    expect(await sessions()).toEqual(all)
  })

  test('D092 it reaches 7 days back, with the day named until when', async () => {
    const old = NOON - 8 * DAY
    const wrong = await did('PERSONAL', old, old + HOUR)
    const requested = { activity: 'MEETING', start: iso(old), end: iso(old + HOUR) }
    now = NOON - 1 * DAY + 11 * HOUR - 1
    expect(await ask({ sessionID: wrong, requested })).toMatchObject({ status: 200 })
    now = NOON - 1 * DAY + 11 * HOUR
    expect(await ask({ sessionID: wrong, requested })).toEqual(
      refused(400, 'This can be corrected until 3 May only.'),
    )
  })

  test('D092 one of a LOCKED day is refused, asked for or approved', async () => {
    const id = await asked()
    const locked = {
      userID: jamie,
      day: day(NOON - DAY),
      state: 'LOCKED',
      note: '',
      changedBy: null,
      changedAt: 1,
    } as const
    await db().insertInto('attendanceDays').values(locked).execute()
    expect(await ask()).toEqual(refused(400, 'This day is locked for pay.'))
    expect(await decide(id)).toEqual(refused(400, 'This day is locked for pay.'))
    await db().updateTable('attendanceDays').set({ state: 'APPROVED' }).execute()
    expect(await decide(id)).toEqual(done)
    // An approved day is open again.
    expect(await mine()).toMatchObject([{ state: 'OPEN' }])
  })

  test('others’ sessions, what goes on, and times that are none are refused', async () => {
    const hers = await did('PERSONAL', NOON - DAY, NOON - DAY + HOUR, { userID: sam })
    expect(await ask({ sessionID: hers })).toMatchObject({ status: 404 })
    const present = await did('MEETING', NOON - HOUR, null)
    expect(await ask({ sessionID: present })).toEqual(
      refused(400, 'This still goes on. It can be corrected once it has ended.'),
    )
    const times = (start: number, end: number) =>
      ask({ requested: { activity: 'MEETING', start: iso(start), end: iso(end) } })
    const TIMES = refused(400, 'The end has to come after the start, and both have to be past.')
    expect(await times(NOON - HOUR, NOON - HOUR)).toEqual(TIMES)
    expect(await times(NOON - HOUR, NOON + 1)).toEqual(TIMES)
    expect(await ask({ reason: 'no' })).toMatchObject({ status: 400 })
    expect(
      await ask({
        requested: { activity: 'AVAILABLE', projectID: 99, start: iso(NOON - HOUR), end: iso(NOON) },
      }),
    ).toMatchObject({ status: 404 })
  })

  test('a supervisor corrects at once, whom they look after and never themselves', async () => {
    const correct = (more: object, as = boss) =>
      call(
        'supervisor/attendance/correct-session',
        {
          sessionID,
          requested: { activity: 'MEETING', start: iso(NOON - DAY + HOUR), end: iso(NOON - DAY + 2 * HOUR) },
          reason: 'It was a meeting',
          ...more,
        },
        as,
      )
    expect(await correct({}, await signIn(server, 'ellie'))).toMatchObject({ status: 404 })
    expect(await correct({ sessionID: null, userID: sam })).toEqual(
      refused(403, 'Somebody else has to approve your own day.'),
    )
    expect(await correct({})).toEqual(done)
    expect((await sessions())[1]).toEqual(['MEETING', YESTERDAY + 60, YESTERDAY + 120])
    expect(await toldTo(jamie)).toEqual(['Sam corrected your Sun 3 May'])
  })

  test('calls that no session of their project holds any more are outside recorded activity', async () => {
    await db()
      .insertInto('interviewRecords')
      .values({
        ...{
          projectID: 7,
          userID: jamie,
          start: NOON - DAY + 130 * MINUTE,
          end: NOON - DAY + 140 * MINUTE,
          duration: 600,
        },
        ...{
          outcome: 'COMPLETE',
          quotaCellID: null,
          appointmentTime: null,
          source: 'MANUAL',
          sourceCallID: null,
        },
        ...{ importID: null, importedAt: null },
      })
      .execute()
    const id = (
      (
        await ask({
          requested: {
            activity: 'MEETING',
            start: iso(NOON - DAY + 2 * HOUR),
            end: iso(NOON - DAY + 3 * HOUR),
          },
        })
      ).body as { id: number }
    ).id
    expect(await decide(id)).toEqual(done)
    expect(await db().selectFrom('interviewRecords').select('isOutside').execute()).toEqual([
      { isOutside: 1 },
    ])
  })
})

test('4 §4.4.4 a supervisor’s Shifts: the week of their people without drafts, what waits for their word, holiday of 8 weeks', async () => {
  // NOON is Monday, 4 May 2026, in summer time.
  const at = (days: number, hours = 0) => NOON + days * DAY + hours * HOUR
  const eve = await addPerson(server, { userName: 'eve', displayName: 'Eve' })
  const shift = (userID: number, start: number, more: object = {}) =>
    addShift(db(), { userID, start, end: start + 4 * HOUR, projectID: 7, ...more })
  const monday = await shift(jamie, at(0, -13))
  await shift(jamie, at(0, -13.25))
  const sunday = await shift(jamie, at(6, 10.75), { state: 'OFFERED', location: 'HOME' })
  await shift(jamie, at(6, 11))
  await shift(jamie, at(2), { state: 'DRAFT' })
  await shift(jamie, at(2), { state: 'CANCELLED' })
  await shift(eve, at(2))
  await shift(sam, at(2))
  const request = {
    ...{ version: 1, byUserID: jamie, toUserID: null, shiftID: monday, openShiftID: null, reason: 'School' },
    ...{ otherShiftID: null, newStart: null, newEnd: null, splitAt: null, askedAt: NOON, decidedBy: null },
    ...{ decidedAt: null, decisionNote: '', shiftStart: at(3), shiftEnd: at(3, 4), expiresAt: at(3, -2) },
  }
  await db()
    .insertInto('shiftRequests')
    .values([
      { ...request, id: 1, type: 'DROP', state: 'PENDING' },
      { ...request, id: 2, type: 'SWAP', state: 'OFFERED', toUserID: eve },
      { ...request, id: 3, type: 'GIVE', state: 'ACCEPTED', toUserID: eve },
      { ...request, id: 4, type: 'GIVE', state: 'ACCEPTED', toUserID: sam },
      { ...request, id: 5, type: 'DROP', state: 'PENDING', expiresAt: NOON },
      { ...request, id: 6, type: 'DROP', state: 'PENDING', byUserID: eve },
      { ...request, id: 7, type: 'DROP', state: 'DECLINED' },
    ])
    .execute()
  const holiday = (id: number, userID: number, days: number, more: object = {}) => ({
    ...{ id, userID, type: 'HOLIDAY' as const, dayPart: 'DAY' as const, hours: 7.5, reason: 'The sea' },
    ...{ state: 'APPROVED' as const, askedAt: NOON, decidedBy: null, decidedAt: null, decisionNote: '' },
    ...{ start: at(days, -13), end: at(days + 1, -13), ...more },
  })
  await db()
    .insertInto('bookingRequests')
    .values([
      holiday(1, jamie, 0),
      holiday(2, jamie, -1),
      holiday(3, jamie, 55, { state: 'PENDING', dayPart: 'AFTERNOON' }),
      holiday(4, jamie, 56),
      holiday(5, jamie, 5, { state: 'DECLINED' }),
      holiday(6, jamie, 6, { type: 'PERSONAL' }),
      holiday(7, eve, 3),
    ])
    .execute()
  const read = async (who: Record<string, string>, ofDay: string) =>
    said(await post(server, '/api/supervisor/attendance/shifts', { day: ofDay }, who))
  const jamies = { name: 'Jamie', userID: jamie, project: 'Rail' }
  const holidays = [
    { id: 1, name: 'Jamie', start: iso(at(0, -13)), end: iso(at(1, -13)), dayPart: 'DAY', isWaiting: false },
    {
      ...{ id: 3, name: 'Jamie', start: iso(at(55, -13)), end: iso(at(56, -13)) },
      ...{ dayPart: 'AFTERNOON', isWaiting: true },
    },
  ]
  // Whoever doesn't decide on requests has none that wait for their word.
  for (const ofDay of ['2026-05-04', '2026-05-10'])
    expect(await read(boss, ofDay)).toEqual({
      status: 200,
      body: {
        shifts: [
          {
            ...{ ...jamies, id: monday, start: iso(at(0, -13)), end: iso(at(0, -9)) },
            ...{ location: 'OFFICE', state: 'PUBLISHED' },
          },
          {
            ...{ ...jamies, id: sunday, start: iso(at(6, 10.75)), end: iso(at(6, 14.75)) },
            ...{ location: 'HOME', state: 'OFFERED' },
          },
        ],
        requests: [],
        holidays,
      },
    })
  await db()
    .insertInto('userPermissions')
    .values({ userID: sam, permission: PERMISSIONS.IRESOURCE_CAN_PROCESS_SHIFT })
    .execute()
  const asked = { name: 'Jamie', start: iso(at(3)), end: iso(at(3, 4)), reason: 'School', askedAt: iso(NOON) }
  expect(await read(await signIn(server, 'sam'), '2026-05-18')).toEqual({
    status: 200,
    body: {
      shifts: [],
      requests: [
        { ...asked, id: 1, type: 'DROP' },
        { ...asked, id: 3, type: 'GIVE' },
      ],
      holidays,
    },
  })
  expect(await read(own, '2026-05-04')).toEqual(refused(403, 'access denied'))
})

test('without their permission none of these answers', async () => {
  for (const name of OWN)
    if (name.startsWith('ITRACKER'))
      await db()
        .deleteFrom('userPermissions')
        .where('userID', '=', jamie)
        .where('permission', '=', PERMISSIONS[name])
        .execute()
  for (const path of ['itracker/attendance', 'supervisor/attendance/days'])
    expect(await call(path, range(), await signIn(server, 'jamie'))).toEqual(refused(403, 'access denied'))
})
