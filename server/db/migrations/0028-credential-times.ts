import type { Kysely } from 'kysely'

/** When credentials of tools were changed last; 0 for those of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('toolCredentials')
    .addColumn('updatedAt', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
