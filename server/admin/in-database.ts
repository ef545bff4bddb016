import { type Database, openDatabase } from '../db/database.ts'
import type { Actor } from '../records/audit.ts'
import type { AdminSurroundings } from './run-admin.ts'

export async function inDatabase<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(file)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Who does what the tool does, for the audit. */
export const byAccount = ({ account }: AdminSurroundings): { actor: Actor; reason: string } => ({
  actor: { userID: null, displayName: 'fieldwork-admin', kind: 'ADMIN_TOOL' },
  reason: `Operating-system account ${account}`,
})
