import type { Kysely } from 'kysely'

/** What approvals of holidays in one area count, so that two at once see each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bookingGuards')
    .addColumn('areaID', 'integer', (c) => c.primaryKey())
    .addColumn('approvals', 'integer', (c) => c.notNull())
    .execute()
}
