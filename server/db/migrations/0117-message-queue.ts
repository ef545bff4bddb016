import type { Kysely } from 'kysely'

/** Messages to people's devices: SMS, WhatsApp and push (spec 5 §5.1, §5.2). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('deviceMessages')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('to', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    /** What it tells of, such as 'notification 7': each is told once to an address. */
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('shiftDay', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('nextAt', 'bigint', (c) => c.notNull())
    .addColumn('heldUntil', 'bigint')
    .addColumn('leaseID', 'text')
    .addColumn('leaseUntil', 'bigint')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('firstTriedAt', 'bigint')
    .addColumn('endedAt', 'bigint')
    .addColumn('lastAnswer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .createIndex('deviceMessagesOnce')
    .unique()
    .on('deviceMessages')
    .columns(['about', 'channel', 'to'])
    .execute()
  await schema.createIndex('deviceMessagesDue').on('deviceMessages').columns(['state', 'nextAt']).execute()
}
