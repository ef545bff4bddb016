import type { Kysely } from 'kysely'

/** Changes that come close together are one notification (spec 4 §5.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notifications')
    .addColumn('changes', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('notifications').addColumn('burst', 'text').execute()
  await db.schema.createIndex('notificationBursts').on('notifications').column('burst').unique().execute()
}
