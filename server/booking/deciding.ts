import type * as z from 'zod/mini'
import type { decideBooking } from '#shared/contract/booking.ts'
import { mayBecome, needsNote, REASON_MIN, REQUEST_WORDS, type RequestState } from '#shared/domain/booking.ts'
import { londonDaysBetween } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requirePlace, slotOfRequest } from '../slots/booking.ts'
import { dayOf, guardOverlaps, type KeptPart, partsOf } from './holidays.ts'
import { plannedDays } from './planned-days.ts'
import { balanceWith } from './preview.ts'
import { mayDecide, requireRequest, type StoredRequest } from './requests.ts'
import { addRequested, cutShifts, restoreShifts } from './shifts-of-requests.ts'

/** What a decision reads in the person's notification. */
const DECIDED: Readonly<Record<RequestState, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELLED: 'cancelled',
  PENDING: 'opened again',
  REQUESTED_CANCELATION: 'to be cancelled',
}

/** A decision as a participle. */
const ACTIONS: Readonly<Record<RequestState, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELLED: 'cancelled',
  PENDING: 'reopened',
  REQUESTED_CANCELATION: 'cancelled',
}

/** @throws Refusal as spec 4 §4.5.6 and §4.5.7 have them */
function requireDecidable(
  stored: StoredRequest,
  wanted: { state: RequestState; from?: RequestState | undefined; note: string },
  caller: Caller,
  now: number,
): void {
  const { state: from } = stored
  if (stored.userID === caller.userID) throw new Refusal(403, 'booking.own')
  if (!mayDecide(stored, caller)) throw new Refusal(403, 'accessDenied')
  const isMeanwhile = (wanted.from ?? from) !== from
  const isDecided = from === 'APPROVED' || from === 'DECLINED'
  const isDecision = wanted.state === 'APPROVED' || wanted.state === 'DECLINED'
  if (isMeanwhile || (!mayBecome(from, wanted.state) && isDecided && isDecision))
    throw new Refusal(409, 'booking.already', { state: from, name: stored.decider })
  if (!mayBecome(from, wanted.state))
    throw new Refusal(409, 'record.cannot', {
      record: 'The request',
      state: from,
      action: ACTIONS[wanted.state],
    })
  if (needsNote(from, wanted.state) && wanted.note.length < REASON_MIN)
    throw new Refusal(400, 'booking.sayWhy')
  if (from === 'APPROVED' && stored.start <= now) throw new Refusal(400, 'booking.started')
}

/** From one state to another, unless somebody was first. @throws Refusal 409 */
export async function become(
  trx: Database,
  { id, state }: StoredRequest,
  set: {
    state: RequestState
    decidedBy?: number
    decidedAt?: number
    decisionNote?: string
    start?: number
    end?: number
    hours?: number
  },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('bookingRequests')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return
  const now = await requireRequest(trx, id)
  throw new Refusal(409, 'booking.already', { state: now.state, name: now.decider })
}

type Decided = { readonly decidedBy: number; readonly decidedAt: number; readonly decisionNote: string }

/** A holiday that is approved: its request and times. */
interface Granted {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly hours: number
}

