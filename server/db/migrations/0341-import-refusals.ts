import type { Kysely } from 'kysely'

/** What was refused of an import, and why. Columns are described in server/db/schema/fieldwork.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('dataImports')
    .addColumn('refusals', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
