import { slotHours, unmetBy, windowStateAt } from '#shared/domain/booking-windows.ts'
import type { ShiftSource } from '#shared/domain/shifts.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { checksOf, type PersonShift, requireHours, requireNothingBlocks } from '../shifts/hours.ts'
import { waitingSlots } from './open-slots.ts'
import { conditionsIn, conditionText, dayOf, namesOf, type Offeree, offerees } from './people.ts'
import { hoursBooked, requireWindow, type StoredWindow, slotsOf, takenOf } from './stored.ts'

const PAGE = 'tracker.my-calendar'
const REASON_MIN = 3

interface StoredSlot {
  readonly id: number
  readonly windowID: number
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly capacity: number
}

/** What a slot is as somebody's shift. */
export const shiftOfSlot = (
  { start, end, breakMinutes }: Pick<StoredSlot, 'start' | 'end' | 'breakMinutes'>,
  { projectID, location }: Pick<StoredWindow, 'projectID' | 'location'>,
  { userID, areaID }: Pick<Offeree, 'userID' | 'areaID'>,
) => ({ id: null, userID, start, end, breakMinutes, projectID, areaID, location }) satisfies PersonShift

/** A published shift that comes of a booking. @returns its id */
export async function addSourcedShift(
  trx: Database,
  shift: Omit<PersonShift, 'id'>,
  { by, at, source }: { readonly by: number; readonly at: number; readonly source: ShiftSource },
): Promise<number> {
  const { userID, start, end, breakMinutes, projectID, areaID, location } = shift
  const { id } = await trx
    .insertInto('shifts')
    .values({
      ...{ userID, start, end, breakMinutes, projectID, areaID, location, source },
      ...{ segments: '[]', state: 'PUBLISHED', publishedAt: at, note: '' },
      ...{ isLocked: 0, lockedBy: null, version: 1, changedBy: by, changedAt: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param own places that the caller holds by now @throws Refusal 409 where the last place is somebody else's */
export async function requirePlace(
  trx: Database,
  slot: Pick<StoredSlot, 'id' | 'capacity'>,
  own = 0,
): Promise<void> {
  const taken = (await takenOf(trx, [slot.id])).get(slot.id) ?? 0
  if (taken - own >= slot.capacity) throw new Refusal(409, 'shiftRequest.taken')
}

/** @throws Refusal 400 for what somebody may not take */
async function requireMay(
  trx: Database,
  person: Offeree | undefined,
  window: StoredWindow,
  slot: StoredSlot,
  now: number,
): Promise<Offeree> {
  if (windowStateAt(window, now) !== 'OPEN') throw new Refusal(400, 'window.notOpen')
  if (!person) throw new Refusal(403, 'accessDenied')
  const conditions = conditionsIn(window.conditions)
  const unmet = unmetBy(person, conditions, dayOf(now))
  if (unmet !== null) {
    const condition = conditionText(unmet, conditions, await namesOf(trx))
    throw new Refusal(400, 'slot.conditions', { condition })
  }
  if (slot.start <= now) throw new Refusal(400, 'booking.started')
  await requirePlace(trx, slot)
  const { maximumHours } = window
  const own = (await hoursBooked(trx, [window.id])).get(window.id)?.get(person.userID) ?? 0
  if (maximumHours !== null && own + slotHours(slot) > maximumHours)
    throw new Refusal(400, 'slot.maximum', { hours: maximumHours })
  const waiting = (await waitingSlots(trx, person.userID)).find(
    (one) => one.start < slot.end && slot.start < one.end,
  )
  if (waiting) throw new Refusal(400, 'booking.overlaps', { event: 'Slot', time: shiftTimes(waiting) })
  return person
}

/** The slot. @throws Refusal 404 where there is none */
export async function requireSlot(db: Database, id: number): Promise<StoredSlot> {
  const slot = await db.selectFrom('windowSlots').where('id', '=', id).selectAll().executeTakeFirst()
  if (!slot) throw new Refusal(404, 'record.gone', { one: 'slot' })
  return slot
}

export interface Booked {
  readonly state: 'PUBLISHED' | 'PENDING'
  readonly shiftID: number | null
  readonly requestID: number | null
  readonly kept: KeptNotification[]
}

/**
 * Takes a place (spec 4 §4.5.4): with AUTO it is a published shift, with MANUAL a request that waits. The caller holds
 * the turn, so that what is counted here still holds when it is written, on every server.
 * @throws Refusal as spec 4 §5.2 and §5.6 have it
 */
export async function bookSlot(
  trx: Database,
  caller: Caller,
  { slotID, reason }: { readonly slotID: number; readonly reason: string },
  now: number,
): Promise<Booked> {
  const slot = await requireSlot(trx, slotID)
  const window = await requireWindow(trx, slot.windowID)
  const [found] = await offerees(trx, caller.userID)
  const person = await requireMay(trx, found, window, slot, now)
  const shift = shiftOfSlot(slot, window, person)
  const times = shiftTimes(slot)
  const booked =
    window.approval === 'AUTO'
      ? await publish(trx, caller, { shift, reason, now })
      : await ask(trx, caller, { shift, reason, now, window })
  await trx
    .insertInto('slotBookings')
    .values({ slotID, userID: caller.userID, shiftID: booked.shiftID, requestID: booked.requestID, at: now })
    .execute()
  const isShift = booked.shiftID !== null
  await audit(trx, caller, now, {
    ...{ action: isShift ? 'SLOT_BOOKED' : 'SLOT_ASKED', page: PAGE, recordType: 'bookingWindow' },
    ...{ recordID: window.id, label: `${window.name}: ${times}`, personID: caller.userID, reason },
  })
  const told: NewNotification[] = []
  if (isShift)
    told.push({
      ...{ userID: caller.userID, type: 'NEW_UPDATE', source: 'SHIFT', sourceID: booked.shiftID ?? 0 },
      ...{ subject: `You booked ${times}`, body: window.name, cssClass: 'success' },
    })
  if (window.createdBy !== null && (await isFull(trx, window.id)))
    told.push({
      ...{ userID: window.createdBy, type: 'NEW_UPDATE', source: 'BOOKING_WINDOW', sourceID: window.id },
      subject: `All places of ${window.name} are taken`,
    })
  return { ...booked, kept: await keepNotifications(trx, now, told) }
}

interface Taking {
  readonly shift: Omit<PersonShift, 'id'>
  readonly reason: string
  readonly now: number
}

async function publish(trx: Database, caller: Caller, { shift, reason, now }: Taking) {
  const shiftID = await addSourcedShift(trx, shift, { by: caller.userID, at: now, source: 'WINDOW' })
  await requireHours(trx, caller, [{ ...shift, id: shiftID }], { reason, now })
  return { state: 'PUBLISHED' as const, shiftID, requestID: null }
}

async function ask(
  trx: Database,
  caller: Caller,
  { shift, reason, now, window }: Taking & { readonly window: StoredWindow },
) {
  const checks = await checksOf(trx, caller, [{ ...shift, id: null }], now)
  requireNothingBlocks(checks)
  const warnings = checks.flat()
  if (warnings.length > 0 && reason.trim().length < REASON_MIN)
    throw new Refusal(400, 'shift.warned', { faults: warnings.map(({ text }) => text).join(' ') })
  const { userID, start, end } = shift
  const { id } = await trx
    .insertInto('bookingRequests')
    .values({
      ...{ userID, type: 'SLOT', start, end, hours: slotHours(shift), dayPart: 'DAY', state: 'PENDING' },
      ...{ reason: reason === '' ? window.name : `${window.name}: ${reason}`, askedAt: now },
      decisionNote: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { state: 'PENDING' as const, shiftID: null, requestID: id }
}

async function isFull(trx: Database, windowID: number): Promise<boolean> {
  const slots = await slotsOf(trx, [windowID])
  const taken = await takenOf(
    trx,
    slots.map(({ id }) => id),
  )
  return slots.every(({ id, capacity }) => (taken.get(id) ?? 0) >= capacity)
}

/** The slot that a request is about, and its window. @throws Refusal 400 where it is gone */
export async function slotOfRequest(db: Database, requestID: number) {
  const row = (await slotsOfRequests(db, [requestID])).get(requestID)
  if (!row) throw new Refusal(400, 'booking.gone')
  return row
}

/** The same of several requests, by request: read once for all. */
export async function slotsOfRequests(db: Database, requestIDs: readonly number[]) {
  const rows = await db
    .selectFrom('slotBookings as b')
    .innerJoin('windowSlots as s', 's.id', 'b.slotID')
    .innerJoin('bookingWindows as w', 'w.id', 's.windowID')
    .where('b.requestID', 'in', [0, ...requestIDs])
    .select(['b.id as bookingID', 's.id', 's.start', 's.end', 's.breakMinutes', 's.capacity'])
    .select(['w.projectID', 'w.location', 'w.name', 'b.requestID'])
    .execute()
  return new Map(rows.map(({ requestID, ...slot }) => [requestID, slot]))
}
