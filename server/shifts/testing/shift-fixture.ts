import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { ShiftTable } from '../../db/schema/staffing.ts'
import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A good shift of that person: tomorrow from noon, 4 hours. */
export const shiftFor = (userID: number, day = 1) => ({
  userID,
  start: new Date(NOON + day * DAY).toISOString(),
  end: new Date(NOON + day * DAY + 4 * HOUR).toISOString(),
})

/** Adds an office shift that is published, from noon to four where nothing else is said. @returns its id */
export async function addShift(
  db: Database,
  shift: Partial<Insertable<ShiftTable>> & { readonly userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('shifts')
    .values({
      ...{
        start: NOON,
        end: NOON + 4 * HOUR,
        segments: '[]',
        breakMinutes: 0,
        projectID: null,
        areaID: null,
      },
      ...{ publishedAt: null, note: '', isLocked: 0, lockedBy: null, version: 1, changedBy: null },
      changedAt: NOON,
      location: 'OFFICE',
      source: 'MANUAL',
      state: 'PUBLISHED',
      ...shift,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Shift 2 is ann's; bob (2) wants to drop shift 1 (request 1), to give shift 3 to ann (request 2), and shift 4 later (request 3). */
export async function addShiftRequests(db: Database): Promise<void> {
  const at = (day: number) => ({ start: NOON + day * DAY, end: NOON + day * DAY + 4 * HOUR })
  await addShift(db, { ...at(1), id: 1, userID: 2 })
  await addShift(db, { ...at(2), id: 2, userID: 1 })
  await addShift(db, { ...at(3), id: 3, userID: 2 })
  await addShift(db, { ...at(2), id: 4, userID: 2 })
  const common = {
    ...{ version: 1, byUserID: 2, otherShiftID: null, newStart: null, newEnd: null, splitAt: null },
    ...{ reason: 'School run', askedAt: NOON, decidedBy: null, decidedAt: null, decisionNote: '' },
  }
  const times = (day: number) => ({
    ...{ shiftStart: at(day).start, shiftEnd: at(day).end, expiresAt: at(day).start - 2 * HOUR },
  })
  await db
    .insertInto('shiftRequests')
    .values([
      {
        ...common,
        ...times(1),
        id: 1,
        type: 'DROP',
        state: 'PENDING',
        shiftID: 1,
        openShiftID: 1,
        toUserID: null,
      },
      {
        ...common,
        ...times(3),
        id: 2,
        type: 'GIVE',
        state: 'OFFERED',
        shiftID: 3,
        openShiftID: 3,
        toUserID: 1,
      },
      {
        ...common,
        ...times(2),
        ...{ newStart: at(2).start + 2 * HOUR, newEnd: at(2).end + 2 * HOUR },
        id: 3,
        type: 'CHANGE',
        state: 'PENDING',
        shiftID: 4,
        openShiftID: 4,
        toUserID: null,
      },
    ])
    .execute()
}

/** Good requests for person 2, whom every company of the tests has. */
export const SHIFT_REQUESTS: Record<string, unknown> = {
  'shiftRequests.listShiftRequests': {},
  'shiftRequests.getShiftRequest': { id: 1 },
  'shiftRequests.newShiftRequest': { type: 'DROP', shiftID: 2, reason: 'School run' },
  'shiftRequests.answerShiftRequest': { id: 2, state: 'ACCEPTED' },
  'shiftRequests.decideShiftRequest': { id: 1, state: 'APPROVED' },
  'shiftRequests.myShiftRequests': {},
  'shiftRequests.shiftPickUps': {},
  'shiftRequests.shiftColleagues': { shiftID: 2 },
  'shiftRequests.shiftRequestChecks': { id: 1 },
  'shiftRequests.findCover': { id: 1 },
  'requestTalk.shiftRequestTalk': { id: 2 },
  'shiftRequests.offerCover': { id: 1, userIDs: [1] },
  'shiftRequests.proposeShiftTimes': {
    id: 3,
    start: new Date(NOON + 2 * DAY + HOUR).toISOString(),
    end: new Date(NOON + 2 * DAY + 5 * HOUR).toISOString(),
  },
  'shifts.checkShifts': { shifts: [shiftFor(2)] },
  'shiftPatterns.listPatterns': {},
  'shiftPatterns.savePattern': {
    ...{ name: 'Mornings', colour: 'TEAL', areaID: null, contractTypeID: null, projectID: null, weeks: 1 },
    days: [{ week: 0, weekday: 1, start: '09:00', end: '13:00', breakMinutes: 0, location: 'HOME' }],
    from: '2026-05-04',
  },
  'shiftPatterns.assignPattern': { id: 1, people: [2], from: '2026-05-04' },
  'shiftPatterns.retirePattern': { id: 1, version: 1 },
  'shiftPatterns.fillPatterns': { from: '2026-05-04', to: '2026-05-11' },
  'planner.plannerWeek': { from: '2026-05-04', to: '2026-05-11' },
  'shifts.updateShifts': { shifts: [{ id: 1, version: 1, note: 'Bring the headset' }] },
  'shifts.splitShift': { id: 1, version: 1, at: new Date(NOON + DAY + 2 * HOUR).toISOString() },
  'shifts.deleteShifts': { shifts: [{ id: 1, version: 1 }] },
  'shifts.answerShift': { id: 1, version: 1, isAgreed: true },
  'shifts.newShifts': { shifts: [shiftFor(2)] },
  'shifts.publishShifts': {
    from: new Date(NOON).toISOString(),
    to: new Date(NOON + DAY).toISOString(),
    people: [2],
  },
}
