import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { IMPORT_MAX } from '#shared/domain/calendar.ts'
import { fileNameOf } from '#shared/domain/calendar-feed.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { calendarOf } from './providers.ts'
import { type FiledEvent, readCalendarFile, type UnreadPart } from './reading-files.ts'

const DAY_MS = 86_400_000

/** Who takes a file in, and when. */
interface Importing {
  readonly db: Database
  readonly person: Caller
  readonly now: number
}

/** What a file would make of a calendar. */
export interface ImportPlan {
  readonly fresh: readonly FiledEvent[]
  /** Those that the calendar has already. */
  readonly known: readonly FiledEvent[]
  readonly unread: readonly UnreadPart[]
}

/** @throws Refusal 400 for what is no calendar file, or has nothing in it */
export async function planOf({ db, person, now }: Importing, text: string): Promise<ImportPlan> {
  const read = readCalendarFile(text)
  if (read === null) throw new Refusal(400, 'calendar.noFile')
  const { events, unread } = read
  if (events.length + unread.length === 0) throw new Refusal(400, 'calendar.emptyFile')
  if (events.length > IMPORT_MAX) throw new Refusal(400, 'calendar.fileTooLong', { max: IMPORT_MAX })
  // Of one file the last of a name counts.
  const unique = [...new Map(events.map((event) => [event.uid, event])).values()]
  const known = await knownUids({ db, person, now }, unique)
  return {
    fresh: unique.filter(({ uid }) => !known.has(uid)),
    known: unique.filter(({ uid }) => known.has(uid)),
    unread,
  }
}

/** The names of those that the calendar has: taken in before, or its own that come back from its feed. */
async function knownUids(importing: Importing, events: readonly FiledEvent[]): Promise<Set<string>> {
  const { db, person } = importing
  const rows = await db
    .selectFrom('calendarEvents')
    .where('userID', '=', person.userID)
    .where('deletedAt', 'is', null)
    .where('uid', 'is not', null)
    .select('uid')
    .execute()
  const own = await ownUids(importing, events)
  return new Set([...rows.flatMap(({ uid }) => (uid === null ? [] : [uid])), ...own])
}

/** Of an installation's own names those whose event is in this calendar at that time: elsewhere it is another. */
async function ownUids({ db, person, now }: Importing, events: readonly FiledEvent[]): Promise<string[]> {
  const ours = events.filter(({ uid }) => uid.endsWith('@fieldwork'))
  if (ours.length === 0) return []
  const starts = ours.map(({ startLocal, zone }) => zoneClock(zone).momentOf(wallOf(startLocal)))
  const query = {
    userID: person.userID,
    userName: person.displayName,
    from: Math.min(...starts) - DAY_MS,
    to: Math.max(...starts) + DAY_MS,
  }
  const there = new Map(
    (await calendarOf({ db, person, query, now })).map((event) => [`${fileNameOf(event)}@fieldwork`, event]),
  )
  const isSame = (event: CalendarEvent | undefined, start: number | undefined): boolean =>
    event !== undefined && Date.parse(event.eventStart) === start
  return ours.flatMap(({ uid }, place) => (isSame(there.get(uid), starts[place]) ? [uid] : []))
}

/** Takes a file in. @returns its number, by which it is taken back, and how many events it made */
export async function importFile(
  importing: Importing,
  text: string,
): Promise<{ importID: number; made: number; known: number; unread: number }> {
  const { fresh, known, unread } = await planOf(importing, text)
  const { person, now } = importing
  return importing.db.transaction().execute(async (trx) => {
    const { id: importID } = await trx
      .insertInto('calendarImports')
      .values({ userID: person.userID, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    let made = 0
    for (const event of fresh) if (await make(trx, person.userID, event, importID, now)) made += 1
    // What another window took in meanwhile is there.
    return { importID, made, known: known.length + fresh.length - made, unread: unread.length }
  })
}

async function make(
  db: Database,
  userID: number,
  event: FiledEvent,
  importID: number,
  now: number,
): Promise<boolean> {
  const { exceptions, isAllDay, isCancelled, ...fields } = event
  const row = await db
    .insertInto('calendarEvents')
    .values({
      ...fields,
      userID,
      importID,
      isAllDay: isAllDay ? 1 : 0,
      eventType: 'PERSONAL',
      eventState: isCancelled ? 'CANCELLED' : 'APPROVED',
      version: 1,
      updatedAt: now,
      deletedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  if (exceptions.length > 0)
    await db
      .insertInto('calendarExceptions')
      .values(
        exceptions.map(({ isCancelled: isOut, ...one }) => ({
          ...one,
          eventID: row.id,
          isCancelled: isOut ? 1 : 0,
        })),
      )
      .execute()
  return true
}

/** Takes out of the calendar what a file brought and the person hasn't changed since. @throws Refusal 400 */
export async function undoImport({ db, person, now }: Importing, importID: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('calendarImports')
      .set({ undoneAt: now })
      .where('id', '=', importID)
      .where('userID', '=', person.userID)
      .where('undoneAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Refusal(400, 'calendar.gone')
    await trx
      .updateTable('calendarEvents')
      .set({ deletedAt: now, updatedAt: now })
      .where('importID', '=', importID)
      .where('version', '=', 1)
      .where('deletedAt', 'is', null)
      .execute()
  })
}
