import type { Database } from '../db/database.ts'
import { activityCover } from './import-context.ts'

/** Calls that no session of their project holds any more are outside recorded activity, and the other way round. */
export async function coverAgain(trx: Database, userID: number, from: number, to: number): Promise<void> {
  const calls = await trx
    .selectFrom('interviewRecords')
    .where('userID', '=', userID)
    .where('start', '>=', from)
    .where('start', '<', to)
    .orderBy('id')
    .select(['id', 'userID', 'projectID', 'start', 'end', 'isOutside'])
    .execute()
  if (calls.length === 0) return
  const isCovered = await activityCover(trx, calls)
  for (const call of calls) {
    const isOutside = isCovered(call) ? 0 : 1
    if (isOutside !== call.isOutside)
      await trx.updateTable('interviewRecords').set({ isOutside }).where('id', '=', call.id).execute()
  }
}
