import { NO_SHOW_AFTER_MS } from '#shared/domain/attendance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { ENTRY_WINDOW_MS } from '#shared/domain/shifts.ts'
import { termsOn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { openSession } from './sessions.ts'

const REASON_MIN = 3

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Planned shifts: the states from which somebody may begin or go on. */
const OPEN = ['PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'] as const

interface OpenShift {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly project: string | null
}

/** The shift that can be begun now: from 30 minutes before it until 15 after its end; the later of two. */
export async function shiftToStart(db: Database, userID: number, now: number): Promise<OpenShift | null> {
  const row = await db
    .selectFrom('shifts as s')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .where('s.userID', '=', userID)
    .where('s.state', 'in', OPEN)
    .where('s.start', '<=', now + ENTRY_WINDOW_MS)
    .where('s.end', '>', now - NO_SHOW_AFTER_MS)
    .orderBy('s.start', 'desc')
    .orderBy('s.id', 'desc')
    .select(['s.id', 's.start', 's.end', 'p.name as project'])
    .executeTakeFirst()
  return row ?? null
}

/** Which shift of the day is still to come, and whether one has been. */
async function shiftsOfDay(db: Database, userID: number, now: number) {
  const rows = await db
    .selectFrom('shifts')
    .where('userID', '=', userID)
    .where('state', 'in', OPEN)
    .where('start', '<', londonDayAfter(now, 1))
    .where('end', '>', startOfLondonDay(now))
    .orderBy('start')
    .select(['start', 'end'])
    .execute()
  return { next: rows.find(({ start }) => start > now) ?? null, hadOne: rows.some(({ end }) => end <= now) }
}

/** What stands in place of the switch for somebody who isn't working; null for who is. */
export async function startOffered(
  db: Database,
  userID: number,
  now: number,
): Promise<'SHIFT' | 'WITHOUT' | 'NOT_YET' | null> {
  const open = await openSession(db, userID)
  if (open && open.activity !== 'INACTIVE') return null
  if (await shiftToStart(db, userID, now)) return 'SHIFT'
  if (await mayStartWithout(db, userID, now)) return 'WITHOUT'
  return 'NOT_YET'
}

async function mayStartWithout(db: Database, userID: number, now: number): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select('contractTypeID')
    .executeTakeFirst()
  if (person?.contractTypeID == null) return false
  const terms = await termsOn(db, person.contractTypeID, londonField(now).slice(0, 10))
  return terms?.terms.mayStartWithoutShift ?? false
}

interface WantedStart {
  readonly userID: number
  readonly reason: string
  readonly now: number
}

/**
 * Whether somebody may begin to work, in the transaction in which they do (spec 4 §4.2.1).
 * @returns the project of the shift; null without one
 * @throws Refusal 400 where they work already, the shift is too far away or over, or there is
 * none and no reason is given; 403 where their contract type has no work without a shift
 */
export async function requireStart(trx: Database, wanted: WantedStart): Promise<{ project: string | null }> {
  const { userID, reason, now } = wanted
  const open = await openSession(trx, userID)
  if (open && open.activity !== 'INACTIVE')
    throw new Refusal(400, 'activity.already', { activity: open.activity })
  const shift = await shiftToStart(trx, userID, now)
  if (shift) return { project: shift.project }
  if (reason.length < REASON_MIN) {
    const { next, hadOne } = await shiftsOfDay(trx, userID, now)
    if (next) throw new Refusal(400, 'shift.notYet', { time: TIME.format(next.start) })
    throw new Refusal(400, hadOne ? 'shift.over' : 'shift.without')
  }
  if (!(await mayStartWithout(trx, userID, now))) throw new Refusal(403, 'shift.notWithout')
  return { project: null }
}
