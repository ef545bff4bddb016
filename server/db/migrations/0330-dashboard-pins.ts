import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Figures of power reports on people's dashboards. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await db.schema
    .createTable('dashboardPins')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addUniqueConstraint('dashboardPinsPlace', ['userID', 'place'])
    .execute()
}
