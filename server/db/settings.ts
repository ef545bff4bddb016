import type { Database } from './database.ts'

/** A fact about this installation; null where it has none of that name. */
export async function readSetting(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Stores a fact, replacing an earlier one. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The fact; where there was none, `fresh` is stored first. */
export async function settingOrFirst(db: Database, name: string, fresh: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting(db, name)) ?? fresh
}
