import type { Database } from '../../db/database.ts'
import type { FileStore } from './file-store.ts'

/** Removes the files that no message has: what a server that was ended in the middle left behind. */
export async function sweepFiles(db: Database, files: FileStore): Promise<void> {
  const rows = await db
    .selectFrom('attachments')
    .where('storedAs', 'is not', null)
    .select('storedAs')
    .execute()
  const known = new Set(rows.map((row) => row.storedAs))
  await files.sweep((storedAs) => known.has(storedAs))
}
