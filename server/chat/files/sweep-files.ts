import type { Database } from '../../db/database.ts'
import type { FileStore } from './file-store.ts'

/** Removes the files that no message and no task has: what a server that was ended in the middle left behind. */
export async function sweepFiles(db: Database, files: FileStore): Promise<void> {
  const stored = [
    ...(await db.selectFrom('attachments').where('storedAs', 'is not', null).select('storedAs').execute()),
    ...(await db.selectFrom('taskFiles').where('storedAs', 'is not', null).select('storedAs').execute()),
  ]
  const known = new Set(stored.map((row) => row.storedAs))
  await files.sweep((storedAs) => known.has(storedAs))
}
