import type { Kysely } from 'kysely'

/** What providers sent in, once its signature was found right (spec 5 §5.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('inboundDeliveries')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('receivedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('inboundDeliveriesOnce')
    .unique()
    .on('inboundDeliveries')
    .columns(['adaptorID', 'hash'])
    .execute()
  // There is one address for each.
  for (const [name, kind] of [
    ['adaptorsOneWhatsApp', 'WHATSAPP'],
    ['adaptorsOneDialler', 'DIALLER'],
  ] as const)
    await schema
      .createIndex(name)
      .unique()
      .on('adaptors')
      .column('kind')
      .where('kind' as never, '=', kind as never)
      .execute()
}
