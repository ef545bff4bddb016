import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long deleted notes and documents can be restored, in milliseconds. */
export const RESTORABLE_MS = 24 * 60 * 60 * 1000

/** Deletes for good what was deleted more than a day ago. */
export async function purgeDeleted(db: Database, clock: Clock): Promise<void> {
  const before = clock() - RESTORABLE_MS
  await db.deleteFrom('stickyNotes').where('deletedAt', '<', before).execute()
  await db.deleteFrom('documents').where('deletedAt', '<', before).execute()
}
