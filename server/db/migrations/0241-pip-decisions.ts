import type { Kysely } from 'kysely'

/** What people decide about improvement plans (spec 6 §5.5). Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const text = (name: string) =>
    schema
      .alterTable('pips')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  const time = (name: string) => schema.alterTable('pips').addColumn(name, 'bigint').execute()
  const person = (name: string) =>
    schema
      .alterTable('pips')
      .addColumn(name, 'integer', (c) => c.references('users.id').onDelete('set null'))
      .execute()
  await schema
    .alterTable('pips')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('pips').addColumn('proposal', 'text').execute()
  await schema.alterTable('pips').addColumn('extendedFrom', 'text').execute()
  for (const name of ['evidence', 'comment', 'proposalReason', 'decisionReason', 'appeal']) await text(name)
  for (const name of ['commentedAt', 'proposedAt', 'decidedAt', 'appealedAt', 'appealDecidedAt'])
    await time(name)
  for (const name of ['changedBy', 'decidedBy', 'appealDecidedBy']) await person(name)
  await schema
    .alterTable('pipMeetings')
    .addColumn('results', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema
    .alterTable('pipMeetings')
    .addColumn('companion', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
