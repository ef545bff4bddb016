import type { Kysely } from 'kysely'

/** The conversation about a request. Columns are described in server/db/schema/calendar.ts and staffing.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['shiftRequests', 'bookingRequests'])
    await db.schema
      .alterTable(table)
      .addColumn('threadID', 'integer', (c) => c.references('threads.id').onDelete('set null'))
      .execute()
}
