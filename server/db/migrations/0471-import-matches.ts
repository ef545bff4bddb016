import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Files of projects and quota cells are checked, too; and how somebody matched a file's columns is kept by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await db.schema
    .alterTable('dataImportChecks')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('INTERVIEW_RECORDS'))
    .execute()
  await db.schema
    .createTable('importMatches')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('outcomes', 'text', (c) => c.notNull())
    .addColumn('savedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('importMatchesByName')
    .on('importMatches')
    .columns(['userID', 'kind', 'nameKey'])
    .unique()
    .execute()
}
