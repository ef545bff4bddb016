import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Talks and notes about people. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('oneToOnes')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hostID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('dueDay', 'text', (c) => c.notNull())
    .addColumn('meetingID', 'integer')
    .addColumn('start', 'bigint')
    .addColumn('minutes', 'integer')
    .addColumn('agenda', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('sharedNotes', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('privateNotes', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('actions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('heldAt', 'bigint')
    .addColumn('hostSignedAt', 'bigint')
    .addColumn('signedAt', 'bigint')
    .addColumn('comment', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('oneToOnesOfPerson').on('oneToOnes').columns(['userID', 'status']).execute()
  await schema.createIndex('oneToOnesOfHost').on('oneToOnes').columns(['hostID', 'status']).execute()

  await schema
    .createTable('fileNotes')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('caseID', 'integer', (c) => c.references('absenceCases.id').onDelete('set null'))
    .addColumn('acknowledgedAt', 'bigint')
    .addColumn('reply', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('repliedAt', 'bigint')
    .execute()
  await schema.createIndex('fileNotesOfPerson').on('fileNotes').columns(['userID', 'at']).execute()

  await schema
    .createTable('welfareContacts')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('welfareContactsOfPerson')
    .on('welfareContacts')
    .columns(['userID', 'day'])
    .execute()
}
