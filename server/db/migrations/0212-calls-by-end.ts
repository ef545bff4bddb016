import type { Kysely } from 'kysely'

/** Calls that ran over the end of a shift are found by theirs, also among a year's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('interviewRecordsByEnd')
    .on('interviewRecords')
    .columns(['userID', 'end'])
    .execute()
}
