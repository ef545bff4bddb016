import { SPLIT_PART_MS } from '#shared/domain/shift-requests.ts'
import { type HoursCheck, SHIFT_STEP_MS, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { checksOf, type PersonShift } from '../shifts/hours.ts'
import { plannedColumns } from '../shifts/plan-shifts.ts'
import type { StoredShiftRequest } from './stored.ts'

/** A shift as requests move it. */
export interface MovedShift extends PersonShift {
  readonly id: number
  readonly segments: string
  readonly note: string
}

/** What a planner meant to change of a shift is no longer about the one that is there. */
const UNPLANNED = plannedColumns(null)

/** A published shift. @throws Refusal 404 where there is none that is to be worked yet */
export async function requireShift(
  db: Database,
  id: number,
  userID: number,
  now: number,
): Promise<MovedShift> {
  const found = await db
    .selectFrom('shifts')
    .where('id', '=', id)
    .where('userID', '=', userID)
    .where('state', '=', 'PUBLISHED')
    .where('start', '>', now)
    .select(['id', 'userID', 'start', 'end', 'breakMinutes', 'projectID', 'areaID', 'location'])
    .select(['segments', 'note'])
    .executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one: 'shift' })
  return found
}

/** @throws Refusal 400 for a place at which a shift can't be split */
export function requireSplit(
  { start, end }: { readonly start: number; readonly end: number },
  at: number,
): void {
  if (at % SHIFT_STEP_MS !== 0) throw new Refusal(400, 'booking.quarter')
  if (at - start < SPLIT_PART_MS || end - at < SPLIT_PART_MS) throw new Refusal(400, 'shift.parts')
}

/** What a request is about, as its shifts would be: the same before it is asked and when it is decided. */
export function wantedShifts(
  request: Pick<StoredShiftRequest, 'type' | 'byUserID' | 'toUserID' | 'newStart' | 'newEnd' | 'splitAt'>,
  shift: MovedShift,
  other: MovedShift | null,
): PersonShift[] {
  const { type, byUserID, toUserID, newStart, newEnd } = request
  switch (type) {
    case 'GIVE':
      return toUserID === null ? [] : [{ ...shift, userID: toUserID }]
    case 'PICK_UP':
      return [{ ...shift, userID: byUserID }]
    case 'SWAP':
      return toUserID === null || other === null
        ? []
        : [
            { ...shift, userID: toUserID },
            { ...other, userID: byUserID },
          ]
    case 'CHANGE':
      return newStart === null || newEnd === null ? [] : [{ ...shift, start: newStart, end: newEnd }]
    case 'DROP':
    case 'SPLIT':
      return []
  }
}

/** What of a request says how shifts move. */
type MovingRequest = Pick<
  StoredShiftRequest,
  'type' | 'byUserID' | 'toUserID' | 'newStart' | 'newEnd' | 'splitAt' | 'reason'
>

/** Carries what was found out of a transaction that is taken back. */
class Tried extends Error {
  readonly found: readonly { readonly userID: number; readonly checks: readonly HoursCheck[] }[]
  constructor(found: Tried['found']) {
    super('Tried, and taken back.')
    this.found = found
  }
}

/**
 * What would be against the shifts of a request once they moved (spec 4 §5.2): they are moved, looked at and put back,
 * so that what somebody gives away isn't held against what they get.
 */
export async function triedChecks(
  db: Database,
  request: MovingRequest,
  both: { readonly shift: MovedShift; readonly other: MovedShift | null },
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<Tried['found']> {
  const wanted = wantedShifts(request, both.shift, both.other)
  if (wanted.length === 0) return []
  try {
    await db.transaction().execute(async (trx) => {
      await moveShifts(trx, request, both, { caller, at: now, reason: request.reason })
      const checks = await checksOf(trx, caller, wanted, now)
      throw new Tried(wanted.map(({ userID }, place) => ({ userID, checks: checks[place] ?? [] })))
    })
  } catch (error) {
    if (error instanceof Tried) return error.found
    throw error
  }
  return []
}

/** How a shift changes. */
type ShiftSet = Partial<Pick<MovedShift, 'userID' | 'start' | 'end' | 'breakMinutes' | 'segments'>> &
  Partial<ReturnType<typeof plannedColumns>> & { readonly state?: 'CANCELLED' | 'OFFERED' }

/** Changes a shift that is as it was read. @throws Refusal 409 where somebody changed it meanwhile */
async function change(
  trx: Database,
  shift: MovedShift,
  set: ShiftSet,
  { caller, at, action, reason }: Moving & { readonly action: string },
  label = shiftTimes(shift),
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('shifts')
    .set((eb) => ({
      ...{ ...UNPLANNED, ...set },
      ...{ version: eb('version', '+', 1), changedBy: caller.userID, changedAt: at },
    }))
    .where('id', '=', shift.id)
    .where('state', '=', 'PUBLISHED')
    .where('userID', '=', shift.userID)
    .where('start', '=', shift.start)
    .where('end', '=', shift.end)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'booking.meanwhile')
  await audit(trx, caller, at, {
    ...{ action, page: 'resource.shifts.shift-requests', recordType: 'shift', recordID: shift.id },
    ...{ label, personID: shift.userID, reason },
    changes: set.userID === undefined ? [] : [{ field: 'userID', before: shift.userID, after: set.userID }],
  })
}

