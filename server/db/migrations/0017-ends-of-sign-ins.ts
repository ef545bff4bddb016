import type { Kysely } from 'kysely'

/** When a sign-in began, and which session replaced which. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('sessions').addColumn('startedAt', 'bigint').execute()
  await schema.alterTable('sessions').addColumn('replaces', 'text').execute()
  await schema.createIndex('sessionsByReplaced').on('sessions').column('replaces').execute()
}
