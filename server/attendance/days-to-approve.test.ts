import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityName } from '#shared/domain/activity.ts'
import { addPerson, NOON, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { attendedDays } from './days.ts'
import { daysToApprove } from './days-to-approve.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
const db = () => server.server.db
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.server.close())

/** Midnight in London of so many days before today; NOON is in summer time. */
const midnight = (back: number) => NOON - back * DAY - 13 * HOUR

async function did(userID: number, activity: ActivityName, start: number, end: number | null) {
  await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity, project: null, category: null, startedAt: start, startedBy: userID },
      ...{ endedAt: end, endedBy: end === null ? null : userID },
    })
    .execute()
}

async function byTheLongWay(from: string, to: string, now: number): Promise<number> {
  const people = await db().selectFrom('users').select('id').execute()
  const days = await attendedDays(db(), { userIDs: people.map(({ id }) => id), from, to, now })
  return days.filter(({ state }) => state !== 'APPROVED' && state !== 'LOCKED').length
}

test('the days to approve are counted as the list of days has them, at whatever moment', async () => {
  const [ann, bob, cat, dan] = (await Promise.all(
    ['ann', 'bob', 'cat', 'dan'].map((userName) => addPerson(server, { userName })),
  )) as [number, number, number, number]
  // Ann: a night shift, 12 minutes over its end and over midnight; then an hour of its own in the afternoon.
  await addShift(db(), { userID: ann, start: midnight(6) - 8 * HOUR, end: midnight(6), state: 'COMPLETED' })
  await did(ann, 'AVAILABLE', midnight(6) - 8 * HOUR, midnight(6) + HOUR / 5)
  await did(ann, 'INACTIVE', midnight(6) + HOUR / 5, midnight(4) + 9 * HOUR)
  await did(ann, 'MEETING', midnight(4) + 9 * HOUR, midnight(4) + 10 * HOUR)
  await did(ann, 'INACTIVE', midnight(4) + 10 * HOUR, null)
  // Bob: nobody came to one shift, one was cancelled, one is still to come today, and something goes on since 3 days.
  await addShift(db(), {
    userID: bob,
    start: midnight(9) + 9 * HOUR,
    end: midnight(9) + 17 * HOUR,
    state: 'NO_SHOW',
  })
  await addShift(db(), {
    userID: bob,
    start: midnight(8) + 9 * HOUR,
    end: midnight(8) + 17 * HOUR,
    state: 'CANCELLED',
  })
  await addShift(db(), { userID: bob, start: NOON + HOUR, end: NOON + 5 * HOUR, state: 'PUBLISHED' })
  await did(bob, 'CODING', midnight(3) + 20 * HOUR, null)
  // Cat: two days of two shifts, one day approved, one locked, one confirmed.
  for (const back of [10, 11, 12, 13]) {
    await addShift(db(), {
      userID: cat,
      start: midnight(back) + 8 * HOUR,
      end: midnight(back) + 11 * HOUR,
      state: 'COMPLETED',
    })
    await addShift(db(), {
      userID: cat,
      start: midnight(back) + 13 * HOUR,
      end: midnight(back) + 16 * HOUR,
      state: 'COMPLETED',
    })
    await did(cat, 'AVAILABLE', midnight(back) + 8 * HOUR, midnight(back) + 11 * HOUR)
  }
  const day = (back: number) => new Date(midnight(back) + 12 * HOUR).toISOString().slice(0, 10)
  for (const [back, state] of [
    [10, 'APPROVED'],
    [11, 'LOCKED'],
    [12, 'CONFIRMED'],
  ] as const)
    await db()
      .insertInto('attendanceDays')
      .values({ userID: cat, day: day(back), state, note: '', changedBy: null, changedAt: NOON })
      .execute()
  // Dan: what had ended at midnight, what ended the moment it began, and a shift that began on the first day's eve.
  await did(dan, 'TRAINING', midnight(2) - HOUR, midnight(2))
  await did(dan, 'TRAINING', midnight(1) + HOUR, midnight(1) + HOUR)
  await addShift(db(), {
    userID: dan,
    start: midnight(14) - 4 * HOUR,
    end: midnight(14) + 4 * HOUR,
    state: 'COMPLETED',
  })
  await did(dan, 'AVAILABLE', midnight(14) - 4 * HOUR, midnight(14) + 5 * HOUR)
  const time = { from: day(14), to: day(0) }
  const now = NOON
  // Ann's two, bob's no-show and four days of what goes on, cat’s two, dan’s two, and the demo company’s.
  const long = await byTheLongWay(time.from, time.to, now)
  expect(await daysToApprove(db(), { ...time, now })).toBe(long)
  expect(long).toBeGreaterThanOrEqual(10)
  // At each moment at which something begins or ends, just before it, and over days of all lengths.
  const moments = [6, 3, 0].flatMap((back) =>
    [0, HOUR / 5, 9 * HOUR, 13 * HOUR, 20 * HOUR].map((at) => midnight(back) + at),
  )
  for (const at of [...moments, NOON, NOON + HOUR, NOON + HOUR - 1, NOON + 5 * HOUR])
    for (const moment of [at, at + 1])
      expect([moment, await daysToApprove(db(), { ...time, now: moment })]).toEqual([
        moment,
        await byTheLongWay(time.from, time.to, moment),
      ])
  for (const back of [13, 11, 6, 4, 1])
    expect([back, await daysToApprove(db(), { from: day(back), to: day(back), now })]).toEqual([
      back,
      await byTheLongWay(day(back), day(back), now),
    ])
})
