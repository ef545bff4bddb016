import type { Kysely } from 'kysely'

/** Why a shift was locked (spec 4 §4.2.1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shiftLocks')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
