import type { Kysely } from 'kysely'

/** What allocation goes by of projects, and its drafts (spec 4 §2.1, §2.3). Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const projects = () => schema.alterTable('projects')
  await projects()
    .addColumn('priority', 'text', (c) => c.notNull().defaultTo('MEDIUM'))
    .execute()
  await projects().addColumn('boostedUntil', 'bigint').execute()
  await projects()
    .addColumn('minimumPeople', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await projects().addColumn('maximumPeople', 'integer').execute()
  const allocations = () => schema.alterTable('allocations')
  await allocations()
    .addColumn('isRemoved', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await allocations().addColumn('removedBy', 'integer').execute()
  await allocations().addColumn('publishedAt', 'bigint').execute()
}
