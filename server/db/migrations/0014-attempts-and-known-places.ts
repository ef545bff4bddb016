import type { Kysely } from 'kysely'

/** Counts of attempts, and where people have signed in. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('attemptCounts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('endsAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('knownPlaces')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('signedInAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('knownPlacesByUser').on('knownPlaces').column('userID').execute()
}
