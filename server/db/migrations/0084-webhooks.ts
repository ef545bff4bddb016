import type { Kysely } from 'kysely'

/** What webhooks are told of, and each try to tell them (spec 5 §5.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('adaptors').addColumn('failingSince', 'bigint').execute()
  await schema
    .createTable('webhookDeliveries')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('deliveryID', 'text', (c) => c.notNull().unique())
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('recordID', 'integer')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('nextAt', 'bigint', (c) => c.notNull())
    .addColumn('leaseID', 'text')
    .addColumn('leaseUntil', 'bigint')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('lastAnswer', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('webhookDeliveriesDue')
    .on('webhookDeliveries')
    .columns(['state', 'nextAt'])
    .execute()
  await schema
    .createIndex('webhookDeliveriesByAdaptor')
    .on('webhookDeliveries')
    .columns(['adaptorID', 'id'])
    .execute()
  await schema
    .createTable('webhookAttempts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('deliveryID', 'integer', (c) =>
      c.notNull().references('webhookDeliveries.id').onDelete('cascade'),
    )
    .addColumn('leaseID', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('webhookAttemptsByDelivery')
    .on('webhookAttempts')
    .columns(['deliveryID', 'startedAt'])
    .execute()
}
