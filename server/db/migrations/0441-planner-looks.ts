import type { Kysely } from 'kysely'

/** Windows that have the planner open, and what is chosen in them. Columns are described in server/db/schema/live.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plannerLooks')
    .addColumn('connectionID', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('chosenUserID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('day', 'text')
    .addColumn('shiftID', 'integer')
    .addColumn('since', 'bigint', (c) => c.notNull())
    .execute()
}
