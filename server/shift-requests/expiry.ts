import { OPEN_REQUEST_STATES } from '#shared/domain/shift-requests.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'

interface ExpiryParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** Tells whoever decides on requests that these are otherwise. */
  readonly tellRequests?: (ids: readonly number[]) => Promise<void>
}

/** Open requests expire 2 hours before the shift, and their people are told (spec 4 §5.1). @returns how many */
export async function expireShiftRequests(
  { db, publisher, tellRequests }: ExpiryParts,
  now: number,
): Promise<number> {
  const due = await db
    .selectFrom('shiftRequests')
    .where('state', 'in', OPEN_REQUEST_STATES)
    .where('expiresAt', '<=', now)
    .orderBy('id')
    .select(['id', 'byUserID', 'shiftStart', 'shiftEnd', 'shiftID', 'type'])
    .execute()
  let count = 0
  for (const { id, byUserID, shiftStart, shiftEnd, shiftID, type } of due) {
    const kept = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('shiftRequests')
        .set((eb) => ({
          state: 'EXPIRED',
          openShiftID: null,
          openPickUp: null,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('state', 'in', OPEN_REQUEST_STATES)
        .executeTakeFirstOrThrow()
      // Somebody decided just now.
      if (numUpdatedRows !== 1n) return null
      const when = shiftTimes({ start: shiftStart, end: shiftEnd })
      return keepNotifications(trx, now, [
        {
          ...{
            userID: byUserID,
            source: 'SHIFT',
            sourceID: shiftID,
            cssClass: 'warning',
            type: 'NEW_UPDATE',
          },
          subject: `Your request about the shift ${when} has expired`,
          body: `Nobody decided on it in time.${type === 'PICK_UP' ? '' : ' The shift is still yours.'}`,
        },
      ])
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
    await tellRequests?.([id])
  }
  return count
}
