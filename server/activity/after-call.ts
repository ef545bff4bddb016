import type { ActivityAction, ActivityName } from '#shared/domain/activity.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { requireChoice } from './choosing.ts'
import { putInto } from './overriding.ts'
import { openSession, switchActivity } from './sessions.ts'

/** What somebody goes over to once their call has ended, and who wants it. */
export interface WaitingSwitch {
  readonly userID: number
  readonly activity: ActivityName
  readonly project: string | null
  readonly category: string | null
  readonly byID: number
  readonly reason?: string
  readonly holdMinutes?: number | null
  readonly actions?: readonly ActivityAction[]
}

/** Keeps it for the end of the call, in the place of one that waits already (spec 4 §4.2.1). */
export async function waitForCall(trx: Database, wanted: WaitingSwitch, at: number): Promise<void> {
  const { userID, reason = '', holdMinutes = null, actions = [], ...rest } = wanted
  const row = { ...rest, reason, holdMinutes, actions: JSON.stringify(actions), at }
  await trx
    .insertInto('waitingSwitches')
    .values({ userID, ...row })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(row))
    .execute()
}

/** What waits for the end of somebody's call; `by` is null where they want it themselves. */
export async function waitingSwitch(
  db: Database,
  userID: number,
): Promise<{
  readonly activity: ActivityName
  readonly project: string | null
  readonly by: string | null
} | null> {
  const row = await db
    .selectFrom('waitingSwitches as w')
    .leftJoin('users as by', 'by.id', 'w.byID')
    .where('w.userID', '=', userID)
    .select(['w.activity', 'w.project', 'w.byID', 'by.displayName as by'])
    .executeTakeFirst()
  if (!row) return null
  const { activity, project, byID, by } = row
  return { activity, project, by: byID === userID ? null : (by ?? '') }
}

/** The person changed their mind. What a supervisor set isn't theirs to take back. */
export async function cancelWaiting(trx: Database, userID: number): Promise<void> {
  await trx.deleteFrom('waitingSwitches').where('userID', '=', userID).where('byID', '=', userID).execute()
}

/**
 * The call has ended: what waited for it is done, unless it may not be any more. @returns whether the activity changed
 */
export async function switchAfterCall(trx: Database, userID: number, now: number): Promise<boolean> {
  const waited = await trx
    .deleteFrom('waitingSwitches')
    .where('userID', '=', userID)
    .returningAll()
    .executeTakeFirst()
  if (!waited) return false
  const { activity, project, category, byID, reason, holdMinutes } = waited
  const actions = JSON.parse(waited.actions) as ActivityAction[]
  if (byID !== userID) {
    const by = await trx.selectFrom('users').where('id', '=', byID).select('displayName').executeTakeFirst()
    const open = await openSession(trx, userID)
    if (!by || !open || open.activity === 'INACTIVE') return false
    const change = { userID, activity, project, category, actions, reason, holdMinutes }
    await putInto(trx, { userID: byID, displayName: by.displayName }, change, now)
    return true
  }
  const person = await findPerson(trx, userID, now)
  if (!person) return false
  try {
    const { permissions } = person
    const chosen = await requireChoice(trx, { userID, activity, project, category, permissions, now })
    await switchActivity(trx, { userID, activity, project: chosen, category, by: userID }, now)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
