import type { Kysely } from 'kysely'

/** Whose hand is up in a call. Columns are described in server/db/schema/live.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('callSeats').addColumn('raisedAt', 'bigint').execute()
}
