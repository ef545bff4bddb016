import type { TeamShifts } from '#shared/contract/attendance.ts'
import {
  londonDayAfter,
  momentOfField,
  startOfLondonDay,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { TOLD_SHIFT_STATES } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'

/** Holiday is looked ahead for so many days (spec 4 §4.4.4). */
const HOLIDAY_DAYS = 56

const sent = <T extends { readonly start: number; readonly end: number }>(one: T) => ({
  ...one,
  start: new Date(one.start).toISOString(),
  end: new Date(one.end).toISOString(),
})

interface Wanted {
  readonly caller: Pick<Caller, 'userID' | 'permissions'>
  /** Whose. */
  readonly userIDs: readonly number[]
  /** A day of the week, YYYY-MM-DD of London's. */
  readonly day: string
  readonly now: number
}

/** What a supervisor sees of coming shifts: a week's, requests that wait for their word, and holiday (spec 4 §4.4.4). */
export async function teamShiftsOf(db: Database, { caller, userIDs, day, now }: Wanted): Promise<TeamShifts> {
  if (userIDs.length === 0) return { shifts: [], requests: [], holidays: [] }
  const week = startOfLondonWeek(momentOfField(day))
  const shifts = await db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .where('s.userID', 'in', userIDs)
    .where('s.state', 'in', TOLD_SHIFT_STATES)
    .where('s.start', '>=', week)
    .where('s.start', '<', londonDayAfter(week, 7))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.userID', 'u.displayName as name', 's.start', 's.end', 's.location'])
    .select(['p.name as project', 's.state'])
    .execute()
  const holidays = await db
    .selectFrom('bookingRequests as r')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .where('r.userID', 'in', userIDs)
    .where('r.type', '=', 'HOLIDAY')
    .where('r.state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
    .where('r.end', '>', startOfLondonDay(now))
    .where('r.start', '<', londonDayAfter(now, HOLIDAY_DAYS))
    .orderBy('r.start')
    .orderBy('r.id')
    .select(['r.id', 'u.displayName as name', 'r.start', 'r.end', 'r.dayPart', 'r.state'])
    .execute()
  return {
    shifts: shifts.map(({ state, ...shift }) => ({
      ...sent(shift),
      state: state as (typeof TOLD_SHIFT_STATES)[number],
    })),
    requests: await waitingRequests(db, { caller, userIDs, now }),
    holidays: holidays.map(({ state, ...holiday }) => ({
      ...sent(holiday),
      isWaiting: state === 'PENDING',
    })),
  }
}

/** Requests about these people's shifts that the caller may decide on; one that waits for a colleague doesn't yet. */
async function waitingRequests(
  db: Database,
  { caller, userIDs, now }: Omit<Wanted, 'day'>,
): Promise<TeamShifts['requests']> {
  if (!caller.permissions.can('IRESOURCE_CAN_PROCESS_SHIFT')) return []
  const rows = await db
    .selectFrom('shiftRequests as r')
    .innerJoin('users as u', 'u.id', 'r.byUserID')
    .where('r.byUserID', 'in', userIDs)
    .where('r.state', 'in', ['PENDING', 'ACCEPTED'])
    .where('r.expiresAt', '>', now)
    // Nobody decides on what they have a part in.
    .where((eb) => eb.or([eb('r.toUserID', 'is', null), eb('r.toUserID', '<>', caller.userID)]))
    .orderBy('r.askedAt')
    .orderBy('r.id')
    .select(['r.id', 'u.displayName as name', 'r.shiftStart as start', 'r.shiftEnd as end'])
    .select(['r.type', 'r.reason', 'r.askedAt'])
    .execute()
  return rows.map(({ askedAt, ...request }) => ({
    ...sent(request),
    askedAt: new Date(askedAt).toISOString(),
  }))
}
