import type { Kysely } from 'kysely'

/** Goes: the wifi bands that clients told, which nothing ever read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('wifiBands').execute()
}
