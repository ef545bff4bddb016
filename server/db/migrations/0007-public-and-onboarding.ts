import type { Kysely } from 'kysely'

/**
 * Public links with their visitors' answers, and onboarding tasks. Columns are described in server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('publicLinks')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'integer', (c) => c.notNull())
    .addColumn('usedAt', 'integer')
    .execute()
  await schema
    .createTable('publicAnswers')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('linkID', 'integer', (c) => c.notNull().references('publicLinks.id').onDelete('cascade'))
    .addColumn('key', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addUniqueConstraint('publicAnswersKey', ['linkID', 'key'])
    .execute()
  await schema
    .createTable('publicFiles')
    .addColumn('answerID', 'integer', (c) =>
      c.primaryKey().references('publicAnswers.id').onDelete('cascade'),
    )
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .execute()
  await schema
    .createTable('onboardingTasks')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('responsible', 'text', (c) => c.notNull())
    .addColumn('actionNeeded', 'text', (c) => c.notNull())
    .addColumn('requiredApproval', 'integer', (c) => c.notNull())
    .addColumn('applyTo', 'text', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .execute()
}
