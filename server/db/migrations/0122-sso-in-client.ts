import type { Kysely } from 'kysely'

/** Whether a sign-in at a provider was begun by the desktop client, which the browser hands it back to. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('ssoFlows')
    .addColumn('isInClient', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
