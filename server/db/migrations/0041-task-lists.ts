import { type Kysely, sql } from 'kysely'

/** Lists of tasks, weeks and badges go by an index, however many tasks a person has had. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('tasksByState')
    .on('tasks')
    .columns(['userID', 'statusKind', 'eventStart'])
    .where(sql.ref('deletedAt'), 'is', null)
    .execute()
  await schema.createIndex('tasksByDue').on('tasks').columns(['userID', 'dueDate']).execute()
}
