import type { Kysely } from 'kysely'

/** Links for new passwords that people asked for and no server has answered yet: moments, unless one dies. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('askedLinks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .execute()
}
