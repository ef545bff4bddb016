import type { Kysely } from 'kysely'

/** Which meetings are calls: who is in one of those is 'in a call', in another 'in a meeting'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('meetings')
    .addColumn('isImmediate', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
