import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Files of pages of records that are made after the answer (spec 4 §1.6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await db.schema
    .createTable('pageExports')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('expiresAt', 'bigint')
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('fileName', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('storedAs', 'text')
    .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('leaseUntil', 'bigint')
    .execute()
  await db.schema.createIndex('pageExportsOfPerson').on('pageExports').column('userID').execute()
  await db.schema.createIndex('pageExportsByState').on('pageExports').column('state').execute()
}
