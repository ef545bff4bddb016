import type { Kysely } from 'kysely'

/** Versions of the company's legal texts (spec 5 §5.7); an acceptance is of one version, once. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('legalTexts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('sections', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .addColumn('publishedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('publishedAt', 'bigint')
    .execute()
  // One of a kind is published, and one is being written, also on two servers.
  for (const state of ['PUBLISHED', 'DRAFT'])
    await schema
      .createIndex(`legalTexts${state}`)
      .unique()
      .on('legalTexts')
      .column('kind')
      .where('state' as 'kind', '=', state)
      .execute()
  await schema
    .createIndex('agreementAcceptancesOnce')
    .unique()
    .on('agreementAcceptances')
    .columns(['userID', 'lastUpdated'])
    .execute()
}
