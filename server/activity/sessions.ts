import type { ActivityAction, ActivityName } from '#shared/domain/activity.ts'
import type { Database } from '../db/database.ts'
import { endIdle } from './idle-time.ts'
import { followActivity } from './shift-states.ts'

/** The activity that a person goes over to, and who decided it. */
export interface ActivityChange {
  readonly userID: number
  readonly activity: ActivityName
  readonly project?: string | null
  readonly category?: string | null
  readonly actions?: readonly ActivityAction[]
  /** Why, where that was asked; '' without. */
  readonly reason?: string
  readonly location?: 'OFFICE' | 'HOME' | null
  /** The product itself did it, of its own accord. */
  readonly isBySystem?: boolean
  /** Who changes it. If it isn't the person, the activity overrides their own. */
  readonly by: number
}

/** The person's present activity; none where they are INACTIVE without having said so. */
export const openSession = (db: Database, userID: number) =>
  db
    .selectFrom('activitySessions')
    .selectAll()
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Which project that is, by its name or code; null where the company has none of it. */
async function projectNamed(db: Database, name: string | null): Promise<number | null> {
  if (name === null) return null
  const found = await db
    .selectFrom('projects')
    .where((eb) => eb.or([eb('name', '=', name), eb('code', '=', name)]))
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * Ends the person's activity and begins another, in a transaction of the caller's. Lost work that was booked
 * on the ended activity ends with it. @returns the new session's id
 */
export async function switchActivity(trx: Database, change: ActivityChange, at: number): Promise<number> {
  const { userID, activity, project = null, category = null, actions = [], by } = change
  const open = await openSession(trx, userID)
  if (open) {
    await trx
      .updateTable('activitySessions')
      .set({ endedAt: at, endedBy: by })
      .where('id', '=', open.id)
      .execute()
    await trx
      .updateTable('systemIssues')
      .set({ endedAt: at })
      .where('sessionID', '=', open.id)
      .where('endedAt', 'is', null)
      .execute()
    await endIdle(trx, userID, at)
  }
  // Whatever waited for the end of a call is overtaken.
  await trx.deleteFrom('waitingSwitches').where('userID', '=', userID).execute()
  const { id } = await trx
    .insertInto('activitySessions')
    .values({
      userID,
      activity,
      project,
      projectID: await projectNamed(trx, project),
      category,
      startedAt: at,
      startedBy: by,
      pendingActions: JSON.stringify(actions),
      endedAt: null,
      endedBy: null,
      reason: change.reason ?? '',
      location: change.location ?? null,
      source: change.isBySystem ? 'SYSTEM' : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followActivity(trx, userID, activity, at)
  return id
}

/** Removes a session that goes on, and lets the one before it go on again, with the lost work that was booked on it. */
export async function removeSwitch(trx: Database, userID: number, sessionID: number): Promise<void> {
  const { startedAt, activity } = await trx
    .deleteFrom('activitySessions')
    .where('id', '=', sessionID)
    .returning(['startedAt', 'activity'])
    .executeTakeFirstOrThrow()
  // The end of a shift is taken back with it.
  if (activity === 'INACTIVE')
    await trx
      .updateTable('shifts')
      .set((eb) => ({ state: 'LIVE', version: eb('version', '+', 1), changedAt: startedAt }))
      .where('userID', '=', userID)
      .where('state', '=', 'COMPLETED')
      .where('changedAt', '=', startedAt)
      .execute()
  const before = await trx
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', '=', startedAt)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirst()
  if (!before) return
  await trx
    .updateTable('activitySessions')
    .set({ endedAt: null, endedBy: null })
    .where('id', '=', before.id)
    .execute()
  await trx
    .updateTable('systemIssues')
    .set({ endedAt: null })
    .where('sessionID', '=', before.id)
    .where('endedAt', '=', startedAt)
    .execute()
}

const SYSTEM_ISSUES = 'SYSTEM ISSUES'

/**
 * The activity session for lost work: the present one if the person has system issues already, else a new one
 * for the same project. In a transaction of the caller's.
 */
export async function sessionOfIssue(trx: Database, userID: number, at: number): Promise<number> {
  const open = await openSession(trx, userID)
  if (open?.activity === SYSTEM_ISSUES) return open.id
  const { project = null, category = null } = open ?? {}
  return switchActivity(trx, { userID, activity: SYSTEM_ISSUES, project, category, by: userID }, at)
}

/**
 * Ends records of lost work, in a transaction of the caller's. People who had system issues because of one
 * become AVAILABLE. @returns whose activity has changed
 */
export async function endIssues(
  trx: Database,
  records: readonly { readonly id: number; readonly userID: number; readonly sessionID: number | null }[],
  by: number,
  at: number,
): Promise<number[]> {
  const changed: number[] = []
  for (const { id, userID, sessionID } of records) {
    await trx
      .updateTable('systemIssues')
      .set({ endedAt: at })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .execute()
    const open = sessionID === null ? undefined : await openSession(trx, userID)
    if (open?.id !== sessionID || open === undefined) continue
    const { project, category } = open
    await switchActivity(trx, { userID, activity: 'AVAILABLE', project, category, by }, at)
    changed.push(userID)
  }
  return changed
}
