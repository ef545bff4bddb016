import type { Kysely } from 'kysely'

/** The company, and what the system says about its own state. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('tenant')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('companyName', 'text', (c) => c.notNull())
    .addColumn('legalName', 'text', (c) => c.notNull())
    .addColumn('registeredAddress', 'text', (c) => c.notNull())
    .addColumn('dataProtectionEmail', 'text', (c) => c.notNull())
    .addColumn('supportContact', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('timeZone', 'text', (c) => c.notNull())
    .addColumn('logoType', 'text')
    .addColumn('logo', 'blob')
    .addColumn('publicOrigin', 'text', (c) => c.notNull())
    .addColumn('trustedHosts', 'text', (c) => c.notNull())
    .addColumn('trustedProxies', 'text', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('systemFlags')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('whatToDo', 'text', (c) => c.notNull())
    .addColumn('raisedAt', 'bigint', (c) => c.notNull())
    .addColumn('clearedAt', 'bigint')
    .addColumn('acknowledgedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  // One of a key stands at a time.
  await schema
    .createIndex('systemFlagsStanding')
    .unique()
    .on('systemFlags')
    .column('key')
    .where('clearedAt' as 'key', 'is', null)
    .execute()
}
