import type { Kysely } from 'kysely'

/** From where and when sessions were used, and devices from which nobody signs in (spec 5 §3.6). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('sessions')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('sessions').addColumn('lastUsedAt', 'bigint').execute()
  await schema
    .createTable('excludedDevices')
    .addColumn('deviceID', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('excludedBy', 'integer')
    .addColumn('excludedByName', 'text', (c) => c.notNull())
    .addColumn('excludedAt', 'bigint', (c) => c.notNull())
    .execute()
}
