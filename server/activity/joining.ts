import type { MyDay } from '#shared/contract/my-day.ts'
import { EXPECTED_STATES } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'

/** So far ahead it is told, so that a page that reads its day each minute has it in time. */
const AHEAD_MS = 3 * 60_000
const iso = (at: number) => new Date(at).toISOString()

/**
 * Meetings and training sessions of the person that go on or are about to: their page offers to go over and join
 * (spec 4 §4.2.1). Calls ring by themselves.
 */
export async function joinsOf(db: Database, userID: number, now: number): Promise<MyDay['joins']> {
  const meetings = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', '=', userID)
    .where('p.cancelledAt', 'is', null)
    .where('m.isImmediate', '=', 0)
    .where('m.start', '<=', now + AHEAD_MS)
    .where('m.end', '>', now)
    .orderBy('m.id')
    .select(['m.id', 'm.subject', 'm.start', 'm.end'])
    .execute()
  const sessions = await db
    .selectFrom('trainingSessions as s')
    .innerJoin('trainingTypes as t', 't.id', 's.typeID')
    .innerJoin('trainingAttendees as a', 'a.sessionID', 's.id')
    .where('a.userID', '=', userID)
    .where('a.state', 'in', EXPECTED_STATES)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.start', '<=', now + AHEAD_MS)
    .where('s.end', '>', now)
    .orderBy('s.id')
    .select(['s.id', 't.name as subject', 's.start', 's.end'])
    .execute()
  const all = [
    ...meetings.map((one) => ({ ...one, kind: 'MEETING' as const })),
    ...sessions.map((one) => ({ ...one, kind: 'TRAINING' as const })),
  ]
  return all
    .toSorted((a, b) => a.start - b.start)
    .map(({ kind, id, subject, start, end }) => ({ kind, id, subject, start: iso(start), end: iso(end) }))
}
