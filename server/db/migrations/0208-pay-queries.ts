import type { Kysely } from 'kysely'

/** Which ticket is about a day's pay (spec 4 §4.2.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payQueries')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('payQueriesOfDay', ['userID', 'day'])
    .execute()
}
