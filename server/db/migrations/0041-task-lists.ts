import { type Kysely, sql } from 'kysely'

/** Indexes for lists of tasks, weeks and badges, so that they stay quick with many tasks. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('tasksByState')
    .on('tasks')
    .columns(['userID', 'statusKind', 'eventStart'])
    .where(sql.ref('deletedAt'), 'is', null)
    .execute()
  await schema.createIndex('tasksByDue').on('tasks').columns(['userID', 'dueDate']).execute()
}
