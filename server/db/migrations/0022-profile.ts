import type { Kysely } from 'kysely'

/** People's contact details, and the changes that they ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contactDetails')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('contactDetailsByPerson').on('contactDetails').column('userID').execute()
  await db.schema
    .createTable('profileChanges')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('profileChangesByPerson')
    .on('profileChanges')
    .columns(['userID', 'state'])
    .execute()
  // A unique index: one open request of each kind, even on two servers.
  await db.schema
    .createIndex('profileChangesPending')
    .on('profileChanges')
    .columns(['userID', 'field', 'state'])
    .unique()
    .where('state', '=', 'PENDING')
    .execute()
}
