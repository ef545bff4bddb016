import type { Kysely } from 'kysely'

/** When a project's people may be called, in its own time zone. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('projects')
    .addColumn('timeZone', 'text', (c) => c.notNull().defaultTo('Europe/London'))
    .execute()
  await schema
    .alterTable('projects')
    .addColumn('callingHours', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
