import { type Kysely, sql } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/**
 * Interview records and what they count for (spec 4 §2.1, §2.2): targets of projects, quota cells, the sample's
 * state, imports. Columns are described in server/db/schema/fieldwork.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  const projects = () => schema.alterTable('projects')
  await projects()
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('LIVE'))
    .execute()
  await projects().addColumn('start', 'text').execute()
  await projects().addColumn('end', 'text').execute()
  await projects()
    .addColumn('targetCompletes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const name of ['interviewsPerHour', 'expectedMinutes'])
    await projects()
      .addColumn(name, 'real', (c) => c.notNull().defaultTo(0))
      .execute()

  await schema
    .createTable('quotaCells')
    .addColumn('id', id.type, id.column)
    .addColumn('projectID', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('labelKey', 'text', (c) => c.notNull())
    .addColumn('dimensions', 'text', (c) => c.notNull())
    .addColumn('target', 'integer', (c) => c.notNull())
    .addColumn('isSuspended', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('quotaCellsByLabel')
    .unique()
    .on('quotaCells')
    .columns(['projectID', 'labelKey'])
    .execute()

  await schema
    .createTable('sampleStatuses')
    .addColumn('projectID', 'integer', (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('fresh', 'integer', (c) => c.notNull())
    .addColumn('inProgress', 'integer', (c) => c.notNull())
    .addColumn('appointments', 'integer', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .addColumn('complete', 'integer', (c) => c.notNull())
    .addColumn('ineligible', 'integer', (c) => c.notNull())
    .addColumn('exhausted', 'integer', (c) => c.notNull())
    .addColumn('asOf', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('dataImports')
    .addColumn('id', id.type, id.column)
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('byName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('received', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unchanged', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refused', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('undoneAt', 'bigint')
    .execute()
  await schema.createIndex('dataImportsBySender').on('dataImports').columns(['sender', 'at']).execute()

  await schema
    .createTable('interviewRecords')
    .addColumn('id', id.type, id.column)
    .addColumn('projectID', 'integer', (c) => c.notNull().references('projects.id'))
    .addColumn('userID', 'integer', (c) => c.references('users.id'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('duration', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('quotaCellID', 'integer', (c) => c.references('quotaCells.id'))
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('appointmentTime', 'bigint')
    .addColumn('respondentRef', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceCallID', 'text')
    .addColumn('importID', 'integer', (c) => c.references('dataImports.id'))
    .addColumn('importedAt', 'bigint')
    .addColumn('isOutside', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('isVoid', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('voidReason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on('interviewRecords').columns(columns)
  await index('interviewRecordsBySource', ['source', 'sourceCallID']).unique().execute()
  await index('interviewRecordsOfPerson', ['userID', 'start']).execute()
  await index('interviewRecordsOfProject', ['projectID', 'start']).execute()
  await index('interviewRecordsOfCell', ['quotaCellID']).execute()
  await index('interviewRecordsOfImport', ['importID']).execute()
  await index('interviewRecordsOfRespondent', ['projectID', 'respondentRef']).execute()

  // What people work on was kept by its name alone.
  await schema
    .alterTable('activitySessions')
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .execute()
  await sql`update ${sql.table('activitySessions')} set ${sql.ref('projectID')} = (
    select min(p.id) from projects p where p.name = ${sql.ref('activitySessions.project')})
    where ${sql.ref('project')} is not null`.execute(db)
  await schema
    .createIndex('activitySessionsOfProject')
    .on('activitySessions')
    .columns(['projectID', 'startedAt'])
    .execute()
}
