import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityName } from '#shared/domain/activity.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import {
  addPerson,
  NOON,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import { attendanceOf } from './attendance.ts'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(`${iso}Z`)
const session = (activity: ActivityName, from: string, to: string | null) => ({
  activity,
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
})

describe('the days of somebody’s sessions', () => {
  const LATER = at('2026-11-01T12:00')
  const days = (...sessions: ReturnType<typeof session>[]) => attendanceOf(sessions, 0, LATER)

  test('W158 a day says when it began and ended, what was worked, and the breaks, next to each other as one', () => {
    expect(
      days(
        session('AVAILABLE', '2026-01-12T09:00', '2026-01-12T11:00'),
        session('BREAK', '2026-01-12T11:00', '2026-01-12T11:10'),
        session('BREAK', '2026-01-12T11:10', '2026-01-12T11:15'),
        session('CODING', '2026-01-12T11:15', '2026-01-12T12:00'),
        session('INACTIVE', '2026-01-12T12:00', '2026-01-12T12:30'),
        session('BREAK', '2026-01-12T12:30', '2026-01-12T12:40'),
        session('PERSONAL', '2026-01-12T12:40', '2026-01-12T13:00'),
        session('AVAILABLE', '2026-01-12T13:00', '2026-01-12T13:00:30.999'),
        session('INACTIVE', '2026-01-12T13:00:30.999', '2026-01-13T09:00'),
      ),
    ).toEqual([
      {
        day: '2026-01-12',
        start: '2026-01-12T09:00:00.000Z',
        end: '2026-01-12T13:00:30.999Z',
        workedSeconds: 2.75 * 3600 + 30,
        breaks: 2,
        breakSeconds: 25 * 60,
        activities: [
          { activity: 'AVAILABLE', seconds: 7230 },
          { activity: 'CODING', seconds: 2700 },
          { activity: 'BREAK', seconds: 1500 },
          { activity: 'PERSONAL', seconds: 1200 },
        ],
      },
    ])
  })

  test('W158 a night is of two days, cut at London’s midnight in summer too, the latest first', () => {
    expect(days(session('AVAILABLE', '2026-07-14T21:00', '2026-07-15T01:30'))).toMatchObject([
      { day: '2026-07-15', start: '2026-07-14T23:00:00.000Z', workedSeconds: 2.5 * 3600 },
      { day: '2026-07-14', end: '2026-07-14T23:00:00.000Z', workedSeconds: 2 * 3600 },
    ])
  })

  test('the day on which summer time begins has 23 hours, the one on which it ends 25', () => {
    const whole = (from: string, to: string) => days(session('AVAILABLE', from, to))
    expect(whole('2026-03-29T00:00', '2026-03-29T23:00')).toMatchObject([
      { day: '2026-03-29', workedSeconds: 23 * 3600 },
    ])
    expect(whole('2026-10-24T23:00', '2026-10-26T00:00')).toMatchObject([
      { day: '2026-10-25', workedSeconds: 25 * 3600 },
    ])
  })

  test('what lasts is counted up to now, without an end; nothing is counted before the first day', () => {
    const now = at('2026-01-13T10:00')
    const lasting = [session('AVAILABLE', '2026-01-12T22:00', null)]
    expect(attendanceOf(lasting, at('2026-01-12T23:00'), now)).toMatchObject([
      { day: '2026-01-13', end: null, workedSeconds: 10 * 3600 },
      { day: '2026-01-12', end: '2026-01-13T00:00:00.000Z', workedSeconds: 3600 },
    ])
    expect(attendanceOf(lasting, now, now)).toEqual([])
  })
})

describe('one’s own attendance and development', () => {
  let server: TestServer
  let annID: number
  let benID: number
  let ann: { authorization: string }
  let bare: { authorization: string }

  beforeAll(async () => {
    server = await startTestServer()
    const permissions = ['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_SEE_MY_DEVELOPMENT'] as const
    annID = await addPerson(server, { userName: 'ann', permissions })
    benID = await addPerson(server, { userName: 'ben' })
    ann = await signIn(server, 'ann')
    bare = await signIn(server, 'ben')
  })
  afterAll(() => server.server.close())
  beforeEach(async () => {
    await server.server.db.deleteFrom('activitySessions').execute()
  })

  const read = async (name: string, headers = ann) => {
    const { statusCode, body } = await server.server.app.inject({ url: `/api/activity/${name}`, headers })
    return said({ status: statusCode, headers: {}, body })
  }
  const add = (userID: number, activity: ActivityName, startedAt: number, endedAt: number | null) =>
    server.server.db
      .insertInto('activitySessions')
      .values({
        userID,
        activity,
        project: activity === 'TRAINING' ? 'Rail' : null,
        category: null,
        startedAt,
        startedBy: userID,
        endedAt,
        endedBy: endedAt === null ? null : userID,
      })
      .execute()

  test('W158 the last 28 London days of the person’s own, and nobody else’s', async () => {
    const first = londonDayAfter(NOON, -27)
    await add(annID, 'AVAILABLE', first - 2 * HOUR, first - HOUR)
    await add(annID, 'AVAILABLE', first - HOUR, first + HOUR)
    await add(annID, 'TRAINING', NOON - HOUR, null)
    await add(benID, 'AVAILABLE', NOON - 5 * HOUR, null)
    const { body } = await read('my-attendance')
    expect((body as { days: object[] }).days).toMatchObject([
      { start: new Date(NOON - HOUR).toISOString(), end: null, workedSeconds: 3600 },
      { start: new Date(first).toISOString(), workedSeconds: 3600 },
    ])
    expect(await read('my-attendance', bare)).toMatchObject({ status: 403 })
  })

  test('W159 training, briefs and feedback sessions, and what others said of tickets that they resolved', async () => {
    await add(annID, 'AVAILABLE', NOON - 3 * HOUR, NOON - 2 * HOUR)
    await add(annID, 'PROJECT BRIEF', NOON - 2 * HOUR, NOON - HOUR)
    await add(annID, 'TRAINING', NOON - HOUR, null)
    await add(benID, 'FEEDBACK SESSION', NOON - HOUR, null)
    const resolved = { status: 'RESOLVED', resolvedAt: NOON, resolvedBy: annID } as const
    await addTicket(server.server.db, { raisedBy: benID, ...resolved, rating: 4, feedbackComment: 'Quick' })
    await addTicket(server.server.db, { raisedBy: annID, ...resolved, rating: 5 })
    await addTicket(server.server.db, { raisedBy: benID, ...resolved })
    await addTicket(server.server.db, { raisedBy: annID, ...resolved, resolvedBy: benID, rating: 1 })
    expect((await read('my-development')).body).toEqual({
      sessions: [
        {
          activity: 'TRAINING',
          project: 'Rail',
          start: new Date(NOON - HOUR).toISOString(),
          end: null,
          seconds: 3600,
        },
        {
          activity: 'PROJECT BRIEF',
          project: null,
          start: new Date(NOON - 2 * HOUR).toISOString(),
          end: new Date(NOON - HOUR).toISOString(),
          seconds: 3600,
        },
      ],
      feedback: [{ ticketID: 1, rating: 4, comment: 'Quick' }],
    })
    expect(await read('my-development', bare)).toMatchObject({ status: 403 })
  })

  test('W158 nobody does two things at once, whoever writes them', async () => {
    await add(annID, 'AVAILABLE', NOON, null)
    await expect(add(annID, 'BREAK', NOON, null)).rejects.toThrow(/unique/i)
    await add(benID, 'BREAK', NOON, null)
    await add(annID, 'BREAK', NOON - HOUR, NOON)
  })
})
