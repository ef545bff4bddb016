import type { Kysely } from 'kysely'

/** What planners mean to change of a shift that is published already. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['plannedStart', 'plannedEnd'])
    await schema.alterTable('shifts').addColumn(name, 'bigint').execute()
  await schema.alterTable('shifts').addColumn('planned', 'text').execute()
  await schema.createIndex('shiftsByPlannedStart').on('shifts').column('plannedStart').execute()
}
