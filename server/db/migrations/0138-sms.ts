import type { Kysely } from 'kysely'

/** One way out for SMS, and the numbers that want none (spec 5 §5.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('stoppedNumbers')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('adaptorsOneSms')
    .unique()
    .on('adaptors')
    .column('kind')
    .where('kind' as never, '=', 'SMS' as never)
    .execute()
}
