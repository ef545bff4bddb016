import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** How each person's calls went, for support. Columns are described in server/db/schema/connect.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('callStatistics')
    .addColumn('id', id.type, id.column)
    .addColumn('seat', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.references('meetings.id').onDelete('set null'))
    .addColumn('beganAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('lossIn', 'real', (c) => c.notNull())
    .addColumn('lossOut', 'real')
    .addColumn('jitterMs', 'integer')
    .addColumn('roundTripMs', 'integer')
    .addColumn('cpuLimited', 'real', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('silentSeconds', 'integer', (c) => c.notNull())
    .execute()
  // One row for each seat in a call, whichever server its window is connected to.
  await schema
    .createIndex('callStatisticsOfSeat')
    .on('callStatistics')
    .columns(['userID', 'seat', 'meetingID'])
    .unique()
    .execute()
  await schema.createIndex('callStatisticsOfMeeting').on('callStatistics').column('meetingID').execute()
}
