import { fileEventOf } from '#shared/domain/calendar-feed.ts'
import { eventsFile } from '#shared/domain/calendar-file.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { calendarOf } from './providers.ts'

const DAY_MS = 86_400_000
/** What a feed holds, around the day on which it is read. */
const DAYS_BEFORE = 31
const DAYS_AHEAD = 366

/** A new secret address; the one before leads nowhere from now on. Only a hash of the secret is kept. */
export async function resetFeedOf(db: Database, userID: number, now: number): Promise<{ path: string }> {
  const key = newLinkToken()
  const row = { keyHash: hashLinkToken(key), createdAt: now }
  await db
    .insertInto('calendarFeeds')
    .values({ userID, ...row })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(row))
    .execute()
  return { path: `/api/calendar/feed.ics?key=${key}` }
}

export async function closeFeedOf(db: Database, userID: number): Promise<void> {
  await db.deleteFrom('calendarFeeds').where('userID', '=', userID).execute()
}

/** Since when there is an address; null where there is none. */
export async function feedSince(db: Database, userID: number): Promise<string | null> {
  const row = await db
    .selectFrom('calendarFeeds')
    .where('userID', '=', userID)
    .select('createdAt')
    .executeTakeFirst()
  return row ? new Date(row.createdAt).toISOString() : null
}

/** The calendar behind a secret as an iCalendar file. @throws Refusal 400, the same whatever is wrong with it */
export async function feedOf(db: Database, key: string, now: number): Promise<string> {
  const feed = await db
    .selectFrom('calendarFeeds')
    .where('keyHash', '=', hashLinkToken(key))
    .select('userID')
    .executeTakeFirst()
  const person = feed ? await findPerson(db, feed.userID, now) : null
  if (!person?.permissions.can('ITRACKER_CAN_SEE_MY_SCHEDULE')) throw new Refusal(400, 'calendar.noFeed')
  const query = {
    userID: person.userID,
    userName: person.displayName,
    from: now - DAYS_BEFORE * DAY_MS,
    to: now + DAYS_AHEAD * DAY_MS,
  }
  const events = await calendarOf({ db, person, query, now })
  return eventsFile(events.map(fileEventOf), now)
}
