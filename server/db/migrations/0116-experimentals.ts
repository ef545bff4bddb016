import type { Kysely } from 'kysely'

/** For whom what is experimental is (spec 5 §5.8). What there is is in the product itself, by key. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('experimentals')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('percent', 'integer', (c) => c.notNull())
    .addColumn('endsOn', 'text')
    .addColumn('ownerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  for (const [table, column, of] of [
    ['experimentalPeople', 'userID', 'users.id'],
    ['experimentalRoles', 'roleID', 'roles.id'],
    ['experimentalAreas', 'areaID', 'areas.id'],
  ] as const)
    await schema
      .createTable(table)
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn(column, 'integer', (c) => c.notNull().references(of).onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}One`, ['key', column])
      .execute()
}
