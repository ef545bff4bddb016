import type { Kysely } from 'kysely'

/** The scopes that there were before apps had lists of their own; existing apps keep them. */
const SCOPES_SO_FAR = 'profile:read activity:read tickets:read tasks:read'

/**
 * Apps with a secret, what each may ask for, and apps that are switched off. Columns are described in
 * schema/sign-in.ts.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const table = () => schema.alterTable('oauthClients')
  await table()
    .addColumn('scopes', 'text', (c) => c.notNull().defaultTo(SCOPES_SO_FAR))
    .execute()
  await table().addColumn('secretHash', 'text').execute()
  await table().addColumn('secretAt', 'bigint').execute()
  await table().addColumn('disabledAt', 'bigint').execute()
  await table()
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.createIndex('oauthGrantsByClient').on('oauthGrants').column('clientID').execute()
}
