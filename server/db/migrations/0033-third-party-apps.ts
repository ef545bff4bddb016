import type { Kysely } from 'kysely'

/**
 * Apps of others, the access that people give them, and its codes and tokens. Columns are described in
 * schema/sign-in.ts.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('oauthClients')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('redirectURIs', 'text', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute()
  await schema
    .createTable('oauthGrants')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('clientID', 'text', (c) => c.notNull().references('oauthClients.id').onDelete('cascade'))
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('grantedAt', 'bigint', (c) => c.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .addColumn('revokedAt', 'bigint')
    .execute()
  await schema.createIndex('oauthGrantsByPerson').on('oauthGrants').column('userID').execute()
  await schema
    .createTable('oauthCodes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('grantID', 'integer', (c) => c.notNull().references('oauthGrants.id').onDelete('cascade'))
    .addColumn('redirectURI', 'text', (c) => c.notNull())
    .addColumn('challenge', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute()
  await schema
    .createTable('oauthTokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('grantID', 'integer', (c) => c.notNull().references('oauthGrants.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute()
  await schema.createIndex('oauthTokensByGrant').on('oauthTokens').columns(['grantID', 'kind']).execute()
}
