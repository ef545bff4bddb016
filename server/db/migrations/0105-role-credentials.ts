import type { Kysely } from 'kysely'

/** Credentials of tools for everybody with a role, and what admins keep of people's. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('roleCredentials')
    .addColumn('roleID', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('isAutoConnect', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('forceReload', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updatedAt', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('expires', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('toldFor', 'text')
    .addPrimaryKeyConstraint('roleCredentialsKey', ['roleID', 'tool', 'place'])
    .execute()
  const own = (name: string) => schema.alterTable('toolCredentials').addColumn(name, 'text').execute()
  await own('expires')
  await own('toldFor')
  await schema
    .alterTable('toolCredentials')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('toolCredentials')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
}
