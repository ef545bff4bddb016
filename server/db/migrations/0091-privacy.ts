import type { Kysely } from 'kysely'

/** Legal holds (spec 5 §6.8); exports and erasures of people's data (§6.9). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('legalHolds')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('personID', 'integer')
    .addColumn('projectID', 'integer')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('placedBy', 'integer', (c) => c.notNull())
    .addColumn('placedAt', 'bigint', (c) => c.notNull())
    .addColumn('liftedBy', 'integer')
    .addColumn('liftedAt', 'bigint')
    .execute()
  await schema
    .createTable('privacyRequests')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('personID', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requestedBy', 'integer', (c) => c.notNull())
    .addColumn('requestedAt', 'bigint', (c) => c.notNull())
    .addColumn('withTexts', 'integer', (c) => c.notNull())
    .addColumn('approvedBy', 'integer')
    .addColumn('approvedAt', 'bigint')
    .addColumn('effectiveAt', 'bigint')
    .addColumn('endedBy', 'integer')
    .addColumn('endedAt', 'bigint')
    .addColumn('storedAs', 'text')
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('leaseUntil', 'bigint')
    .execute()
  await schema
    .createIndex('privacyRequestsByPerson')
    .on('privacyRequests')
    .columns(['personID', 'kind', 'state'])
    .execute()
}
