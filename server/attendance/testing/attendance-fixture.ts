import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [ANN, BOB] = [1, 2]
const iso = (at: number) => new Date(at).toISOString()
const YESTERDAY = iso(NOON - DAY).slice(0, 10)
const BEFORE = iso(NOON - 2 * DAY).slice(0, 10)

/** An hour of ann's and one of bob's the day before, without a shift; bob queried it, and each asks for a correction. */
export async function addAttendance(db: Database): Promise<void> {
  for (const [id, userID] of [
    [1002, ANN],
    [1003, BOB],
  ] as const)
    await db
      .insertInto('activitySessions')
      .values({
        ...{ id, userID, activity: 'HELP LINE', project: null, category: null },
        ...{ startedAt: NOON - DAY, startedBy: userID, endedAt: NOON - DAY + HOUR, endedBy: userID },
      })
      .execute()
  const said = { note: 'An hour is missing', changedBy: BOB, changedAt: NOON - HOUR }
  await db
    .insertInto('attendanceDays')
    .values([
      { userID: BOB, day: YESTERDAY, state: 'QUERIED', ...said },
      { userID: BOB, day: BEFORE, state: 'CONFIRMED', ...said },
    ])
    .execute()
  for (const userID of [ANN, BOB])
    await db
      .insertInto('activityCorrections')
      .values({
        ...{ userID, sessionID: userID === ANN ? 1002 : 1003, activity: 'TRAINING', projectID: null },
        ...{ start: NOON - DAY, end: NOON - DAY + HOUR, reason: 'It was a course', requestedBy: userID },
        ...{ requestedAt: NOON - HOUR, state: 'PENDING', decisionNote: '', replaced: '[]' },
      })
      .execute()
}

const requested = {
  ...{ activity: 'TRAINING', projectID: 7 },
  start: iso(NOON - DAY),
  end: iso(NOON - DAY + HOUR / 2),
}
const reason = 'It was a course'

export const ATTENDANCE_REQUESTS: Record<string, unknown> = {
  'myDay.startShift': { location: 'OFFICE', activity: 'MEETING' },
  'idle.tellIdle': { since: iso(NOON - HOUR), until: iso(NOON), answer: 'STILL_HERE' },
  'earnings.earnings': {},
  'earnings.earningsFile': {},
  'earnings.queryEarnings': { date: YESTERDAY, reason },
  'attendance.attendance': { from: BEFORE, to: YESTERDAY },
  'attendance.confirmDay': { date: YESTERDAY },
  'attendance.queryDay': { date: YESTERDAY, reason },
  'attendance.newCorrection': { sessionID: 1002, requested, reason },
  'attendance.cancelCorrection': { id: 1 },
  'attendance.decideCorrection': { id: 2, state: 'APPROVED', note: 'Right' },
  'attendance.attendanceDays': { from: BEFORE, to: YESTERDAY, userID: BOB },
  'attendance.teamShifts': { day: YESTERDAY },
  'attendance.approveDays': { ids: [`${BOB}:${BEFORE}`] },
  'attendance.answerDay': { id: `${BOB}:${YESTERDAY}`, note: 'It is there now' },
  'attendance.excuseException': { exceptionID: `${BOB}:${NOON - DAY}:UNSCHEDULED`, minutes: 10, reason },
  'attendance.correctSession': { userID: BOB, sessionID: 1003, requested, reason },
  'attendance.attendanceSessions': { date: YESTERDAY, userID: BOB },
}
