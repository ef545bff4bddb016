import type { Kysely } from 'kysely'

type Rows = Kysely<Record<string, Record<string, unknown>>>

/** Whether a company lives here, and the code by which one moves in. Where people are, one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = db as Rows
  await rows.schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('claimedAt', 'bigint')
    .addColumn('codeHash', 'text')
    .addColumn('codeEndsAt', 'bigint')
    .addColumn('address', 'text')
    .execute()
  const anybody = await rows.selectFrom('users').where('id', '>', 0).select('id').limit(1).executeTakeFirst()
  await rows
    .insertInto('installation')
    .values({ id: 1, claimedAt: anybody ? 0 : null, codeHash: null, codeEndsAt: null, address: null })
    .execute()
}
