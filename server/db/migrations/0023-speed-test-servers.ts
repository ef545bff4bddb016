import type { Kysely } from 'kysely'

/** Which server a run of speed tests was measured against; null of those from before it was kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('speedTestRuns').addColumn('server', 'text').execute()
}
