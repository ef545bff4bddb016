import type { Kysely } from 'kysely'

/** To which page a power report belongs (spec 4 §4.2.9); those of the report builder have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reportDefinitions').addColumn('page', 'text').execute()
}
