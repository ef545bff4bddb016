import type { Kysely } from 'kysely'

/** What imports of tool credentials can take back. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('credentialImports')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('byName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('updated', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createTable('credentialImportRows')
    .addColumn('importID', 'integer', (c) =>
      c.notNull().references('credentialImports.id').onDelete('cascade'),
    )
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'text')
    .addColumn('isAutoConnect', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('forceReload', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expires', 'text')
    .addPrimaryKeyConstraint('credentialImportRowsKey', ['importID', 'userID', 'tool', 'place'])
    .execute()
}
