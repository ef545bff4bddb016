import type { Kysely } from 'kysely'

/** What people did of their checklists, and onboarding tasks that were withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('onboardingTasks').addColumn('deletedAt', 'bigint').execute()
  await db.schema
    .createTable('checklistItems')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('taskID', 'integer', (c) => c.notNull().references('onboardingTasks.id').onDelete('cascade'))
    .addColumn('completedAt', 'bigint')
    .addColumn('actionedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('fileName', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('content', 'blob')
    .addPrimaryKeyConstraint('checklistItemsKey', ['userID', 'taskID'])
    .execute()
}
