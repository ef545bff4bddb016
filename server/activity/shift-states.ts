import type { ActivityName } from '#shared/domain/activity.ts'
import { NO_SHOW_AFTER_MS } from '#shared/domain/attendance.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { ENTRY_WINDOW_MS } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import { unlockShift } from './shift-lock.ts'

/**
 * Shifts follow what their person does: the first activity in the entry window makes one LIVE, also after a NO_SHOW
 * that is taken back then; INACTIVE makes it COMPLETED (spec 4 §5.1). In the caller's transaction.
 */
export async function followActivity(
  trx: Database,
  userID: number,
  activity: ActivityName,
  at: number,
): Promise<void> {
  const isOver = activity === 'INACTIVE'
  const changed = await trx
    .updateTable('shifts')
    .set((eb) => ({ state: isOver ? 'COMPLETED' : 'LIVE', version: eb('version', '+', 1), changedAt: at }))
    .where('userID', '=', userID)
    .where('state', 'in', isOver ? ['LIVE'] : ['PUBLISHED', 'NO_SHOW'])
    .where('start', '<=', at + ENTRY_WINDOW_MS)
    .where('end', '>', at - (isOver ? 24 * 60 * 60_000 : NO_SHOW_AFTER_MS))
    .returning(['id', 'start', 'end'])
    .execute()
  if (isOver) await unlockShift(trx, userID)
  if (isOver || changed.length === 0) return
  // They came after all.
  for (const { start } of changed)
    await trx
      .updateTable('calendarEvents')
      .set({ deletedAt: at })
      .where('userID', '=', userID)
      .where('eventType', '=', 'AWOL')
      .where('eventState', '=', 'SYSTEM_AUTO')
      .where('deletedAt', 'is', null)
      .where('startLocal', '=', londonField(start).slice(0, 16))
      .execute()
}
