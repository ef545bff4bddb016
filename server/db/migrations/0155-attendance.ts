import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/**
 * What people and supervisors say of days and sessions (spec 4 §2.2, §2.4). The figures of a day are counted from
 * sessions, shifts and these; none is kept. Columns are described in server/db/schema/attendance.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  const sessions = () => schema.alterTable('activitySessions')
  for (const name of ['reason', 'source'])
    await sessions()
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await sessions()
    .addColumn('idleSeconds', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sessions().addColumn('location', 'text').execute()
  await sessions().addColumn('correctionID', 'integer').execute()

  await schema
    .createTable('attendanceDays')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('isBySystem', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('attendanceDaysOfPerson')
    .unique()
    .on('attendanceDays')
    .columns(['userID', 'day'])
    .execute()

  await schema
    .createTable('attendanceExcuses')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('seconds', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('attendanceExcusesOfPerson')
    .unique()
    .on('attendanceExcuses')
    .columns(['userID', 'start', 'kind'])
    .execute()

  await schema
    .createTable('activityCorrections')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sessionID', 'integer')
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requestedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('requestedAt', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidedAt', 'bigint')
    .addColumn('decisionNote', 'text', (c) => c.notNull())
    .addColumn('replaced', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('activityCorrectionsOfPerson')
    .on('activityCorrections')
    .columns(['userID', 'start'])
    .execute()
}
