import type { Kysely } from 'kysely'

/** How the demo's day goes on. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('demoClock')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('speed', 'integer', (c) => c.notNull())
    .addColumn('steppedAt', 'bigint')
    .addColumn('scene', 'text')
    .addColumn('sceneAt', 'bigint')
    .addColumn('sceneBy', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('memory', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
}
