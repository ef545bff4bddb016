import { REASON_MIN, REQUEST_WORDS } from '#shared/domain/booking.ts'
import type { HolidayDays } from '#shared/domain/holiday-shifts.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { checksOf, type PersonShift, requireNothingBlocks } from '../shifts/hours.ts'
import { addSourcedShift, shiftOfSlot, slotsOfRequests } from '../slots/booking.ts'
import { type PlannedShift, plannedDays } from './planned-days.ts'
import type { StoredRequest } from './requests.ts'

const PAGE = 'resource.bookings'

type Decider = Pick<Caller, 'userID' | 'displayName'>

const noteOf = (
  trx: Database,
  decider: Decider,
  at: number,
  entry: {
    action: string
    shiftID: number
    times: { start: number; end: number }
    userID: number
    reason: string
  },
) =>
  audit(trx, decider, at, {
    ...{ action: entry.action, page: PAGE, recordType: 'shift', recordID: entry.shiftID },
    ...{ label: shiftTimes(entry.times), personID: entry.userID, reason: entry.reason },
  })

/** Shifts within an approved holiday go or are shortened (spec 4 §4.5.6); what they were is kept with the request. */
export async function cutShifts(
  trx: Database,
  request: { readonly id: number; readonly userID: number },
  holiday: HolidayDays,
  { decider, at }: { readonly decider: Decider; readonly at: number },
): Promise<void> {
  const planned = await plannedDays(trx, request.userID, holiday)
  for (const { shift, cut } of planned.cutsBy(holiday)) {
    const { id, segments: _segments, ...times } = shift
    // What a planner meant to change of it is no longer about the shift that is there.
    const none = { planned: null, plannedStart: null, plannedEnd: null }
    const set = cut.left === null ? { state: 'CANCELLED' as const } : { ...cut.left, segments: '[]' }
    const { numUpdatedRows } = await trx
      .updateTable('shifts')
      .set((eb) => ({
        ...set,
        ...none,
        version: eb('version', '+', 1),
        changedBy: decider.userID,
        changedAt: at,
      }))
      .where('id', '=', id)
      .where('state', '=', shift.state as 'DRAFT')
      .where('start', '=', shift.start)
      .where('end', '=', shift.end)
      .executeTakeFirstOrThrow()
    // Somebody changed it since it was read: the decision is made on what is there now.
    if (numUpdatedRows !== 1n) throw new Refusal(409, 'booking.meanwhile')
    await trx
      .insertInto('bookingShifts')
      .values({
        requestID: request.id,
        shiftID: id,
        before: JSON.stringify({ ...times, segments: shift.segments }),
        leftStart: cut.left?.start ?? null,
        leftEnd: cut.left?.end ?? null,
      })
      .execute()
    const action = cut.left === null ? 'SHIFT_CANCELLED' : 'SHIFT_SHORTENED'
    await noteOf(trx, decider, at, {
      action,
      shiftID: id,
      times: shift,
      userID: request.userID,
      reason: 'Holiday',
    })
  }
}

/** Requests that are a shift once they are approved. */
type ShiftRequest = Pick<StoredRequest, 'id' | 'type' | 'userID' | 'start' | 'end'>

/** What a request for overtime or a slot is as a shift, for the checks of hours. */
async function requestedShift(db: Database, request: ShiftRequest): Promise<PersonShift> {
  const shift = (await requestedShifts(db, [request])).get(request.id)
  if (!shift) throw new Refusal(400, 'booking.gone')
  return shift
}

