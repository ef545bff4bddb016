import type { Kysely } from 'kysely'

/** Of which skills people were told that they expire, and which of the times before that it was (spec 5 §4.6). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('skillReminders')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('skillID', 'integer', (c) => c.notNull().references('skills.id').onDelete('cascade'))
    .addColumn('expires', 'text', (c) => c.notNull())
    .addColumn('days', 'integer', (c) => c.notNull())
    .addColumn('toldAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('skillRemindersOne', ['userID', 'skillID', 'expires', 'days'])
    .execute()
}
