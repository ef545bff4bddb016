import type { Kysely } from 'kysely'

/** Machines that are locked or asleep, and which window took what an activity asks for. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('actionWindows').addColumn('away', 'text').execute()
  await schema.alterTable('machines').addColumn('asleepAt', 'bigint').execute()
  await schema.alterTable('activitySessions').addColumn('actionsTakenBy', 'text').execute()
}
