import type { Kysely } from 'kysely'

/** Removes the wifi bands that clients had told, which nothing read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('wifiBands').execute()
}
