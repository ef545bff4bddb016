import type { ActivityName } from '#shared/domain/activity.ts'
import type { Database } from '../db/database.ts'
import { openSession, switchActivity } from './sessions.ts'

/** What somebody at work does. */
export interface Doing {
  readonly activity: ActivityName
  readonly project: string | null
  readonly category: string | null
}

/** What a coach and the person did before they sat together; null for who wasn't at work. */
export interface Before {
  readonly coach: Doing | null
  readonly person: Doing | null
}

/** What somebody does now; null where they aren't at work. */
export async function doing(trx: Database, userID: number): Promise<Doing | null> {
  const open = await openSession(trx, userID)
  if (!open || open.activity === 'INACTIVE') return null
  return { activity: open.activity, project: open.project, category: open.category }
}

/** Somebody at work goes over to something; who isn't stays as they are. */
export async function goOver(
  trx: Database,
  userID: number | null,
  next: Doing | null,
  by: number,
  now: number,
): Promise<void> {
  if (userID === null || next === null || (await doing(trx, userID)) === null) return
  await switchActivity(trx, { userID, ...next, by, isBySystem: by !== userID }, now)
}
