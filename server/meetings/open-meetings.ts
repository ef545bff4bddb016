import type { Database } from '../db/database.ts'

/** How many of the person's meetings haven't ended: the calendar's badge (spec 1 §2.7, §3). */
export async function openMeetings(db: Database, userID: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', '=', userID)
    .where('p.cancelledAt', 'is', null)
    .where('m.end', '>', now)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
