import type { Kysely } from 'kysely'

/** Remote desktops, runs of the speed test, hardware reports. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remoteDesktops')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('displayName', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('sealedPassword', 'text')
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('speedTestRuns')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('takenAt', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('results', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('hardwareReports')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sentAt', 'integer', (c) => c.notNull())
    .addColumn('findings', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('lastRun', 'text')
    .execute()
  for (const table of ['remoteDesktops', 'speedTestRuns', 'hardwareReports']) {
    await db.schema.createIndex(`${table}ByUser`).on(table).column('userID').execute()
  }
}
