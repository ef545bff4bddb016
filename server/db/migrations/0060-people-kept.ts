import { type Kysely, sql } from 'kysely'

/** Rooms of areas, and links by which new people come in (spec 5 §3.2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('areas').addColumn('roomID', 'integer').execute()
  await schema
    .createTable('invitations')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('invitationsByPerson').on('invitations').column('userID').execute()
  await schema
    .createTable('agreementAcceptances')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lastUpdated', 'text', (c) => c.notNull())
    .addColumn('acceptedAt', 'bigint', (c) => c.notNull())
    .execute()
  // What a service looks for each minute is few rows of many.
  await sql`create index ${sql.id('usersSuspendedUntil')} on users (${sql.ref('suspendedUntil')})
    where ${sql.ref('suspendedUntil')} is not null`.execute(db)
}
