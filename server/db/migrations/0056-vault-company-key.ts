import type { Kysely } from 'kysely'

/**
 * A company's own key for vaults whose people agreed to it: the public half, the private one sealed by what was
 * printed, and for each person who agreed their private keys, sealed for that key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('vaultCompanyKeys')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('publicKey', 'text', (c) => c.notNull().unique())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('madeBy', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('madeAt', 'bigint', (c) => c.notNull())
    // 1 while it holds, null once it was replaced or given up: of those with 1 there is one.
    .addColumn('holds', 'integer', (c) => c.unique())
    .execute()
  await schema
    .createTable('vaultCompanySeals')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('companyKey', 'text', (c) => c.notNull())
    // The pair that is sealed: who starts again has another.
    .addColumn('encryptionKey', 'text', (c) => c.notNull())
    .addColumn('point', 'text', (c) => c.notNull())
    .addColumn('wrapped', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
