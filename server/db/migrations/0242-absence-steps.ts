import type { Kysely } from 'kysely'

/** What absence cases do by themselves (spec 6 §5.2). Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['lateMinutes', 'attemptsTold', 'reversals'])
    await db.schema.alterTable('absenceCases').addColumn(name, 'integer').execute()
  await db.schema.alterTable('absenceCases').addColumn('welfareAt', 'bigint').execute()
}
