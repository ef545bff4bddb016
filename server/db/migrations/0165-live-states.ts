import { type Kysely, sql } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Dialler statuses, idle time and switches that wait for the end of a call. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('diallerStatuses')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('project', 'text')
    .addColumn('asOf', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('idleReadings')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sessionID', 'integer', (c) =>
      c.notNull().references('activitySessions.id').onDelete('cascade'),
    )
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint')
    .addColumn('answer', 'text')
    .execute()
  await schema.createIndex('idleReadingsOfPerson').on('idleReadings').columns(['userID', 'since']).execute()
  // One flag a person, also where two windows tell it at once.
  await schema
    .createIndex('idleReadingsOpen')
    .on('idleReadings')
    .column('userID')
    .unique()
    .where(sql.ref('until'), 'is', null)
    .execute()
  await schema
    .createTable('waitingSwitches')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('project', 'text')
    .addColumn('category', 'text')
    .addColumn('actions', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('holdMinutes', 'integer')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
