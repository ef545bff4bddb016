import type { Kysely } from 'kysely'

/** Sign-ins of people who need a second factor and had none: nothing but setting one up is open to them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('sessions')
    .addColumn('mustEnrol', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
