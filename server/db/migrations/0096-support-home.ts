import type { Kysely } from 'kysely'

/** What Support › Home counts, and what became of remote commands. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('lockedOutUntil', 'bigint').execute()
  await schema
    .createTable('failedSignIns')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('isLockedOut', 'integer', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('failedSignInsByTime').on('failedSignIns').column('at').execute()
  await schema
    .createTable('machines')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('desktopVersion', 'text')
    .addColumn('grade', 'text')
    .execute()
  await schema
    .createTable('remoteCommands')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('command', 'text', (c) => c.notNull())
    .addColumn('hostCommand', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('sentBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('sentAt', 'bigint', (c) => c.notNull())
    .addColumn('deliveredAt', 'bigint')
    .addColumn('doneAt', 'bigint')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.createIndex('remoteCommandsByTime').on('remoteCommands').column('sentAt').execute()
  await schema
    .createIndex('remoteCommandsByPerson')
    .on('remoteCommands')
    .columns(['userID', 'sentAt'])
    .execute()
}
