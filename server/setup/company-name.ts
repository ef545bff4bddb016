import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'

/** The company as people know it; the product's name where none lives here. */
export async function companyName(db: Database): Promise<string> {
  const row = await db.selectFrom('tenant').select('companyName').executeTakeFirst()
  return row?.companyName ?? (await readSetting(db, 'company')) ?? 'Fieldwork'
}
