import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Meetings as records: series, answers, guests, who came, notes (spec 6 §2.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema.alterTable('meetings').addColumn('seriesID', 'integer').execute()
  await schema.alterTable('meetings').addColumn('repeats', 'text').execute()
  await schema.alterTable('meetings').addColumn('cancelledAt', 'bigint').execute()
  await schema
    .alterTable('meetings')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('meetings')
    .addColumn('notes', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.createIndex('meetingsOfSeries').on('meetings').columns(['seriesID', 'start']).execute()
  await schema.alterTable('meetingPeople').addColumn('answer', 'text').execute()
  await schema.alterTable('meetingPeople').addColumn('answeredAt', 'bigint').execute()
  await schema.alterTable('meetingPeople').addColumn('joinedAt', 'bigint').execute()
  await schema.alterTable('meetingPeople').addColumn('leftAt', 'bigint').execute()
  await schema
    .createTable('meetingGuests')
    .addColumn('id', id.type, id.column)
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('linkID', 'integer', (c) => c.references('publicLinks.id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('answer', 'text')
    .addColumn('answeredAt', 'bigint')
    .execute()
  await schema.createIndex('meetingGuestsOfMeeting').on('meetingGuests').column('meetingID').execute()
  await schema.createIndex('meetingGuestsOfLink').on('meetingGuests').column('linkID').execute()
}
