import { asksIdle } from '#shared/domain/activity-rules.ts'
import { isDialling } from '#shared/domain/dialler.ts'
import { IDLE_QUESTION_MS, type IdleAnswer } from '#shared/domain/idle.ts'
import type { Database } from '../db/database.ts'
import { isTaken } from '../recorded/policy.ts'
import { Refusal } from '../refusal.ts'
import { atDialler } from './dialler.ts'
import { addIdle, endIdle, notYetTold } from './idle-time.ts'
import { openSession, switchActivity } from './sessions.ts'

/** What a window says of time without a touch. Times in milliseconds since 1970. */
export interface IdleTime {
  readonly userID: number
  /** The last touch before it. */
  readonly since: number
  readonly until: number
}

/** Whether somebody is asked whether they still work: never while they dial or talk (spec 4 §4.2.1). */
export async function mayAskIdle(db: Database, userID: number, now: number): Promise<boolean> {
  const open = await openSession(db, userID)
  if (!open || !asksIdle(open.activity) || !(await isTaken(db, 'IDLE', now))) return false
  const state = (await atDialler(db, [userID], now)).get(userID)
  return state === undefined || !isDialling(state.status)
}

/**
 * Nobody answered the question: from now on the supervisor sees that they are idle since the last touch.
 * @param after the seconds without a touch after which they were asked
 * @throws Refusal 409 where it isn't time yet, or they aren't asked at all
 */
export async function flagIdle(
  trx: Database,
  { userID, since }: IdleTime,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<void> {
  const open = await openSession(trx, userID)
  const isDue = after > 0 && now - since >= after * 1000 + IDLE_QUESTION_MS
  if (!open || !isDue || !(await mayAskIdle(trx, userID, now))) throw new Refusal(409, 'idle.notYet')
  const from = await notYetTold(trx, open, since)
  await trx
    .insertInto('idleReadings')
    .values({ userID, sessionID: open.id, since: from, until: null, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * What the person says of that time: it changes neither activity nor pay, but that they were away makes it PERSONAL or
 * BREAK, and they go on afterwards (spec 4 §4.2.1). @returns whether the activity changed
 * @throws Refusal 400 for times that are none, or not of the session that goes on
 */
export async function answerIdle(
  trx: Database,
  { userID, ...said }: IdleTime,
  answer: IdleAnswer,
  now: number,
): Promise<boolean> {
  const until = Math.min(said.until, now)
  const open = await openSession(trx, userID)
  const since = Math.max(said.since, open?.startedAt ?? 0)
  if (!open || open.activity === 'INACTIVE' || !(since < until)) throw new Refusal(400, 'attendance.times')
  await endIdle(trx, userID, until)
  const from = await notYetTold(trx, open, since)
  if (from < until) {
    await trx
      .insertInto('idleReadings')
      .values({ userID, sessionID: open.id, since: from, until, answer })
      .execute()
    await addIdle(trx, open.id, until - from)
  } else
    await trx
      .updateTable('idleReadings')
      .set({ answer })
      .where('sessionID', '=', open.id)
      .where('until', '>', since)
      .execute()
  if (answer === 'STILL_HERE') return false
  const { activity, project, category } = open
  // The dialler was theirs all the time.
  await switchActivity(trx, { userID, activity: answer, by: userID, actions: null }, since)
  await switchActivity(trx, { userID, activity, project, category, by: userID, actions: null }, until)
  return true
}
