import type { Kysely } from 'kysely'

/** Which shift a mailed ‘End of shift’ is of. Described in server/db/schema/reports.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reportDefinitions').addColumn('endOfShift', 'text').execute()
}
