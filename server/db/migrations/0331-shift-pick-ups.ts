import type { Kysely } from 'kysely'

/** Who asks for a shift that a colleague gives up, once each. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('shiftRequests').addColumn('openPickUp', 'text').execute()
  await schema
    .createIndex('shiftRequestsOpenPickUp')
    .unique()
    .on('shiftRequests')
    .column('openPickUp')
    .execute()
}
