import type { Kysely } from 'kysely'

/** A target that was taken away stays, so that it can be put back and its days be understood. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('targets').addColumn('withdrawnAt', 'bigint').execute()
}
