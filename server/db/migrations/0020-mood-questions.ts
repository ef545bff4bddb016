import type { Kysely } from 'kysely'

/** Moods that are shared with the supervisor, and when people were asked for theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('moods')
    .addColumn('isShared', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('moodsByPerson').on('moods').columns(['userID', 'at']).execute()
  await db.schema
    .createTable('moodQuestions')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .execute()
}
