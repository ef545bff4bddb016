import type { Kysely } from 'kysely'

/** When people were warned of holiday that is left. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('holidayWarnings')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('yearFrom', 'text', (c) => c.notNull())
    .addColumn('days', 'integer', (c) => c.notNull())
    .addColumn('hours', 'real', (c) => c.notNull())
    .addColumn('toldAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('holidayWarningsOnce', ['userID', 'yearFrom', 'days'])
    .execute()
}
