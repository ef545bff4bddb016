import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { allocatedNow } from '../allocation/schedule.ts'
import type { Database } from '../db/database.ts'

const WORKED = ['PUBLISHED', 'LIVE', 'COMPLETED'] as const

/** A shift as its person sees it; times in milliseconds since 1970. */
export interface OwnShift {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly location: 'OFFICE' | 'HOME'
  readonly projectID: number | null
  readonly project: string | null
  /** What an hour on the project is expected to bring. */
  readonly interviewsPerHour: number | null
  readonly state: 'PUBLISHED' | 'LIVE' | 'COMPLETED'
}

const own = (db: Database, userID: number) =>
  db
    .selectFrom('shifts as s')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .where('s.userID', '=', userID)
    .where('s.state', 'in', WORKED)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.start', 's.end', 's.breakMinutes', 's.location', 's.projectID'])
    .select(['p.name as project', 'p.interviewsPerHour', 's.state'])
    .$narrowType<{ state: OwnShift['state'] }>()

/** The shift that goes on, else the next of today, else none; and the first after today. */
export async function shiftsAround(
  db: Database,
  userID: number,
  now: number,
): Promise<{ readonly today: OwnShift | null; readonly next: OwnShift | null }> {
  const rows = await own(db, userID).where('s.end', '>', now).limit(3).execute()
  const midnight = londonDayAfter(now, 1)
  return {
    today: rows.find(({ start }) => start < midnight) ?? null,
    next: rows.find(({ start }) => start >= midnight) ?? null,
  }
}

/** The first shift of a day, in milliseconds since 1970 from its beginning to the next one's. */
export async function shiftOn(
  db: Database,
  userID: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<OwnShift | null> {
  const row = await own(db, userID).where('s.start', '>=', from).where('s.start', '<', to).executeTakeFirst()
  return row ?? null
}

/**
 * What the master activity says of shifts (spec 4 §2.2): the project of the allocation that covers now, else of the shift
 * that does, and how many shifts of this week are to come.
 */
export async function shiftFacts(
  db: Database,
  userID: number,
  now: number,
): Promise<{ readonly scheduledProject: string | null; readonly remainingShifts: number }> {
  const week = londonDayAfter(startOfLondonWeek(now), 7)
  const covering = await own(db, userID)
    .where('s.start', '<=', now)
    .where('s.end', '>', now)
    .executeTakeFirst()
  const { remaining } = await db
    .selectFrom('shifts')
    .where('userID', '=', userID)
    .where('state', '=', 'PUBLISHED')
    .where('start', '>', now)
    .where('start', '<', week)
    .select((eb) => eb.fn.countAll<number>().as('remaining'))
    .executeTakeFirstOrThrow()
  const allocated = (await allocatedNow(db, [userID], now)).get(userID)
  return {
    scheduledProject: allocated?.project ?? covering?.project ?? null,
    remainingShifts: Number(remaining),
  }
}
