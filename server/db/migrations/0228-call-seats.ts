import type { Kysely } from 'kysely'

/** Who takes part in a call with sound, and from which window. Columns are described in server/db/schema/live.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('callSeats')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // A person's microphone is in one call, from one window.
    .addColumn('userID', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('connectionID', 'text', (c) => c.notNull())
    .addColumn('microphone', 'text', (c) => c.notNull())
    .addColumn('camera', 'integer', (c) => c.notNull())
    .addColumn('screen', 'integer', (c) => c.notNull())
    .addColumn('takenAt', 'bigint', (c) => c.notNull())
    .addColumn('awaySince', 'bigint')
    .execute()
  await schema.createIndex('callSeatsOfMeeting').on('callSeats').column('meetingID').execute()
  await schema.createIndex('callSeatsOfConnection').on('callSeats').column('connectionID').execute()
}
