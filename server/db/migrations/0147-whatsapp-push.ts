import type { Kysely } from 'kysely'

/** When numbers wrote by WhatsApp, and whether they want no messages; one way out for push (spec 5 §5.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('whatsAppNumbers')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('wroteAt', 'bigint', (c) => c.notNull())
    .addColumn('stoppedAt', 'bigint')
    .execute()
  await schema
    .createIndex('adaptorsOnePush')
    .unique()
    .on('adaptors')
    .column('kind')
    .where('kind' as never, '=', 'PUSH' as never)
    .execute()
}
