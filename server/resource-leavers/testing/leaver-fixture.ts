import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { addShift } from '../../shifts/testing/shift-fixture.ts'

const DAY = 24 * 3_600_000

/** Bob (2), who leaves in every company of the tests, does so at the end of the month, and has shift 1 after it. */
export async function addLeaver(db: Database): Promise<void> {
  await db.updateTable('leavings').set({ leaveDate: '2026-05-31' }).where('userID', '=', 2).execute()
  await addShift(db, {
    ...{ id: 1, userID: 2, start: NOON + 30 * DAY, end: NOON + 30 * DAY + 4 * 3_600_000, publishedAt: NOON },
  })
}

/** Good requests about him. */
export const LEAVER_REQUESTS: Record<string, unknown> = {
  'resourceLeavers.listResourceLeavers': {},
  'resourceLeavers.getResourceLeaver': { id: 2 },
  'resourceLeavers.leaverShifts': { id: 2 },
  'resourceLeavers.offerLeaverShifts': { id: 2, shiftIDs: [1], way: 'CANCEL', reason: 'Bob leaves' },
  'resourceLeavers.endLeaverPlan': { id: 2 },
  'resourceLeavers.turnover': {},
}
