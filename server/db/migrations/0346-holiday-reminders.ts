import type { Kysely } from 'kysely'

/** When somebody's manager last reminded them to take holiday. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('holidayReminders')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
