import { type Kysely, sql } from 'kysely'

/** Letters to many. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('bulkMails')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('turn', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdBy', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('needsApproval', 'integer', (c) => c.notNull())
    .addColumn('startsAt', 'bigint')
    .addColumn('approvedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('isApproved', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('stoppedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('endedAt', 'bigint')
    // Nobody approves their own, and nothing large goes without approval, whatever asks for it.
    .addCheckConstraint(
      'bulkMailsOther',
      sql`${sql.ref('approvedBy')} is null or ${sql.ref('approvedBy')} <> ${sql.ref('createdBy')}`,
    )
    .addCheckConstraint(
      'bulkMailsApproved',
      sql`${sql.ref('needsApproval')} = 0 or ${sql.ref('isApproved')} = 1
        or ${sql.ref('state')} in ('WAITING_APPROVAL', 'STOPPED')`,
    )
    .execute()
  await schema
    .createTable('bulkMailPeople')
    .addColumn('bulkMailID', 'integer', (c) => c.notNull().references('bulkMails.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('mailID', 'integer')
    .addColumn('postedAt', 'bigint')
    .addPrimaryKeyConstraint('bulkMailPeoplePk', ['bulkMailID', 'userID'])
    .execute()
  await schema.createIndex('bulkMailPeopleByPosting').on('bulkMailPeople').column('postedAt').execute()
  await schema
    .createTable('bulkMailTests')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('letter', 'text', (c) => c.notNull())
    .addColumn('mailID', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('bulkMailTestsPk', ['userID', 'letter'])
    .execute()
}
