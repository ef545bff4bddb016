import type { Kysely } from 'kysely'

/**
 * Whose hand is up in a call, and visitors in it, who have no account but a link. SQLite can't let a column be null
 * that couldn't be, so the table is made anew. Columns are described in server/db/schema/live.ts.
 */
// biome-ignore lint/suspicious/noExplicitAny: the schema as it was at this migration has no type
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('callSeatsAnew')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // A person's microphone is in one call, from one window. Null for a visitor.
    .addColumn('userID', 'integer', (c) => c.unique().references('users.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('connectionID', 'text', (c) => c.notNull())
    .addColumn('microphone', 'text', (c) => c.notNull())
    .addColumn('camera', 'integer', (c) => c.notNull())
    .addColumn('screen', 'integer', (c) => c.notNull())
    .addColumn('takenAt', 'bigint', (c) => c.notNull())
    .addColumn('awaySince', 'bigint')
    .addColumn('raisedAt', 'bigint')
    .addColumn('linkID', 'integer', (c) => c.references('publicLinks.id').onDelete('cascade'))
    .addColumn('visitorName', 'text')
    .addColumn('seenAt', 'bigint')
    .execute()
  const kept = ['id', 'userID', 'meetingID', 'connectionID', 'microphone', 'camera', 'screen', 'takenAt']
  await db
    .insertInto('callSeatsAnew')
    .columns([...kept, 'awaySince'])
    .expression(db.selectFrom('callSeats').select([...kept, 'awaySince']))
    .execute()
  await schema.dropTable('callSeats').execute()
  await schema.alterTable('callSeatsAnew').renameTo('callSeats').execute()
  await schema.createIndex('callSeatsOfMeeting').on('callSeats').column('meetingID').execute()
  await schema.createIndex('callSeatsOfConnection').on('callSeats').column('connectionID').execute()
  await schema.createIndex('callSeatsOfLink').on('callSeats').column('linkID').execute()
}