/** Approves some days of a holiday and declines the others; both are requests of their own from now on. */
async function approveParts(
  trx: Database,
  stored: StoredRequest,
  days: readonly string[],
  decided: Decided,
): Promise<Granted[]> {
  const parts = await partsOf(trx, stored, days)
  const stateOf = ({ isChosen }: KeptPart) => (isChosen ? ('APPROVED' as const) : ('DECLINED' as const))
  const first = parts.find(({ isChosen }) => isChosen)
  if (!first) throw new Refusal(400, 'booking.badDays')
  const { isChosen: _, ...times } = first
  await become(trx, stored, { ...decided, ...times, state: 'APPROVED' })
  const granted: Granted[] = [{ id: stored.id, ...times }]
  const { userID, type, dayPart, reason, askedAt } = stored
  for (const part of parts) {
    if (part === first) continue
    const { isChosen, ...own } = part
    const { id } = await trx
      .insertInto('bookingRequests')
      .values({ userID, type, dayPart, reason, askedAt, ...decided, ...own, state: stateOf(part) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isChosen) granted.push({ id, ...own })
  }
  return granted
}

/** Approves a holiday as a whole, with the hours that it takes now. */
async function approveWhole(trx: Database, stored: StoredRequest, decided: Decided): Promise<Granted[]> {
  const { id, userID, start, end, dayPart } = stored
  const days = { from: dayOf(start), to: dayOf(end), dayPart }
  const hours = (await plannedDays(trx, userID, days)).hoursOf(days)
  await become(trx, stored, { ...decided, hours, state: 'APPROVED' })
  return [{ id, start, end, hours }]
}

/**
 * Approves a holiday or some days of it; shifts within it go or are shortened.
 * @throws Refusal 400 where it is more than the person has left and nobody says why it is given all the same
 */
async function approveHoliday(
  trx: Database,
  stored: StoredRequest,
  { days, seen, override }: { days: readonly string[] | null; seen: readonly number[]; override: string },
  { decider, at, decided }: { readonly decider: Caller; readonly at: number; readonly decided: Decided },
): Promise<void> {
  await guardOverlaps(trx, stored, seen)
  const granted =
    days === null ? await approveWhole(trx, stored, decided) : await approveParts(trx, stored, days, decided)
  const { userID, userName, dayPart } = stored
  for (const { id, start, end, hours } of granted) {
    const counted = { hours, isCounted: true, now: at }
    const left = await balanceWith(trx, { userID, start, end, dayPart }, counted)
    if (left !== null && left.after < 0 && override.length < REASON_MIN)
      throw new Refusal(400, 'booking.hoursLeft', { name: userName, hours: left.before })
    const days = { from: dayOf(start), to: dayOf(end), dayPart }
    await cutShifts(trx, { id, userID }, days, { decider, at })
  }
}

/** @throws Refusal 400 for a holiday whose approval is withdrawn with fewer days of notice than it has (spec 4 §4.5.7) */
function requireNotice({ type, start, end }: StoredRequest, now: number): void {
  const days = londonDaysBetween(start, end)
  if (type === 'HOLIDAY' && londonDaysBetween(now, start) < days)
    throw new Refusal(400, 'booking.notice', { days })
}

/** Decides on somebody's request, with all that follows (spec 4 §4.5.6, §4.5.7, §5.3). In the caller's transaction. */
export async function decide(
  trx: Database,
  { id, days, seen = [], override, ...wanted }: z.output<typeof decideBooking.request>,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<{ userID: number; kept: readonly KeptNotification[] }> {
  const stored = await requireRequest(trx, id)
  requireDecidable(stored, wanted, caller, now)
  const { userID, type, state: from } = stored
  const isApproval = from === 'PENDING' && wanted.state === 'APPROVED'
  if (days !== undefined && !(type === 'HOLIDAY' && isApproval)) throw new Refusal(400, 'booking.badDays')
  const isPart = days !== undefined && (await partsOf(trx, stored, days)).some(({ isChosen }) => !isChosen)
  if (isPart && wanted.note.length < REASON_MIN) throw new Refusal(400, 'booking.sayWhy')
  if (from === 'APPROVED' && wanted.state === 'CANCELLED') requireNotice(stored, now)

  const decided = { decidedBy: caller.userID, decidedAt: now, decisionNote: wanted.note }
  const by = { decider: caller, at: now }
  if (isApproval && type === 'HOLIDAY')
    await approveHoliday(trx, stored, { days: isPart ? days : null, seen, override }, { ...by, decided })
  else await become(trx, stored, { state: wanted.state, ...decided })
  // Reopened, it needs its place again.
  if (type === 'SLOT' && wanted.state === 'PENDING') await requirePlace(trx, await slotOfRequest(trx, id), 1)
  if (isApproval && (type === 'OVERTIME' || type === 'SLOT'))
    await addRequested(trx, stored, { ...by, override: override || wanted.note })
  if (wanted.state === 'CANCELLED') await restoreShifts(trx, stored, by)

  const what = REQUEST_WORDS[type]
  const done = `${DECIDED[wanted.state]}${isPart ? ' in part' : ''}`
  await audit(trx, caller, now, {
    ...{ action: `REQUEST_${wanted.state}`, page: 'resource.bookings', recordType: 'bookingRequest' },
    ...{ recordID: id, label: `${what}: ${stored.userName}`, personID: userID },
    reason: [wanted.note, override].filter((text) => text !== '').join(' · '),
    changes: [{ field: 'state', before: from, after: wanted.state }],
  })
  const because = wanted.note === '' ? '' : `: ${wanted.note}`
  const told = {
    userID,
    type: 'NEW_UPDATE',
    subject: `${what} ${done} by ${caller.displayName}${because}`,
    source: 'CALENDAR',
    sourceID: id,
    cssClass: wanted.state === 'APPROVED' ? 'success' : 'info',
  } as const
  return { userID, kept: await keepNotifications(trx, now, [told]) }
}
