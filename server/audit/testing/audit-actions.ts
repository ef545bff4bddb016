import type { Database } from '../../db/database.ts'

/** What the audit calls everything that was done, in its order. */
export async function auditActions(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}
