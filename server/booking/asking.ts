import type * as z from 'zod/mini'
import type { newBooking } from '#shared/contract/booking.ts'
import {
  HOLIDAY_DAYS_MAX,
  MONTHS_AHEAD_MAX,
  REQUEST_PERMISSION,
  REQUEST_WORDS,
} from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { plannedDays } from './planned-days.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const QUARTER_MS = HOUR_MS / 4

type Asked = z.output<typeof newBooking.request>

const WHEN = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})

/** What is to be kept of a request. @throws Refusal 400 for what can't be asked (spec 4 §5.2), 403 for who may not */
export async function checkedRequest(db: Database, caller: Caller, asked: Asked, now: number) {
  const { type, startLocal, endLocal, dayPart, reason } = asked
  if (!caller.permissions.can(REQUEST_PERMISSION[type])) throw new Refusal(403, 'accessDenied')
  const { momentOf } = zoneClock(LONDON)
  const walls = { start: wallOf(startLocal), end: wallOf(endLocal) }
  const times = { start: momentOf(walls.start), end: momentOf(walls.end) }
  if (times.end <= times.start) throw new Refusal(400, 'booking.endBeforeStart')
  const isHoliday = type === 'HOLIDAY'
  const hours = isHoliday
    ? await hoursOfHoliday(db, caller.userID, asked, now)
    : (times.end - times.start) / HOUR_MS
  if (!isHoliday && (walls.start % QUARTER_MS !== 0 || walls.end % QUARTER_MS !== 0))
    throw new Refusal(400, 'booking.quarter')
  if (type === 'OVERTIME' && hours < 1) throw new Refusal(400, 'booking.hourAtLeast')
  if (times.start < now && !caller.permissions.can('CAN_RETRO_BOOK_EVENTS'))
    throw new Refusal(400, 'booking.past')
  await requireFree(db, caller.userID, times)
  return { ...times, type, hours, reason, dayPart: isHoliday ? dayPart : ('DAY' as const) }
}

/** Hours that a holiday takes from somebody. @throws Refusal 400 for one that can't be asked for */
export async function hoursOfHoliday(
  db: Database,
  userID: number,
  { startLocal, endLocal, dayPart }: Pick<Asked, 'startLocal' | 'endLocal' | 'dayPart'>,
  now: number,
): Promise<number> {
  const days = (wallOf(endLocal) - wallOf(startLocal)) / DAY_MS
  if (days > HOLIDAY_DAYS_MAX) throw new Refusal(400, 'booking.tooLong')
  const latest = new Date(now)
  latest.setUTCMonth(latest.getUTCMonth() + MONTHS_AHEAD_MAX)
  if (wallOf(startLocal) > latest.getTime()) throw new Refusal(400, 'booking.tooFar')
  const [from, to] = [startLocal.slice(0, 10), endLocal.slice(0, 10)]
  const hours = (await plannedDays(db, userID, { from, to })).hoursOf({ from, to, dayPart })
  if (hours === 0) throw new Refusal(400, 'booking.noWorkingDay')
  return hours
}

/** @throws Refusal 400 where something else was asked for or granted at that time */
async function requireFree(
  db: Database,
  userID: number,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const other = await db
    .selectFrom('bookingRequests')
    .where('userID', '=', userID)
    .where('state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '<', end)
    .where('end', '>', start)
    .select(['type', 'start'])
    .executeTakeFirst()
  if (other)
    throw new Refusal(400, 'booking.overlaps', {
      event: REQUEST_WORDS[other.type],
      time: WHEN.format(other.start),
    })
}
