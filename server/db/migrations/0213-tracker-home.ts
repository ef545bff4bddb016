import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Switches that come late, readings of people's machines, and briefs. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .alterTable('activitySessions')
    .addColumn('isWatched', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('activitySessions').addColumn('switchKey', 'text').execute()
  await schema
    .alterTable('activitySessions')
    .addColumn('isTimeCorrected', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('activitySessionsBySwitch')
    .unique()
    .on('activitySessions')
    .columns(['userID', 'switchKey'])
    .execute()
  await schema
    .createTable('recordedReadings')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('recordedReadingsOfPerson')
    .on('recordedReadings')
    .columns(['userID', 'at'])
    .execute()
  await schema
    .createTable('actionWindows')
    .addColumn('connectionID', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('isDesktop', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('actionWindowsOfPerson').on('actionWindows').column('userID').execute()
  await schema
    .createTable('projectBriefs')
    .addColumn('projectID', 'integer', (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('isRequired', 'integer', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('projectBriefReads')
    .addColumn('projectID', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('projectBriefReadOnce', ['projectID', 'userID', 'version'])
    .execute()
}
