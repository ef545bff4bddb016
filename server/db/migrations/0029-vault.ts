import type { Kysely } from 'kysely'

/** Vaults: people's sealed keys, sealed entries, an entry's key for each of its readers, and who used one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vaultKeys')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('encryptionKey', 'text', (c) => c.notNull())
    .addColumn('signingKey', 'text', (c) => c.notNull())
    .addColumn('salt', 'text', (c) => c.notNull())
    .addColumn('byPassphrase', 'text', (c) => c.notNull())
    .addColumn('byRecovery', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('vaultEntries')
    .addColumn('entryID', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceID', 'integer', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('writerID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ciphertext', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('entryTime', 'bigint', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('vaultEntriesByPlace')
    .on('vaultEntries')
    .columns(['source', 'sourceID'])
    .execute()
  await db.schema
    .createTable('vaultEntryKeys')
    .addColumn('entryID', 'text', (c) => c.notNull().references('vaultEntries.entryID').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('point', 'text', (c) => c.notNull())
    .addColumn('wrapped', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('vaultEntryKeysOne', ['entryID', 'userID'])
    .execute()
  await db.schema
    .createTable('vaultUses')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('entryID', 'text', (c) => c.notNull().references('vaultEntries.entryID').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('use', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('vaultUsesByEntry').on('vaultUses').columns(['entryID', 'id']).execute()
}
