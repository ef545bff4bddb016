import type { Kysely } from 'kysely'

/** What a directory that provisions people and roles calls them, and whom it took away (spec 5 §5.4). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('scimUsers')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('externalID', 'text', (c) => c.unique())
    .addColumn('deletedAt', 'bigint')
    .execute()
  await schema
    .createTable('scimGroups')
    .addColumn('roleID', 'integer', (c) => c.primaryKey().references('roles.id').onDelete('cascade'))
    .addColumn('externalID', 'text', (c) => c.unique())
    .execute()
}
