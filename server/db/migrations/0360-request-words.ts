import type { Kysely } from 'kysely'

/**
 * Who asked for a decision on a booking request; what stands against a request about a shift, and whether the system
 * approved it. Columns are described in server/db/schema/calendar.ts and staffing.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('bookingRequests').addColumn('urgedAt', 'bigint').execute()
  await schema
    .alterTable('bookingRequests')
    .addColumn('urgedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await schema.alterTable('shiftRequests').addColumn('checks', 'text').execute()
  await schema
    .alterTable('shiftRequests')
    .addColumn('isByRule', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
