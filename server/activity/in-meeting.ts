import { ALWAYS_OPEN } from '#shared/domain/activity-rules.ts'
import type { Database } from '../db/database.ts'
import { callOf } from './dialler.ts'
import { overrideOf } from './overriding.ts'
import { openSession, switchActivity } from './sessions.ts'
import { lockOf } from './shift-lock.ts'

/** Whether the person's shift is locked, or somebody holds what they do. */
async function isHeld(trx: Database, userID: number, now: number): Promise<boolean> {
  const lock = await lockOf(trx, userID)
  if (lock && lock.at <= now) return true
  const held = await overrideOf(trx, userID, now)
  return held !== null && held.until !== null
}

/** The meeting or call of the product's own that the person is in; none for coaching and feedback, which set an activity themselves. */
async function presentMeeting(trx: Database, userID: number): Promise<{ readonly people: number } | null> {
  const here = await trx
    .selectFrom('meetingPresence as here')
    .where('here.userID', '=', userID)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('coachingSessions as c')
            .whereRef('c.meetingID', '=', 'here.meetingID')
            .select('c.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('feedbackTalks as f')
            .whereRef('f.meetingID', '=', 'here.meetingID')
            .select('f.userID'),
        ),
      ),
    )
    .select((eb) =>
      eb
        .selectFrom('meetingPeople as p')
        .whereRef('p.meetingID', '=', 'here.meetingID')
        .where('p.cancelledAt', 'is', null)
        .select((e) => e.fn.countAll<number>().as('count'))
        .as('people'),
    )
    .executeTakeFirst()
  return here ? { people: Number(here.people ?? 0) } : null
}

/**
 * Who is in a meeting and works goes over to MEETING, in a transaction of the caller's (spec 4 §4.2.1, 6 §2.3). Nothing
 * changes for who isn't working, is on a call with a respondent, has system issues, or may not switch.
 * @returns whether it changed
 */
export async function enterMeeting(trx: Database, userID: number, now: number): Promise<boolean> {
  const meeting = await presentMeeting(trx, userID)
  const open = await openSession(trx, userID)
  if (!meeting || !open || ['INACTIVE', 'MEETING', 'SYSTEM ISSUES'].includes(open.activity)) return false
  if ((await callOf(trx, userID, now)) !== null || (await isHeld(trx, userID, now))) return false
  const category = meeting.people > 2 ? 'Team' : 'One-to-one'
  await switchActivity(trx, { userID, activity: 'MEETING', category, by: userID, isBySystem: true }, now)
  return true
}

/**
 * Who left goes back to what they did before, where joining put them into MEETING and they are in it still; in a
 * transaction of the caller's. @returns whether it changed
 */
export async function leaveMeeting(trx: Database, userID: number, now: number): Promise<boolean> {
  const open = await openSession(trx, userID)
  if (open?.activity !== 'MEETING' || open.source !== 'SYSTEM' || open.startedBy !== userID) return false
  const before = await trx
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', '=', open.startedAt)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .select(['activity', 'project', 'category'])
    .executeTakeFirst()
  if (!before || (!ALWAYS_OPEN.has(before.activity) && (await isHeld(trx, userID, now)))) return false
  await switchActivity(trx, { userID, ...before, by: userID, isBySystem: true }, now)
  return true
}
