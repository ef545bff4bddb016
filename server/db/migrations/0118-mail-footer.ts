import type { Kysely } from 'kysely'

/** What stands below every letter of the company (spec 5 §5.7). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('tenant')
    .addColumn('mailFooter', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
