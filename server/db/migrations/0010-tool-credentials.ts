import type { Kysely } from 'kysely'

/** Credentials for people's tools. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('toolCredentials')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('isAutoConnect', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('forceReload', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('toolCredentialsKey', ['userID', 'tool', 'place'])
    .execute()
}
