import type { Kysely } from 'kysely'

/** Tasks and their files. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    // A number is never used again, since somebody may have it in a message.
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('projectID', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('eventStart', 'integer', (c) => c.notNull())
    .addColumn('eventEnd', 'integer', (c) => c.notNull())
    .addColumn('dueDate', 'integer', (c) => c.notNull())
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('storyPoint', 'text', (c) => c.notNull())
    .addColumn('requiredHours', 'real', (c) => c.notNull())
    .addColumn('sprint', 'text', (c) => c.notNull())
    .addColumn('milestone', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('relationship', 'text')
    .addColumn('template', 'text')
    .addColumn('chatMessageID', 'integer', (c) => c.references('messages.id').onDelete('set null'))
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('tasksByPerson').on('tasks').columns(['userID', 'eventStart']).execute()
  await db.schema
    .createTable('taskFiles')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('taskID', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('taskFilesByTask').on('taskFiles').column('taskID').execute()
}
