import type { Kysely } from 'kysely'

/** Activities that supervisors set, and who saw an alert of the live panel. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('activityOverrides')
    .addColumn('sessionID', 'integer', (c) =>
      c.primaryKey().references('activitySessions.id').onDelete('cascade'),
    )
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('holdUntil', 'bigint')
    .addColumn('releasedAt', 'bigint')
    .addColumn('seenAt', 'bigint')
    .execute()
  await schema.createIndex('activityOverridesOfPerson').on('activityOverrides').column('userID').execute()
  await schema
    .createTable('liveAlertsSeen')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('liveAlertsSeenKey', ['userID', 'rule', 'byID'])
    .execute()
  await schema
    .createTable('liveAlertRules')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('rules', 'text', (c) => c.notNull())
    .execute()
}
