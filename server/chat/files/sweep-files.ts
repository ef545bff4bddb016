import type { Database } from '../../db/database.ts'
import type { FileStore } from './file-store.ts'

/** Removes files without a message or task, as a killed server leaves them. */
export async function sweepFiles(db: Database, files: FileStore): Promise<void> {
  const stored = [
    ...(await db.selectFrom('attachments').where('storedAs', 'is not', null).select('storedAs').execute()),
    ...(await db.selectFrom('taskFiles').where('storedAs', 'is not', null).select('storedAs').execute()),
  ]
  const known = new Set(stored.map((row) => row.storedAs))
  await files.sweep((storedAs) => known.has(storedAs))
}
