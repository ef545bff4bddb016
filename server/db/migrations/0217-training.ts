import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Training: types, sessions, who is booked, and what was learnt. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('trainingTypes')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('validMonths', 'integer')
    .addColumn('skillID', 'integer', (c) => c.references('skills.id').onDelete('set null'))
    .addColumn('requiredFor', 'text', (c) => c.notNull())
    .addColumn('passMark', 'integer')
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('capacity', 'integer', (c) => c.notNull())
    .addColumn('trainerIDs', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('trainingSessions')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('typeID', 'integer', (c) => c.notNull().references('trainingTypes.id'))
    .addColumn('projectID', 'integer', (c) => c.references('projects.id').onDelete('set null'))
    .addColumn('trainerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('capacity', 'integer', (c) => c.notNull())
    .addColumn('minimum', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('cancelReason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('trainingSessionsByStart').on('trainingSessions').column('start').execute()

  await schema
    .createTable('trainingAttendees')
    .addColumn('id', id.type, id.column)
    .addColumn('sessionID', 'integer', (c) =>
      c.notNull().references('trainingSessions.id').onDelete('cascade'),
    )
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('isInShift', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('score', 'integer')
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('trainingAttendeesOfSession')
    .unique()
    .on('trainingAttendees')
    .columns(['sessionID', 'userID'])
    .execute()
  await schema
    .createIndex('trainingAttendeesOfPerson')
    .on('trainingAttendees')
    .columns(['userID', 'state'])
    .execute()

  await schema
    .createTable('trainingRecords')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('typeID', 'integer', (c) => c.notNull().references('trainingTypes.id'))
    .addColumn('sessionID', 'integer', (c) => c.references('trainingSessions.id').onDelete('set null'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('score', 'integer')
    .addColumn('expires', 'text')
    .addColumn('trainerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('evidence', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('acknowledgedAt', 'bigint')
    .addColumn('withdrawnAt', 'bigint')
    .addColumn('withdrawnReason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('trainingRecordsOfPerson')
    .on('trainingRecords')
    .columns(['userID', 'typeID'])
    .execute()

  await schema
    .createTable('trainingExcuses')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('typeID', 'integer', (c) => c.notNull().references('trainingTypes.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('until', 'text')
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('trainingExcusesOfNeed', ['userID', 'typeID'])
    .execute()

  await schema
    .createTable('trainingReminders')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('typeID', 'integer', (c) => c.notNull().references('trainingTypes.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('trainingRemindersOfNeed', ['userID', 'typeID'])
    .execute()
}
