import type { Kysely } from 'kysely'

/** Keys by which programs call for a person (spec 5 §5.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('apiKeys')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('ownerID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('scope', 'text')
    .addColumn('permissions', 'text', (c) => c.notNull())
    .addColumn('addresses', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('createdBy', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .addColumn('lastUsedFrom', 'text', (c) => c.notNull())
    .addColumn('revokedAt', 'bigint')
    .execute()
  await schema.createIndex('apiKeysByOwner').on('apiKeys').column('ownerID').execute()
}
