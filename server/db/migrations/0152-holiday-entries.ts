import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Hours that HR gave and took of people's holiday beside what their contract says (spec 6 §5.4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('holidayEntries')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('yearFrom', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('hours', 'real', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await schema
    .createIndex('holidayEntriesByPerson')
    .on('holidayEntries')
    .columns(['userID', 'yearFrom'])
    .execute()
}
