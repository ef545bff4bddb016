import type { Kysely } from 'kysely'

/** A question that has to be answered stays open: a reload doesn't end it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('moodQuestions').addColumn('openUntil', 'bigint').execute()
}
