import { sql } from 'kysely'
import type { Database } from './database.ts'
import { traitsOf } from './dialect/traits.ts'

/** Most that a power cut can take, in milliseconds: what was written since the last sync. */
const SYNC_MS = 1000

/** PostgreSQL syncs each commit, and tidies up by itself. */
const isFile = (db: Database): boolean => traitsOf(db).kind === 'sqlite'

/**
 * Writes to the disk whatever was committed. A commit alone (`synchronous = normal`) survives the end of the
 * server, but not of the machine. Costs nothing where nothing was committed.
 */
export async function syncToDisk(db: Database): Promise<void> {
  if (!isFile(db)) return
  await sql`pragma wal_checkpoint(passive)`.execute(db)
}

/** Writes the whole database anew, so that nothing of what was deleted is left in its files. */
export async function scrub(db: Database): Promise<void> {
  if (!isFile(db)) return
  // The index of words keeps what was deleted until its parts are merged.
  await sql`insert into "messageWords"("messageWords") values ('optimize')`.execute(db)
  await sql`vacuum`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Lets SQLite look at its indexes again, so that it goes on choosing the quick ones. */
export async function tidy(db: Database): Promise<void> {
  if (!isFile(db)) return
  await sql`pragma optimize`.execute(db)
}

/**
 * Syncs every second, one sync at a time, until the returned function is called; a file only.
 * @param onFailure told of a sync that failed; the next one makes up for it
 */
export function keepSynced(db: Database, onFailure: (error: unknown) => void): () => void {
  if (!isFile(db)) return () => {}
  let busy = false
  const sync = async () => {
    if (busy) return
    busy = true
    try {
      await syncToDisk(db)
    } catch (error) {
      onFailure(error)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void sync(), SYNC_MS).unref()
  return () => clearInterval(timer)
}
