import type { Kysely } from 'kysely'

/** People's pictures. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profilePictures')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .execute()
}
