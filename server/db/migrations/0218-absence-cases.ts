import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Cases of people who aren't where a shift has them. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('absenceCases')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('shiftID', 'integer', (c) => c.unique().references('shifts.id').onDelete('set null'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reported', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('eventID', 'integer')
    .addColumn('detectedAt', 'bigint', (c) => c.notNull())
    .addColumn('openedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('explanation', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('explainedAt', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('payEffect', 'text')
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidedAt', 'bigint')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('absenceCasesOfPerson').on('absenceCases').columns(['userID', 'day']).execute()
  await schema.createIndex('absenceCasesByState').on('absenceCases').columns(['state', 'day']).execute()

  await schema
    .createTable('absenceAttempts')
    .addColumn('id', id.type, id.column)
    .addColumn('caseID', 'integer', (c) => c.notNull().references('absenceCases.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await schema.createIndex('absenceAttemptsOfCase').on('absenceAttempts').column('caseID').execute()

  await schema
    .createTable('lateNotices')
    .addColumn('shiftID', 'integer', (c) => c.primaryKey().references('shifts.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expectedAt', 'bigint', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
