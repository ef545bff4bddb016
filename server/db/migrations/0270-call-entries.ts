import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What came of people's calls, and whom they call most. Columns are described in server/db/schema/connect.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('callEntries')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.references('meetings.id').onDelete('set null'))
    .addColumn('direction', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('answeredAt', 'bigint')
    .addColumn('endedAt', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('answeredIn', 'text')
    .addColumn('seenAt', 'bigint')
    .execute()
  await schema.createIndex('callEntriesOfPerson').on('callEntries').columns(['userID', 'id']).execute()
  await schema.createIndex('callEntriesOfMeeting').on('callEntries').column('meetingID').execute()
  await schema
    .createTable('callEntryPeople')
    .addColumn('entryID', 'integer', (c) => c.notNull().references('callEntries.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('callEntryPeoplePk', ['entryID', 'userID'])
    .execute()
  await schema.createIndex('callEntryPeopleByPerson').on('callEntryPeople').column('userID').execute()
  await schema
    .createTable('callFavourites')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('personID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('callFavouritesPk', ['userID', 'personID'])
    .execute()
}
