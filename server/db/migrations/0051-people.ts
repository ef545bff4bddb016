import { type Kysely, sql } from 'kysely'

/** A person as a company keeps them, and the state of their account beside it (spec 5 §3.1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const empty = ['legalName', 'knownAs', 'mobile', 'coreHours', 'availability', 'lockReason', 'suspendReason']
  for (const name of empty)
    await schema
      .alterTable('users')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const name of ['payrollNumber', 'startDate', 'leaveDate', 'leaveReason'])
    await schema.alterTable('users').addColumn(name, 'text').execute()
  const times = [
    'changedAt',
    'lastSignInAt',
    'lockedAt',
    'suspendedUntil',
    'temporaryUntil',
    'leftAt',
    'erasedAt',
  ]
  for (const name of times) await schema.alterTable('users').addColumn(name, 'bigint').execute()
  for (const name of ['languages', 'limitedToAreas'])
    await schema
      .alterTable('users')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  for (const name of ['isOptedOut48', 'mustChangePassword'])
    await schema
      .alterTable('users')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  for (const name of ['changedBy', 'lockedBy', 'deactivatedBy'])
    await schema.alterTable('users').addColumn(name, 'integer').execute()
  await schema.alterTable('users').addColumn('weeklyHours', 'double precision').execute()
  await schema
    .alterTable('users')
    .addColumn('workLocation', 'text', (c) => c.notNull().defaultTo('OFFICE'))
    .execute()
  await schema
    .alterTable('users')
    .addColumn('signInMethod', 'text', (c) => c.notNull().defaultTo('PASSWORD'))
    .execute()
  await schema
    .alterTable('users')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('users')
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('ACTIVE'))
    .execute()
  await sql`update users set status = 'LEAVER' where ${sql.ref('isActive')} = 0`.execute(db)
  // The rules hold on several servers, too: two people can't take a name, an address or a number at once.
  await sql`create unique index ${sql.id('usersNamedOnce')} on users (lower(${sql.ref('userName')}))`.execute(
    db,
  )
  await sql`create unique index ${sql.id('usersMailedOnce')} on users (lower(email))
    where email is not null and status = 'ACTIVE'`.execute(db)
  await sql`create unique index ${sql.id('usersPaidOnce')} on users (${sql.ref('payrollNumber')})
    where ${sql.ref('payrollNumber')} is not null`.execute(db)
}
