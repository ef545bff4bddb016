import type { Kysely } from 'kysely'

/** When a sign-in began, and which session took the place of which. Column meanings are in schema.ts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('sessions').addColumn('startedAt', 'bigint').execute()
  await schema.alterTable('sessions').addColumn('replaces', 'text').execute()
  await schema.createIndex('sessionsByReplaced').on('sessions').column('replaces').execute()
}
