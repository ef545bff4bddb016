import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Contracts with agencies, as documents with dates. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id, kind } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('agencyContracts')
    .addColumn('id', id.type, id.column)
    .addColumn('agencyID', 'integer', (c) => c.notNull().references('agencies.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('to', 'text')
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('content', kind === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .addColumn('addedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('agencyContractsOfAgency').on('agencyContracts').column('agencyID').execute()
}
