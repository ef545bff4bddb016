import type { Kysely } from 'kysely'

/** Codes for pairing one's own device; one for each person. Columns are described in schema/sign-in.ts. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mobileCodes')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute()
}
