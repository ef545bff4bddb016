import type { Kysely } from 'kysely'

/** Imports of people: the file's rows, what became of each, and what headings people meant before (spec 5 §3.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('peopleImports')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdByName', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('headings', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('isStopAsked', 'integer', (c) => c.notNull())
    .addColumn('leaseUntil', 'bigint')
    .addColumn('startedAt', 'bigint')
    .addColumn('endedAt', 'bigint')
    .addColumn('message', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('peopleImportRows')
    .addColumn('importID', 'integer', (c) => c.notNull().references('peopleImports.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('cells', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('problems', 'text', (c) => c.notNull())
    .addColumn('depth', 'integer', (c) => c.notNull())
    .addColumn('result', 'text')
    .addColumn('userID', 'integer')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('peopleImportRowsKey', ['importID', 'number'])
    .execute()
  await schema
    .createTable('importHeadings')
    .addColumn('heading', 'text', (c) => c.primaryKey())
    .addColumn('field', 'text', (c) => c.notNull())
    .execute()
}
