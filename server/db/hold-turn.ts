import type { Database } from './database.ts'

/**
 * From here to the end of the running unit nobody else writes, on any server: what is read from now on still holds
 * when what it decides is written. For decisions over several rows that no index and no condition guards.
 */
export async function holdTurn(db: Database): Promise<void> {
  // A unit takes its turn with its first transaction, and keeps it.
  await db.transaction().execute(async () => {})
}