/**
 * Offers a shift to its person at other times (spec 4 §5.1): it stays as it is until they say yes.
 * @throws Refusal 409 where somebody changed it meanwhile
 */
export async function offerTimes(
  trx: Database,
  shift: MovedShift,
  times: { readonly start: number; readonly end: number },
  by: Moving,
): Promise<void> {
  const { breakMinutes, projectID, areaID, location, note } = shift
  const planned = { ...times, breakMinutes, projectID, areaID, location, note, isCancelled: false }
  const set = { ...plannedColumns(planned), state: 'OFFERED' as const }
  await change(trx, shift, set, { ...by, action: 'SHIFT_OFFERED' }, shiftTimes(times))
}

interface Moving {
  readonly caller: Pick<Caller, 'userID' | 'displayName'>
  readonly at: number
  readonly reason: string
}

/** What an approved request does to its shifts (spec 4 §5.1), in the caller's transaction: all of it, or nothing. */
export async function moveShifts(
  trx: Database,
  request: MovingRequest,
  { shift, other }: { readonly shift: MovedShift; readonly other: MovedShift | null },
  by: Moving,
): Promise<void> {
  const { type, toUserID, byUserID, newStart, newEnd, splitAt } = request
  if (type === 'DROP' && toUserID === null)
    return change(trx, shift, { state: 'CANCELLED' }, { ...by, action: 'SHIFT_CANCELLED' })
  if ((type === 'GIVE' || type === 'DROP') && toUserID !== null)
    return change(trx, shift, { userID: toUserID }, { ...by, action: 'SHIFT_GIVEN' })
  if (type === 'PICK_UP') return change(trx, shift, { userID: byUserID }, { ...by, action: 'SHIFT_GIVEN' })
  if (type === 'SWAP' && toUserID !== null && other !== null) {
    await change(trx, shift, { userID: toUserID }, { ...by, action: 'SHIFT_GIVEN' })
    return change(trx, other, { userID: byUserID }, { ...by, action: 'SHIFT_GIVEN' })
  }
  if (type === 'CHANGE' && newStart !== null && newEnd !== null)
    return change(
      trx,
      shift,
      { start: newStart, end: newEnd, segments: '[]' },
      { ...by, action: 'SHIFT_MOVED' },
    )
  if (type === 'SPLIT' && splitAt !== null) return split(trx, shift, splitAt, by)
  throw new Refusal(409, 'booking.meanwhile')
}

/** One shift becomes two; its break goes with both in proportion. */
async function split(trx: Database, shift: MovedShift, splitAt: number, by: Moving): Promise<void> {
  requireSplit(shift, splitAt)
  const share = (splitAt - shift.start) / (shift.end - shift.start)
  const first = Math.round(shift.breakMinutes * share)
  const set = { end: splitAt, breakMinutes: first, segments: '[]' }
  await change(trx, shift, set, { ...by, action: 'SHIFT_SPLIT' })
  const { id: _id, ...rest } = shift
  await trx
    .insertInto('shifts')
    .values({
      ...{ ...rest, start: splitAt, breakMinutes: shift.breakMinutes - first, segments: '[]' },
      ...{
        source: 'MANUAL',
        state: 'PUBLISHED',
        publishedAt: by.at,
        isLocked: 0,
        lockedBy: null,
        version: 1,
      },
      ...{ changedBy: by.caller.userID, changedAt: by.at },
    })
    .execute()
}
