import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What people put to a meeting. Columns are described in server/db/schema/day.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('meetingFiles')
    .addColumn('id', id.type, id.column)
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('storedAs', 'text', (c) => c.notNull())
    .addColumn('addedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('meetingFilesOfMeeting').on('meetingFiles').column('meetingID').execute()
  await schema.createIndex('meetingFilesBy').on('meetingFiles').column('addedBy').execute()
}
