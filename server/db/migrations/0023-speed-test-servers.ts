import type { Kysely } from 'kysely'

/** The server that a run of speed tests was measured against; null for older runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('speedTestRuns').addColumn('server', 'text').execute()
}
