import { endingAt } from '#shared/domain/calendar-repeat.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import {
  endOfWallDay,
  londonLocal,
  MEETING_RULES,
  MEETING_SERIES_MAX,
  type MeetingRepeat,
} from '#shared/domain/meetings.ts'
import { occurrencesIn } from '../calendar/series.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const DAY_MS = 86_400_000
/** How long a guest's link leads somewhere after the last meeting. */
export const GUEST_AFTER_DAYS = 1

/** In milliseconds since 1970. */
interface Times {
  readonly start: number
  readonly end: number
}

/** How a meeting repeats, until the end of a day, YYYY-MM-DD. */
export interface Repeats {
  readonly rule: MeetingRepeat
  readonly until: string
}

/** When a meeting and those that repeat it are. @throws Refusal 400 for more than a series has */
export function timesOf({ start, end }: Times, repeats: Repeats | undefined): Times[] {
  if (!repeats) return [{ start, end }]
  const rule = endingAt(MEETING_RULES[repeats.rule], endOfWallDay(repeats.until))
  const series = { startLocal: londonLocal(start), endLocal: londonLocal(end), zone: LONDON, rule }
  const times = occurrencesIn(series, start, endOfWallDay(repeats.until) + DAY_MS)
  if (times.length > MEETING_SERIES_MAX) throw tooMany()
  const others = times.filter((time) => time.start > start)
  return [{ start, end }, ...others.map((time) => ({ start: time.start, end: time.end }))]
}

const tooMany = () => new Refusal(400, 'meeting.tooMany', { max: MEETING_SERIES_MAX })

/**
 * Makes a series longer: those that are added are as its last one is that stands, people and guests included, and asked
 * anew. A guest's link lasts as long.
 *
 * @param trx a transaction: what is refused changes nothing
 * @param until the last day, YYYY-MM-DD
 * @returns the meetings that were added
 * @throws Refusal 400 for a meeting that doesn't repeat, a day that adds none, or too many; 409 where somebody else was
 *   quicker
 */
export async function prolong(
  trx: Database,
  { meetingID, until, now }: { readonly meetingID: number; readonly until: string; readonly now: number },
): Promise<number[]> {
  const one = await trx
    .selectFrom('meetings')
    .where('id', '=', meetingID)
    .select(['repeats', 'seriesID'])
    .executeTakeFirstOrThrow()
  if (one.repeats === null) throw new Refusal(400, 'meeting.noSeries')
  // One that was the only one so far has no series yet.
  const seriesID = one.seriesID ?? meetingID
  const standing = await trx
    .selectFrom('meetings')
    .where((eb) => eb.or([eb('seriesID', '=', seriesID), eb('id', '=', seriesID)]))
    .where('cancelledAt', 'is', null)
    .where('end', '>', now)
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute()
  const [last] = standing
  if (!last) throw new Refusal(400, 'meeting.unknown')
  const [, ...times] = timesOf(last, { rule: one.repeats, until })
  if (times.length === 0) throw new Refusal(400, 'meeting.noneAdded')
  if (standing.length + times.length > MEETING_SERIES_MAX) throw tooMany()
  // Of two at once one goes on from here: the other one's last meeting is another by then.
  const { numUpdatedRows } = await trx
    .updateTable('meetings')
    .set({ version: last.version + 1 })
    .where('id', '=', last.id)
    .where('version', '=', last.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'meeting.changedMeanwhile')
  if (one.seriesID === null)
    await trx.updateTable('meetings').set({ seriesID }).where('id', '=', meetingID).execute()
  const people = await trx
    .selectFrom('meetingPeople')
    .where('meetingID', '=', last.id)
    .where('cancelledAt', 'is', null)
    .select('userID')
    .execute()
  const guests = await trx
    .selectFrom('meetingGuests')
    .where('meetingID', '=', last.id)
    .where('linkID', 'is not', null)
    .select(['email', 'name', 'linkID'])
    .execute()
  const { hostID, subject, agenda, repeats } = last
  const added: number[] = []
  for (const time of times) {
    const { id } = await trx
      .insertInto('meetings')
      .values({ ...{ hostID, subject, agenda, repeats, seriesID, isImmediate: 0 }, ...time })
      .returning('id')
      .executeTakeFirstOrThrow()
    added.push(id)
    await trx
      .insertInto('meetingPeople')
      .values(
        people.map(({ userID }) => ({
          ...{ meetingID: id, userID },
          ...(userID === hostID ? { answer: 'COMING' as const, answeredAt: now } : {}),
        })),
      )
      .execute()
    if (guests.length > 0)
      await trx
        .insertInto('meetingGuests')
        .values(guests.map((guest) => ({ ...guest, meetingID: id })))
        .execute()
  }
  const end = Math.max(...times.map((time) => time.end)) + GUEST_AFTER_DAYS * DAY_MS
  if (guests.length > 0)
    await trx
      .updateTable('publicLinks')
      .set({ expiresAt: end })
      .where(
        'id',
        'in',
        guests.map(({ linkID }) => linkID ?? 0),
      )
      // One that was ended by hand stays so.
      .where('expiresAt', '>', now)
      .where('expiresAt', '<', end)
      .execute()
  return added
}
