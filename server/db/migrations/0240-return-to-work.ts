import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Forms of people who come back after they were ill (spec 6 §5.3). Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id, kind } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('returnToWorkForms')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hostID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('firstDay', 'text', (c) => c.notNull())
    .addColumn('lastDay', 'text', (c) => c.notNull())
    .addColumn('returnedAt', 'bigint', (c) => c.notNull())
    .addColumn('dueDay', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('certificate', 'text')
    .addColumn('fit', 'text')
    .addColumn('adjustments', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('adjustmentsUntil', 'text')
    .addColumn('category', 'text')
    .addColumn('details', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('followUp', 'text')
    .addColumn('hostSignedAt', 'bigint')
    .addColumn('signedAt', 'bigint')
    .addColumn('remindedDay', 'text')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  // One absence has one form, also where two servers find it at once.
  await schema
    .createIndex('formOfAbsence')
    .unique()
    .on('returnToWorkForms')
    .columns(['userID', 'firstDay'])
    .execute()
  await schema.createIndex('formsOfHost').on('returnToWorkForms').columns(['hostID', 'status']).execute()
  await schema
    .createTable('fitNotes')
    .addColumn('id', id.type, id.column)
    .addColumn('formID', 'integer', (c) => c.notNull().references('returnToWorkForms.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', kind === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .addColumn('addedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('fitNotesOfForm').on('fitNotes').column('formID').execute()
}
