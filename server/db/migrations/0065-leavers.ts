import { type Kysely, sql } from 'kysely'

/** Who leaves and when, what remains to be paid, and who joined a conversation before whom (spec 5 §3.4). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('leavings')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('leaveDate', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('newHolderID', 'integer', (c) => c.references('users.id'))
    .addColumn('plannedBy', 'integer')
    .addColumn('plannedByName', 'text', (c) => c.notNull())
    .addColumn('plannedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute()
  // Of two who plan somebody's leaving at once, also on two servers, one is refused.
  await schema
    .createIndex('leavingsOncePlanned')
    .unique()
    .on('leavings')
    .column('userID')
    .where(sql.ref('state'), '=', sql.lit('PLANNED'))
    .execute()
  await schema
    .createTable('payChecks')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('payChecksOnce', ['kind', 'userID', 'day'])
    .execute()
  await schema.alterTable('meetingPeople').addColumn('cancelledAt', 'bigint').execute()
  await schema
    .alterTable('threadMembers')
    .addColumn('joinedPlace', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
