import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { TRAINING_WORDS } from '#shared/domain/training.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { hoursFacts } from '../shifts/hours-facts.ts'
import { type TrainingSessionRow, trainingSessions } from './sessions.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})

/** The session. @throws Refusal 404 where there is none */
export async function requireSession(db: Database, id: number, now: number): Promise<TrainingSessionRow> {
  const [session] = await trainingSessions(db, { now, ids: [id] })
  if (!session) throw new Refusal(404, 'record.gone', { one: 'session' })
  return session
}

/** Who books: somebody, or the waiting list by itself. */
type Booker = Actor & Pick<Caller, 'permissions'>

interface Booking {
  readonly sessionID: number
  readonly userID: number
  /** Whose booking it is, who may take it back; the booker's where it isn't said. */
  readonly byID?: number
  /** Whether the time of a shift is freed for it; else a shift is in the way. */
  readonly freesShift: boolean
  readonly page: string
  readonly now: number
}

/**
 * Books somebody into a session. The caller holds the turn, and has made sure of the person.
 * @throws Refusal 400 where something is in the way, 409 for a place that is gone
 */
export async function bookInto(
  trx: Database,
  caller: Booker,
  { sessionID, userID, byID, freesShift, page, now }: Booking,
): Promise<NewNotification> {
  const session = await requireSession(trx, sessionID, now)
  if (session.start <= now) throw new Refusal(400, 'training.over')
  if (session.state === 'CANCELLED' || session.state === 'PLANNED')
    throw new Refusal(400, 'record.cannot', {
      ...{
        record: 'The session',
        state: TRAINING_WORDS.session[session.state].toLowerCase(),
        action: 'booked',
      },
    })
  if (session.trainerID === userID) throw new Refusal(400, 'training.trainer')
  const before = await trx
    .selectFrom('trainingAttendees')
    .where('sessionID', '=', sessionID)
    .where('userID', '=', userID)
    .select(['id', 'state'])
    .executeTakeFirst()
  if (before?.state === 'BOOKED')
    throw new Refusal(409, userID === caller.userID ? 'training.bookedYou' : 'training.booked')
  if (session.state === 'FULL') throw new Refusal(409, 'training.full')
  const isInShift = await requireFree(trx, caller, { session, userID, freesShift, now })
  const values = {
    ...{ state: 'BOOKED' as const, isInShift: isInShift ? 1 : 0, score: null },
    ...{ byID: byID ?? caller.userID, at: now },
  }
  if (before) await trx.updateTable('trainingAttendees').set(values).where('id', '=', before.id).execute()
  else
    await trx
      .insertInto('trainingAttendees')
      .values({ sessionID, userID, ...values })
      .execute()
  const when = WHEN.format(session.start)
  await audit(trx, caller, now, {
    ...{ action: 'TRAINING_BOOKED', page, recordType: 'trainingSession', recordID: sessionID },
    ...{ label: `${session.type}, ${londonField(session.start)}`, personID: userID },
    changes: [
      { field: 'state', before: before?.state ?? null, after: 'BOOKED' },
      { field: 'isInShift', before: null, after: isInShift },
    ],
  })
  return {
    ...{ userID, type: 'NEW_UPDATE', source: 'TRAINING', sourceID: sessionID, cssClass: 'info' },
    subject: `You are booked for ${session.type} on ${when}`,
    body: [session.place, session.trainer === null ? '' : `with ${session.trainer}`]
      .filter((part) => part !== '')
      .join(', '),
  }
}

/** Whether a shift makes room for it. @throws Refusal 400 with what is in the way */
export async function requireFree(
  trx: Database,
  caller: Pick<Caller, 'permissions'>,
  {
    session: { start, end },
    userID,
    freesShift,
    now,
  }: {
    readonly session: TrainingSessionRow
    readonly userID: number
    readonly freesShift: boolean
    readonly now: number
  },
): Promise<boolean> {
  const facts = await hoursFacts(trx, caller, { userIDs: [userID], from: start, to: end, now })
  const person = facts.people.get(userID)
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  const day = londonField(start).slice(0, 10)
  const isEmployed =
    person.isActive &&
    (person.startDate === null || person.startDate <= day) &&
    (person.leaveDate === null || person.leaveDate >= day)
  if (!isEmployed) throw new Refusal(400, 'shift.notEmployed', { name: person.name })
  const meetings = await trx
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', '=', userID)
    .where('p.cancelledAt', 'is', null)
    .where('m.start', '<', end)
    .where('m.end', '>', start)
    .select(['m.start', 'm.end'])
    .execute()
  const inShift = await bookedInShift(trx, userID, start, end)
  const inTheWay = [
    ...person.away,
    ...inShift.map((one) => ({ ...one, event: 'Training' })),
    ...meetings.map((one) => ({ ...one, event: 'Meeting' })),
  ].find((one) => one.start < end && start < one.end)
  if (inTheWay) throw new Refusal(400, 'booking.overlaps', { event: inTheWay.event, time: timesOf(inTheWay) })
  const shift = person.shifts.find((one) => one.start < end && start < one.end)
  if (shift && !freesShift)
    throw new Refusal(400, 'booking.overlaps', { event: 'Shift', time: shiftTimes(shift) })
  return shift !== undefined
}

/** Trainings in shifts aren't in a shift's way, but in another training's. */
const bookedInShift = (trx: Database, userID: number, start: number, end: number) =>
  trx
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .where('a.userID', '=', userID)
    .where('a.state', '=', 'BOOKED')
    .where('a.isInShift', '=', 1)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.start', '<', end)
    .where('s.end', '>', start)
    .select(['s.start', 's.end'])
    .execute()

const DAY = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })

/** Whole days by their dates, anything else by its times. */
function timesOf(span: { readonly start: number; readonly end: number }): string {
  const isWhole = (at: number) => londonField(at).endsWith('T00:00')
  if (!isWhole(span.start) || !isWhole(span.end)) return shiftTimes(span)
  const last = londonDayAfter(span.end, -1)
  return last > span.start ? `${DAY.format(span.start)}–${DAY.format(last)}` : DAY.format(span.start)
}

/**
 * Takes a booking back before the session begins; the time is the shift's again.
 * @throws Refusal 404 for none, 400 once the session has begun
 */
export async function unbook(
  trx: Database,
  caller: Caller,
  { sessionID, userID, page, now }: Omit<Booking, 'freesShift' | 'byID'>,
): Promise<NewNotification> {
  const session = await requireSession(trx, sessionID, now)
  if (session.start <= now) throw new Refusal(400, 'training.over')
  const changed = await trx
    .updateTable('trainingAttendees')
    .set({ state: 'CANCELLED', isInShift: 0, byID: caller.userID, at: now })
    .where('sessionID', '=', sessionID)
    .where('userID', '=', userID)
    .where('state', '=', 'BOOKED')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal(404, 'record.gone', { one: 'booking' })
  await audit(trx, caller, now, {
    ...{ action: 'TRAINING_UNBOOKED', page, recordType: 'trainingSession', recordID: sessionID },
    ...{ label: `${session.type}, ${londonField(session.start)}`, personID: userID },
    changes: [{ field: 'state', before: 'BOOKED', after: 'CANCELLED' }],
  })
  return {
    ...{ userID, type: 'NEW_UPDATE', source: 'TRAINING', sourceID: sessionID, cssClass: 'info' },
    subject: `You are no longer booked for ${session.type} on ${WHEN.format(session.start)}`,
  }
}
