import type { Kysely } from 'kysely'

/** How people arranged their dashboards. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('dashboardLayouts')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('cards', 'text', (c) => c.notNull())
    .execute()
}
