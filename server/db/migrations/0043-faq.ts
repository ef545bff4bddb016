import type { Kysely } from 'kysely'

/** Questions with answers. Columns are described in schema/day.ts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('faqArticles')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute()
}
