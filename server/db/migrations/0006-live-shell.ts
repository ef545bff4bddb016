import type { Kysely } from 'kysely'

/**
 * Broadcasts, activities, calls and meetings, messages on screens. Columns are described in server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await broadcasts(db)
  await activities(db)
  await meetings(db)
  await devices(db)
}

async function broadcasts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('broadcasts')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('endDate', 'integer', (c) => c.notNull())
    .addColumn('areaID', 'integer', (c) => c.references('areas.id').onDelete('cascade'))
    .addColumn('postedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('broadcastsByEnd').on('broadcasts').column('endDate').execute()
  await db.schema
    .createTable('defconAlerts')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('startTime', 'integer', (c) => c.notNull())
    .addColumn('endedAt', 'integer')
    .addColumn('raisedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createTable('shellMessages')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('senderID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('deliveredAt', 'integer')
    .execute()
  await db.schema
    .createIndex('shellMessagesByPerson')
    .on('shellMessages')
    .columns(['userID', 'deliveredAt'])
    .execute()
}

async function activities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('activities')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('project', 'text')
    .addColumn('category', 'text')
    .addColumn('pendingActions', 'text', (c) => c.notNull())
    .addColumn('isOverride', 'integer', (c) => c.notNull())
    .addColumn('since', 'integer', (c) => c.notNull())
    .addColumn('lastResponseAt', 'integer')
    .execute()
  await db.schema
    .createTable('activityHistory')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('project', 'text')
    .addColumn('startedAt', 'integer', (c) => c.notNull())
    .addColumn('endedAt', 'integer', (c) => c.notNull())
    .addColumn('endedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('activityHistoryByPerson')
    .on('activityHistory')
    .columns(['userID', 'startedAt'])
    .execute()
}

async function meetings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('meetings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('hostID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('agenda', 'text', (c) => c.notNull())
    .addColumn('start', 'integer', (c) => c.notNull())
    .addColumn('end', 'integer', (c) => c.notNull())
    .addColumn('announcedAt', 'integer')
    .execute()
  await db.schema.createIndex('meetingsByStart').on('meetings').columns(['announcedAt', 'start']).execute()
  await db.schema
    .createTable('meetingPeople')
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('meetingPeoplePk', ['meetingID', 'userID'])
    .execute()
  await db.schema.createIndex('meetingPeopleByPerson').on('meetingPeople').column('userID').execute()
  await db.schema
    .createTable('missedCalls')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('callerID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'integer', (c) => c.notNull())
    .addColumn('toldAt', 'integer')
    .execute()
  await db.schema.createIndex('missedCallsByPerson').on('missedCalls').columns(['userID', 'toldAt']).execute()
}

async function devices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pushTokens')
    .addColumn('fcm', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('wifiBands')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('band', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
}
