import type { Kysely } from 'kysely'

/** A contract type can be inactive: nobody is given it anew (spec 5 §8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('contractTypes')
    .addColumn('isActive', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
