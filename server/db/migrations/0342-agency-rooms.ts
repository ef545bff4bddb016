import type { Kysely } from 'kysely'

/** The conversation of an agency's people. Columns are described in server/db/schema/company.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agencies')
    .addColumn('roomID', 'integer', (c) => c.references('threads.id').onDelete('set null'))
    .execute()
}
