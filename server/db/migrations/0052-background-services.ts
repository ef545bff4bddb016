import type { Kysely } from 'kysely'

/** What the server does by itself: each service's state, and its last runs. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('backgroundServices')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('schedule', 'text', (c) => c.notNull())
    .addColumn('nextRunAt', 'bigint', (c) => c.notNull())
    .addColumn('leaseID', 'text')
    .addColumn('leaseUntil', 'bigint')
    .addColumn('lastStartedAt', 'bigint')
    .addColumn('failuresInRow', 'integer', (c) => c.notNull())
    .addColumn('pausedAt', 'bigint')
    .addColumn('pausedUntil', 'bigint')
    .addColumn('pausedBy', 'text')
    .addColumn('pauseReason', 'text')
    .execute()
  await schema
    .createTable('backgroundRuns')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('leaseID', 'text', (c) => c.notNull().unique())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('error', 'text', (c) => c.notNull())
    .addColumn('startedBy', 'text')
    .addColumn('lines', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('backgroundRunsByKey').on('backgroundRuns').columns(['key', 'startedAt']).execute()
}
