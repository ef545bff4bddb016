import type { Kysely } from 'kysely'

/** Errors of server, windows, services and adaptors (spec 5 §5.6). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('errorEntries')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull().unique())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('firstSeenAt', 'bigint', (c) => c.notNull())
    .addColumn('lastSeenAt', 'bigint', (c) => c.notNull())
    .addColumn('build', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('resolvedBuild', 'text')
    .addColumn('assignedTo', 'integer')
    .addColumn('ticketID', 'integer')
    .addColumn('changedBy', 'integer')
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('errorEntriesBySeen')
    .on('errorEntries')
    .columns(['source', 'firstSeenAt'])
    .execute()
  await schema
    .createTable('errorOccurrences')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('errorID', 'integer', (c) => c.notNull().references('errorEntries.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('requestID', 'text', (c) => c.notNull())
    .addColumn('personID', 'integer')
    .addColumn('build', 'text', (c) => c.notNull())
    .addColumn('stack', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('errorOccurrencesByError')
    .on('errorOccurrences')
    .columns(['errorID', 'id'])
    .execute()
  await schema
    .createTable('errorPeople')
    .addColumn('errorID', 'integer', (c) => c.notNull().references('errorEntries.id').onDelete('cascade'))
    .addColumn('personID', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('errorPeopleKey', ['errorID', 'personID'])
    .execute()
  await schema
    .createTable('builds')
    .addColumn('build', 'text', (c) => c.primaryKey())
    .addColumn('firstSeenAt', 'bigint', (c) => c.notNull())
    .execute()
}
