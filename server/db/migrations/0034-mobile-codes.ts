import type { Kysely } from 'kysely'

/** Codes by which people pair their own devices; one a person. Column meanings are in schema/sign-in.ts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mobileCodes')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
}
