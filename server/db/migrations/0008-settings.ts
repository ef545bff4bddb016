import type { Kysely } from 'kysely'

/** People's own settings, and their accounts elsewhere. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('personSettings')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('personSettingsKey', ['userID', 'name'])
    .execute()
  await db.schema
    .createTable('externalAccounts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('serviceName', 'text', (c) => c.notNull())
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .addUniqueConstraint('externalAccountsKey', ['userID', 'serviceName'])
    .execute()
}
