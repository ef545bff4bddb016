import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What people looked up, for themselves alone, for 30 days (spec 6 §9.7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('addressLookups')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('found', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('addressLookupsOfPerson').on('addressLookups').columns(['userID', 'at']).execute()
}
