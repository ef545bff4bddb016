import { OVERRIDE_REASON_MIN } from '#shared/domain/live-panel.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { requireWithin } from '../live-panel/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

/** Who locked somebody's shift, when and why; null where nobody did. */
export async function lockOf(
  db: Database,
  userID: number,
): Promise<{ readonly by: string; readonly at: number; readonly reason: string } | null> {
  const lock = await db
    .selectFrom('shiftLocks')
    .leftJoin('users', 'users.id', 'shiftLocks.lockedBy')
    .where('shiftLocks.userID', '=', userID)
    .select(['users.displayName as by', 'shiftLocks.lockedAt as at', 'shiftLocks.reason'])
    .executeTakeFirst()
  return lock ? { ...lock, by: lock.by ?? '' } : null
}

interface Wanted {
  readonly userID: number
  readonly locked: boolean
  readonly reason: string
}

/**
 * Locks somebody's shift, or unlocks it (spec 4 §4.2.1, §5.1); who locks one that is locked changes nothing.
 * @throws Refusal 404 for who isn't in the caller's scope, 400 for a lock without a reason
 */
export async function lockShift(
  db: Database,
  caller: Caller,
  { userID, locked, reason }: Wanted,
  now: number,
): Promise<void> {
  const given = reason.trim()
  await db.transaction().execute(async (trx) => {
    const { displayName: label } = await requireWithin(trx, caller, userID)
    if (locked && given.length < OVERRIDE_REASON_MIN) throw new Refusal(400, 'override.noReason')
    const changed = locked
      ? await trx
          .insertInto('shiftLocks')
          .values({ userID, lockedBy: caller.userID, lockedAt: now, reason: given })
          .onConflict((conflict) => conflict.doNothing())
          .returning('userID')
          .executeTakeFirst()
      : await trx.deleteFrom('shiftLocks').where('userID', '=', userID).returning('userID').executeTakeFirst()
    if (!changed) return
    await audit(trx, caller, now, {
      ...{ action: locked ? 'SHIFT_LOCKED' : 'SHIFT_UNLOCKED', page: 'supervisor.live-panel' },
      ...{ recordType: 'person', recordID: userID, label, reason: given },
      changes: [{ field: 'isLocked', before: !locked, after: locked }],
    })
  })
}

/** A lock ends with the shift. */
export async function unlockShift(trx: Database, userID: number): Promise<void> {
  await trx.deleteFrom('shiftLocks').where('userID', '=', userID).execute()
}
