import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { hasBegun, type TodaysShift } from './marking.ts'
import { supervisorsOf } from './supervisors.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

interface Notice {
  readonly shift: TodaysShift
  readonly expectedAt: number
  readonly note: string
  readonly now: number
  /** The page that it was said on. */
  readonly page: string
}

/**
 * Keeps that the person of a shift comes later, and when. Said again it is what was said last; when it was first said
 * stays, since that makes a late start one with notice (spec 4 §4.2.2).
 * @throws Refusal 400 for a time outside of the shift
 */
export async function keepLate(
  trx: Database,
  caller: Caller,
  { shift, expectedAt, note, now, page }: Notice,
): Promise<void> {
  if (expectedAt <= shift.start || expectedAt >= shift.end) throw new Refusal(400, 'absence.expected')
  const said = { userID: shift.userID, expectedAt, note, byID: caller.userID }
  await trx
    .insertInto('lateNotices')
    .values({ shiftID: shift.id, ...said, at: now })
    .onConflict((on) => on.column('shiftID').doUpdateSet(said))
    .execute()
  await audit(trx, caller, now, {
    ...{ action: 'LATE_NOTED', page, recordType: 'shift', recordID: shift.id },
    ...{ label: `${shift.name}, ${londonField(shift.start)}`, reason: note, personID: shift.userID },
    changes: [{ field: 'expectedAt', before: null, after: londonField(expectedAt) }],
  })
}

/**
 * 'I'm running late' about a shift of one's own. The caller made sure of whose it is.
 * @returns what those who look after them are told
 * @throws Refusal 400 where they are in already, or for a time that is over or outside of the shift
 */
export async function sayOwnLate(trx: Database, caller: Caller, notice: Notice): Promise<NewNotification[]> {
  const { shift, expectedAt, note, now } = notice
  // Work before the start is another shift’s, unless this one has begun with it.
  const isIn = shift.state === 'LIVE' || shift.state === 'COMPLETED'
  if (isIn || (now >= shift.start && (await hasBegun(trx, shift)))) throw new Refusal(400, 'absence.begun')
  if (expectedAt <= now) throw new Refusal(400, 'absence.expected')
  await keepLate(trx, caller, notice)
  return (await supervisorsOf(trx, shift.userID, now)).map((userID) => ({
    ...{ userID, source: 'ATTENDANCE', sourceID: shift.id },
    ...{ type: 'NEW_UPDATE' as const, cssClass: 'warning' as const, body: note },
    subject: `${shift.name} is running late: ${TIME.format(expectedAt)} instead of ${TIME.format(shift.start)}`,
  }))
}
