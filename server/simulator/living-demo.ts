import type { Database } from '../db/database.ts'

/** Whether this is the whole demo: only that goes on living, and only as long as its data are there. */
export async function isLivingDemo(db: Database): Promise<boolean> {
  const rows = await db
    .selectFrom('settings')
    .where('name', 'in', ['seedVersion', 'demoSize'])
    .select(['name', 'value'])
    .execute()
  return rows.some(({ name }) => name === 'seedVersion') && rows.some(({ value }) => value === 'full')
}
