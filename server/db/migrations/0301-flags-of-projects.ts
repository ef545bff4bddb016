import type { Kysely } from 'kysely'

/** The project that a system flag is about. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('systemFlags').addColumn('projectID', 'integer').execute()
}
