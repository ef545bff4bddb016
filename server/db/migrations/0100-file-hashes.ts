import type { Kysely } from 'kysely'

/** What stored files have to be, so that damage is found (spec 5 §2.3, check). Files of before have no row. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('fileHashes')
    .addColumn('storedAs', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .execute()
}
