import type { Kysely } from 'kysely'

/** The same version of the agreement can be asked for again (spec 5 §5.1); each acceptance stays listed. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('agreementAcceptances')
    .addColumn('round', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.dropIndex('agreementAcceptancesOnce').execute()
  await schema
    .createIndex('agreementAcceptancesOnce')
    .unique()
    .on('agreementAcceptances')
    .columns(['userID', 'lastUpdated', 'round'])
    .execute()
}
