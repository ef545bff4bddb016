import type { Kysely } from 'kysely'

/** Feedback sessions that go on, with what both did before. Columns are described in server/db/schema/live.ts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('feedbackTalks')
    .addColumn('meetingID', 'integer', (c) => c.primaryKey().references('meetings.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('coachID', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .execute()
}
