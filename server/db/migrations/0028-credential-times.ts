import type { Kysely } from 'kysely'

/** When credentials of tools were last changed; 0 for older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('toolCredentials')
    .addColumn('updatedAt', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
