import type { Kysely } from 'kysely'

/** The address of somebody that a mail came back from. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('unreachedEmail', 'text').execute()
  await db.schema.alterTable('users').addColumn('unreachedAt', 'bigint').execute()
}
