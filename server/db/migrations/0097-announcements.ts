import { type Kysely, sql } from 'kysely'

/**
 * Broadcasts to several areas, templates, and who has seen what; one defcon alert at a time, with its reasons.
 * Columns are described in server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('broadcasts')
    .addColumn('isForAll', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('broadcasts').addColumn('endedBy', 'integer').execute()
  await schema
    .createTable('broadcastAreas')
    .addColumn('broadcastID', 'integer', (c) => c.notNull().references('broadcasts.id').onDelete('cascade'))
    .addColumn('areaID', 'integer', (c) => c.notNull().references('areas.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('broadcastAreasPk', ['broadcastID', 'areaID'])
    .execute()
  await sql`insert into ${sql.table('broadcastAreas')} select ${sql.ref('id')}, ${sql.ref('areaID')}
    from ${sql.table('broadcasts')} where ${sql.ref('areaID')} is not null`.execute(db)
  await sql`update ${sql.table('broadcasts')} set ${sql.ref('isForAll')} = 0
    where ${sql.ref('areaID')} is not null`.execute(db)
  await schema
    .createTable('broadcastViews')
    .addColumn('broadcastID', 'integer', (c) => c.notNull().references('broadcasts.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seenAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('broadcastViewsPk', ['broadcastID', 'userID'])
    .execute()
  await schema
    .createTable('broadcastTemplates')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('message', 'text', (c) => c.notNull())
    .execute()
  for (const name of ['reason', 'endReason'])
    await schema
      .alterTable('defconAlerts')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await schema
    .alterTable('defconAlerts')
    .addColumn('isDrill', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const name of ['endedBy', 'standing'])
    await schema.alterTable('defconAlerts').addColumn(name, 'integer').execute()
  await sql`update ${sql.table('defconAlerts')} set standing = 1 where ${sql.ref('endedAt')} is null
    and id = (select max(id) from ${sql.table('defconAlerts')} where ${sql.ref('endedAt')} is null)`.execute(
    db,
  )
  await sql`update ${sql.table('defconAlerts')} set ${sql.ref('endedAt')} = ${sql.ref('startTime')}
    where ${sql.ref('endedAt')} is null and standing is null`.execute(db)
  // Null for each that is over, so that of those that stand there is one.
  await schema.createIndex('defconStanding').unique().on('defconAlerts').column('standing').execute()
  await schema
    .createTable('defconPeople')
    .addColumn('alertID', 'integer', (c) => c.notNull().references('defconAlerts.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('wasOnline', 'integer', (c) => c.notNull())
    .addColumn('seenAt', 'bigint')
    .addPrimaryKeyConstraint('defconPeoplePk', ['alertID', 'userID'])
    .execute()
}
