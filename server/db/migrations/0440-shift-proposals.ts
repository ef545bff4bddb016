import type { Kysely } from 'kysely'

/** Other times that a planner proposes for a shift. Columns are described in server/db/schema/staffing.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['proposedStart', 'proposedEnd', 'proposalAnsweredAt'])
    await db.schema.alterTable('shiftRequests').addColumn(column, 'bigint').execute()
  await db.schema.alterTable('shiftRequests').addColumn('proposalAnswer', 'text').execute()
}
