import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The most that a power cut may take back, in milliseconds: what was written since the last sync. */
const SYNC_MS = 1000

/**
 * Puts on the disk whatever was committed before. A commit alone hands it to the system, which outlives
 * the server but not the machine (`synchronous = normal`). Where nothing was committed it costs nothing.
 */
export async function syncToDisk(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(db)
}

/**
 * Does so every second, one at a time, until the returned function is called.
 *
 * @param onFailure told of a sync that failed; the next one does its work, too
 */
export function keepSynced(db: Database, onFailure: (error: unknown) => void): () => void {
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
