import type { Kysely } from 'kysely'

/** Which server a call belongs to. Columns are described in server/db/schema/cluster.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('callHosts')
    .addColumn('meetingID', 'integer', (c) => c.primaryKey().references('meetings.id').onDelete('cascade'))
    .addColumn('serverID', 'text', (c) => c.notNull())
    .addColumn('engineRun', 'text')
    .addColumn('isThere', 'integer', (c) => c.notNull())
    .addColumn('isServed', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('callHostsOfServer').on('callHosts').column('serverID').execute()
}
