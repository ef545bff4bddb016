import type { Kysely } from 'kysely'

/** Since when a role has each permission. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('rolePermissions')
    .addColumn('since', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
