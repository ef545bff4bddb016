import type { Kysely } from 'kysely'

/** People whose published allocations a survey tool hasn't been sent yet. Columns are described in server/db/schema/operating.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('surveyPlans')
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('surveyPlansPk', ['adaptorID', 'userID'])
    .execute()
}
