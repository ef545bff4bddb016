import { callTitle, IMMEDIATE_MEETING_MS, RING_LIMIT_MS } from '#shared/domain/calls.ts'
import type { FeedbackCategory } from '#shared/domain/live-panel.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { callOf } from './dialler.ts'
import { type Before, doing, goOver } from './going-over.ts'
import { putInto, requireSetting } from './overriding.ts'

const ACTIVITY = 'FEEDBACK SESSION'
/** What the person reads of why their activity was set. */
const REASON = 'Feedback session'
/** A call that nobody entered so long after it was to ring got lost on the way. */
const LOST_MS = 2 * RING_LIMIT_MS

interface Wanted {
  readonly userID: number
  readonly category: FeedbackCategory
}

/**
 * Puts the caller and somebody at work on FEEDBACK SESSION and makes the call for it, in a transaction of the caller's
 * (spec 4 §4.4.1); a caller who isn't at work stays as they are. @returns the meeting to call into
 * @throws Refusal 404 for who isn't in the caller's scope; 400 for oneself, for who has no running shift, is on a call
 * with a respondent or has system issues, and while either is in another such session
 */
export async function startFeedback(
  trx: Database,
  caller: Caller,
  { userID, category }: Wanted,
  now: number,
): Promise<number> {
  const { name } = await requireSetting(trx, caller, { userID, reason: REASON })
  const call = await callOf(trx, userID, now)
  if (call)
    throw new Refusal(400, 'remoteCommand.onCall', {
      ...{ name, project: call.project ?? '' },
      at: new Date(call.since).toISOString(),
    })
  const before: Before = { coach: await doing(trx, caller.userID), person: await doing(trx, userID) }
  if (before.person?.activity === 'SYSTEM ISSUES') throw new Refusal(400, 'feedback.issues', { name })
  const { id: meetingID } = await trx
    .insertInto('meetings')
    .values({
      ...{ hostID: caller.userID, subject: callTitle(1), agenda: '', isImmediate: 1 },
      ...{ start: now, end: now + IMMEDIATE_MEETING_MS, announcedAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('meetingPeople')
    .values([caller.userID, userID].map((one) => ({ meetingID, userID: one })))
    .execute()
  // Of two starts at once, also on two servers, one has a row.
  const begun = await trx
    .insertInto('feedbackTalks')
    .values({ meetingID, userID, coachID: caller.userID, before: JSON.stringify(before), startedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('meetingID')
    .executeTakeFirst()
  if (!begun) throw new Refusal(400, 'feedback.already', { name })
  const what = { activity: ACTIVITY, project: null, category } as const
  await putInto(trx, caller, { userID, ...what, actions: [], reason: REASON, holdMinutes: null }, now)
  await goOver(trx, caller.userID, what, caller.userID, now)
  return meetingID
}

/**
 * Ends the feedback session that a call is, in a transaction of the caller's: who is in it still goes back to what they
 * did before. @returns who did; nobody for any other call
 */
export async function endFeedback(trx: Database, meetingID: number, now: number): Promise<number[]> {
  const talk = await trx
    .deleteFrom('feedbackTalks')
    .where('meetingID', '=', meetingID)
    .returningAll()
    .executeTakeFirst()
  if (!talk) return []
  const { coach, person } = JSON.parse(talk.before) as Before
  const freed: number[] = []
  for (const [userID, back] of [
    [talk.userID, person],
    [talk.coachID, coach],
  ] as const) {
    if (back === null || (await doing(trx, userID))?.activity !== ACTIVITY) continue
    await goOver(trx, userID, back, talk.coachID, now)
    freed.push(userID)
  }
  return freed
}

/** Calls of feedback sessions that neither ring nor have anybody in them, such as when the caller's window went. */
export async function lostFeedback(db: Database, now: number): Promise<readonly number[]> {
  const lost = await db
    .selectFrom('feedbackTalks as f')
    .where('f.startedAt', '<', now - LOST_MS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('meetingPresence as here')
            .whereRef('here.meetingID', '=', 'f.meetingID')
            .select('here.userID'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('callOffers as o').whereRef('o.meetingID', '=', 'f.meetingID').select('o.id'),
        ),
      ),
    )
    .select('f.meetingID')
    .execute()
  return lost.map(({ meetingID }) => meetingID)
}
