import type { Kysely } from 'kysely'

/** What was agreed on in a meeting: each is a task (spec 6 §2.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('meetingActions')
    .addColumn('taskID', 'integer', (c) => c.primaryKey().references('tasks.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('meetingActionsOfMeeting').on('meetingActions').column('meetingID').execute()
}
