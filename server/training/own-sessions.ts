import type { OwnTrainingSession } from '#shared/contract/training.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { type CellState, SESSIONS_AHEAD_DAYS, type TrainingCategory } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { trainingMatrix } from './matrix.ts'
import { trainingSessions } from './sessions.ts'
import { waitingIn } from './waiting.ts'

/** States of somebody who has to have a training, and has neither it nor a place. */
const LACKS: ReadonlySet<CellState> = new Set(['DUE', 'OVERDUE'])
const iso = (at: number) => new Date(at).toISOString()

/** Bookings of somebody that stand, by session. */
async function bookingsOf(db: Database, userID: number) {
  const rows = await db
    .selectFrom('trainingAttendees')
    .where('userID', '=', userID)
    .where('state', '=', 'BOOKED')
    .select(['sessionID', 'byID'])
    .execute()
  return new Map(rows.map(({ sessionID, byID }) => [sessionID, byID]))
}

/**
 * What somebody may book themselves into (spec 4 §4.2.6): sessions of the next 4 weeks that are open or full and that
 * they don't run, and those into which they are booked, until they are over.
 */
export async function ownSessions(db: Database, userID: number, now: number): Promise<OwnTrainingSession[]> {
  const bookings = await bookingsOf(db, userID)
  const rows = await trainingSessions(db, {
    ...{ now, from: now },
    to: londonDayAfter(now, SESSIONS_AHEAD_DAYS + 1),
  })
  const { people } = await trainingMatrix(db, [userID], now)
  const needed = new Set(
    people.flatMap(({ cells }) => cells.filter(({ state }) => LACKS.has(state)).map(({ typeID }) => typeID)),
  )
  const isOffered = ({ state, trainerID }: (typeof rows)[number]) =>
    (state === 'OPEN' || state === 'FULL') && trainerID !== userID
  const shown = rows.filter((row) => row.state !== 'CANCELLED' && (bookings.has(row.id) || isOffered(row)))
  const waiting = await waitingIn(
    db,
    shown.map(({ id }) => id),
  )
  const positionIn = (id: number) => {
    const place = waiting.get(id)?.indexOf(userID) ?? -1
    return place < 0 ? null : place + 1
  }
  return shown.map(
    ({ id, type, category, project, trainer, start, end, place, capacity, booked, state, typeID }) => ({
      ...{
        id,
        type,
        category: category as TrainingCategory,
        project,
        trainer,
        place,
        capacity,
        booked,
        state,
      },
      ...{ start: iso(start), end: iso(end), isNeeded: needed.has(typeID) },
      ...{ waiting: waiting.get(id)?.length ?? 0, position: positionIn(id) },
      ...{ isBooked: bookings.has(id), isOwnBooking: bookings.get(id) === userID && start > now },
    }),
  )
}

/** @throws Refusal 403 for a booking that somebody else made, 404 for none */
export async function requireOwnBooking(trx: Database, userID: number, sessionID: number): Promise<void> {
  const bookings = await bookingsOf(trx, userID)
  if (!bookings.has(sessionID)) throw new Refusal(404, 'record.gone', { one: 'booking' })
  if (bookings.get(sessionID) !== userID) throw new Refusal(403, 'training.bookedByOther')
}