/** The same of several requests, by request: read once for all. A slot that is gone is no shift. */
export async function requestedShifts(
  db: Database,
  requests: readonly ShiftRequest[],
): Promise<ReadonlyMap<number, PersonShift>> {
  if (requests.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .where('id', 'in', [...new Set(requests.map(({ userID }) => userID))])
    .select(['id', 'areaID'])
    .execute()
  const areaOf = new Map(people.map(({ id, areaID }) => [id, areaID]))
  const slots = await slotsOfRequests(
    db,
    requests.flatMap(({ id, type }) => (type === 'SLOT' ? [id] : [])),
  )
  return new Map(
    requests.flatMap(({ id, type, userID, start, end }): [number, PersonShift][] => {
      const areaID = areaOf.get(userID) ?? null
      const own = { id: null, userID, areaID }
      if (type !== 'SLOT')
        return [[id, { ...own, start, end, breakMinutes: 0, projectID: null, location: 'OFFICE' }]]
      const slot = slots.get(id)
      return slot ? [[id, shiftOfSlot(slot, slot, { userID, areaID })]] : []
    }),
  )
}

/**
 * Approved overtime, or an approved slot, is a published shift (spec 4 §4.5.4, §4.5.6). That it is over the contract's
 * hours is what was asked for; any other warning needs the decider's word.
 * @throws Refusal 400 with what is against it (spec 4 §5.2)
 */
export async function addRequested(
  trx: Database,
  request: ShiftRequest,
  { decider, at, override }: { readonly decider: Caller; readonly at: number; readonly override: string },
): Promise<void> {
  const { id, userID, type } = request
  const { id: _new, ...shift } = await requestedShift(trx, request)
  const { start, end } = shift
  const source = type === 'SLOT' ? 'WINDOW' : 'OVERTIME'
  const shiftID = await addSourcedShift(trx, shift, { by: decider.userID, at, source })
  const checks = await checksOf(trx, decider, [{ ...shift, id: shiftID }], at)
  requireNothingBlocks(checks)
  const warnings = checks.flat().filter(({ rule }) => rule !== 'CONTRACT')
  if (warnings.length > 0 && override.length < REASON_MIN)
    throw new Refusal(400, 'shift.warned', { faults: warnings.map(({ text }) => text).join(' ') })
  await trx
    .insertInto('bookingShifts')
    .values({ requestID: id, shiftID, before: null, leftStart: start, leftEnd: end })
    .execute()
  if (type === 'SLOT')
    await trx.updateTable('slotBookings').set({ shiftID }).where('requestID', '=', id).execute()
  await noteOf(trx, decider, at, {
    ...{ action: 'SHIFT_PUBLISHED', shiftID, times: { start, end }, userID, reason: REQUEST_WORDS[type] },
  })
}

type Before = Omit<PlannedShift, 'id' | 'state'> & { readonly state: 'DRAFT' | 'OFFERED' | 'PUBLISHED' }

/**
 * Puts back what an approval did to shifts (spec 4 §4.5.7): those that went or were shortened are as before, one
 * that was made goes. A shift that somebody changed since, that has begun, or whose time is taken stays as it is.
 */
export async function restoreShifts(
  trx: Database,
  { id: requestID, userID }: Pick<StoredRequest, 'id' | 'userID'>,
  { decider, at }: { readonly decider: Decider; readonly at: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('bookingShifts')
    .innerJoin('shifts', 'shifts.id', 'bookingShifts.shiftID')
    .where('requestID', '=', requestID)
    .orderBy('shifts.start')
    .orderBy('shifts.id')
    .select(['shiftID', 'before', 'leftStart', 'leftEnd', 'shifts.state', 'shifts.start', 'shifts.end'])
    .execute()
  await trx.deleteFrom('bookingShifts').where('requestID', '=', requestID).execute()
  for (const row of rows) {
    const { shiftID, before, leftStart, leftEnd, state, start, end } = row
    const was = before === null ? null : (JSON.parse(before) as Before)
    const isAsLeft =
      leftStart === null
        ? state === 'CANCELLED'
        : ['DRAFT', 'OFFERED', 'PUBLISHED'].includes(state) && start === leftStart && end === leftEnd
    if (!isAsLeft || (was ?? row).start <= at) continue
    if (was !== null && (await isTaken(trx, userID, { ...was, shiftID }))) continue
    await trx
      .updateTable('shifts')
      .set((eb) => ({
        ...(was ?? { state: 'CANCELLED' as const }),
        version: eb('version', '+', 1),
        changedBy: decider.userID,
        changedAt: at,
      }))
      .where('id', '=', shiftID)
      .execute()
    const action = was === null ? 'SHIFT_CANCELLED' : 'SHIFT_RESTORED'
    const reason = was === null ? 'Overtime withdrawn' : 'Holiday withdrawn'
    await noteOf(trx, decider, at, { action, shiftID, times: was ?? row, userID, reason })
  }
}

async function isTaken(
  trx: Database,
  userID: number,
  { shiftID, start, end }: { readonly shiftID: number; readonly start: number; readonly end: number },
): Promise<boolean> {
  const other = await trx
    .selectFrom('shifts')
    .where('userID', '=', userID)
    .where('id', '<>', shiftID)
    .where('start', '<', end)
    .where('end', '>', start)
    .where('state', '<>', 'CANCELLED')
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}
