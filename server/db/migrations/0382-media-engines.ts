import type { Kysely } from 'kysely'

/** Where each server's media engine is. Columns are described in server/db/schema/cluster.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mediaEngines')
    .addColumn('serverID', 'text', (c) => c.primaryKey())
    .addColumn('place', 'integer', (c) => c.notNull().unique())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .execute()
}
