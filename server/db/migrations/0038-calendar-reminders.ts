import { type Kysely, sql } from 'kysely'

/** How people have their calendars, when they are told of events, and events that came from a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('calendarSettings')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('view', 'text')
    .addColumn('firstDay', 'integer', (c) => c.notNull())
    .addColumn('workStart', 'integer', (c) => c.notNull())
    .addColumn('workEnd', 'integer', (c) => c.notNull())
    .addColumn('workDays', 'text', (c) => c.notNull())
    .addColumn('reminder', 'integer')
    .addColumn('secondZone', 'text')
    .execute()
  await schema
    .createTable('calendarReminders')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recordID', 'integer', (c) => c.notNull())
    .addColumn('minutes', 'integer')
    .addPrimaryKeyConstraint('calendarRemindersKey', ['userID', 'kind', 'recordID'])
    .execute()
  await schema
    .createTable('calendarReminded')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('eventID', 'text', (c) => c.notNull())
    .addColumn('startsAt', 'bigint', (c) => c.notNull())
    .addColumn('toldAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('calendarRemindedKey', ['userID', 'eventID', 'startsAt'])
    .execute()
  await schema.createIndex('calendarRemindedByTime').on('calendarReminded').column('toldAt').execute()
  await schema
    .createTable('calendarImports')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('undoneAt', 'bigint')
    .execute()
  await schema.alterTable('calendarEvents').addColumn('uid', 'text').execute()
  await schema.alterTable('calendarEvents').addColumn('importID', 'integer').execute()
  // A file that is taken in twice at once makes its events once.
  await schema
    .createIndex('calendarEventsByUid')
    .on('calendarEvents')
    .columns(['userID', 'uid'])
    .unique()
    .where(sql.ref('deletedAt'), 'is', null)
    .execute()
  await schema.createIndex('calendarEventsByStart').on('calendarEvents').column('startLocal').execute()
}
