import type { Database } from '../../db/database.ts'
import type { FileStore } from './file-store.ts'

/** The stored files that a message, task or export has. */
export async function knownFiles(db: Database): Promise<Set<string>> {
  const stored = [
    ...(await db.selectFrom('attachments').where('storedAs', 'is not', null).select('storedAs').execute()),
    ...(await db.selectFrom('taskFiles').where('storedAs', 'is not', null).select('storedAs').execute()),
    ...(await db
      .selectFrom('privacyRequests')
      .where('storedAs', 'is not', null)
      .select('storedAs')
      .execute()),
  ]
  return new Set(stored.flatMap(({ storedAs }) => storedAs ?? []))
}

/** Removes files without a message or task, as a killed server leaves them, and the hashes of files that are gone. */
export async function sweepFiles(db: Database, files: FileStore): Promise<void> {
  const known = await knownFiles(db)
  await files.sweep((storedAs) => known.has(storedAs))
  const hashes = await db.selectFrom('fileHashes').select('storedAs').execute()
  for (const { storedAs } of hashes)
    if (!known.has(storedAs)) await db.deleteFrom('fileHashes').where('storedAs', '=', storedAs).execute()
}
