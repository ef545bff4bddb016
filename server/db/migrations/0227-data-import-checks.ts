import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Files of records that were checked and not yet taken (spec 4 §3.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await db.schema
    .createTable('dataImportChecks')
    .addColumn('id', id.type, id.column)
    .addColumn('byID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('records', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('dataImportChecksByPerson')
    .on('dataImportChecks')
    .columns(['byID', 'at'])
    .execute()
}
