import type { Kysely } from 'kysely'

/**
 * Entries for more than one reader: who reads one, as its writer signed it, with which keys they signed, and
 * signed deletions, so that a device can tell a deleted entry from one that is kept back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const entries = schema.alterTable('vaultEntries')
  await entries.addColumn('manifest', 'text', (c) => c.notNull().defaultTo('')).execute()
  // Null where the writer's keys are those that they have now.
  await entries.addColumn('writerEncryptionKey', 'text').execute()
  await entries.addColumn('writerSigningKey', 'text').execute()
  await schema
    .createTable('vaultDeletions')
    .addColumn('entryID', 'text', (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceID', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('encryptionKey', 'text', (c) => c.notNull())
    .addColumn('signingKey', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('vaultDeletionsByPlace')
    .on('vaultDeletions')
    .columns(['source', 'sourceID', 'at'])
    .execute()
  await schema.createIndex('vaultEntryKeysByReader').on('vaultEntryKeys').columns(['userID']).execute()
}
