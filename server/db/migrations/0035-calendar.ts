import type { Kysely } from 'kysely'

/** Events without another record, requests, and the calendars' secret addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('calendarEvents')
    // A number is never used again, since somebody may have it in an address.
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('eventType', 'text', (c) => c.notNull())
    .addColumn('eventState', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('startLocal', 'text', (c) => c.notNull())
    .addColumn('endLocal', 'text', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('isAllDay', 'integer', (c) => c.notNull())
    .addColumn('rule', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .addColumn('deletedAt', 'bigint')
    .execute()
  await schema
    .createIndex('calendarEventsByPerson')
    .on('calendarEvents')
    .columns(['userID', 'startLocal'])
    .execute()
  await schema
    .createTable('calendarExceptions')
    .addColumn('eventID', 'integer', (c) => c.notNull().references('calendarEvents.id').onDelete('cascade'))
    .addColumn('original', 'text', (c) => c.notNull())
    .addColumn('isCancelled', 'integer', (c) => c.notNull())
    .addColumn('startLocal', 'text', (c) => c.notNull())
    .addColumn('endLocal', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('calendarExceptionsKey', ['eventID', 'original'])
    .execute()
  await schema
    .createTable('bookingRequests')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('hours', 'real', (c) => c.notNull())
    .addColumn('dayPart', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidedAt', 'bigint')
    .addColumn('decisionNote', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('bookingRequestsByPerson')
    .on('bookingRequests')
    .columns(['userID', 'start'])
    .execute()
  await schema
    .createIndex('bookingRequestsByState')
    .on('bookingRequests')
    .columns(['state', 'askedAt'])
    .execute()
  await schema
    .createTable('calendarFeeds')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('keyHash', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
}
