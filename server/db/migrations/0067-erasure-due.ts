import type { Kysely } from 'kysely'

/** When a leaver's data is to be erased (spec 5 §3.1). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('erasureDue', 'text').execute()
}
