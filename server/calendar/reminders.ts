import { type EventKey, eventID } from '#shared/domain/calendar.ts'
import { DEFAULT_CALENDAR_SETTINGS, usualReminder } from '#shared/domain/calendar-settings.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { StoredEvent } from './events.ts'
import { isOneOf, momentsOf, type Occurrence, occurrencesIn } from './series.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How late somebody is still told, where no server ran when it was due. */
const LATE_MS = 60 * MINUTE_MS
/** What is told after an event begins is told on its day. */
const AFTER_MS = DAY_MS
/** How far ahead of what is wanted a series is counted, so that it isn't counted each minute. */
const AHEAD_MS = 2 * DAY_MS
/** How long it is remembered who was told of what. */
const KEPT_MS = 40 * DAY_MS

/** Something that a person may have to be told of. */
interface Coming extends Pick<EventKey, 'kind' | 'recordID' | 'original'> {
  readonly userID: number
  readonly subject: string
  readonly isAllDay: boolean
  readonly start: number
  readonly end: number
}

/** The occurrences of series, as far as they were counted; anew wherever one has changed. */
interface Counted {
  readonly version: number
  readonly from: number
  readonly to: number
  readonly found: readonly Occurrence[]
}

interface ReminderServices {
  readonly db: Database
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Tells people of what begins soon, each of it once: of several servers the one that adds its row. */
export class Reminders {
  readonly #db: Database
  readonly #publisher: ReminderServices['publisher']
  /** What counting a rule gave: it is the same whoever counts. */
  readonly #counted = new Map<number, Counted>()

  constructor({ db, publisher }: ReminderServices) {
    this.#db = db
    this.#publisher = publisher
  }

  /** Tells who is to be told by now, in milliseconds since 1970. */
  async tellDue(now: number): Promise<void> {
    const db = this.#db
    const choices = await db.selectFrom('calendarReminders').selectAll().execute()
    const usual = new Map(
      (await db.selectFrom('calendarSettings').select(['userID', 'reminder']).execute()).map(
        ({ userID, reminder }) => [userID, reminder],
      ),
    )
    const own = new Map(
      choices.map(({ userID, kind, recordID, minutes }) => [`${userID}:${kind}:${recordID}`, minutes]),
    )
    const longest = Math.max(
      DEFAULT_CALENDAR_SETTINGS.reminder ?? 0,
      ...[...usual.values(), ...own.values()].map((minutes) => minutes ?? 0),
    )
    const span = { from: now - AFTER_MS - LATE_MS, to: now + longest * MINUTE_MS + 1 }
    const coming = [
      ...(await this.#ownEvents(span)),
      ...(await this.#meetings(span)),
      ...(await this.#tasks(span)),
    ]
    for (const one of coming) {
      const said = own.get(`${one.userID}:${one.kind}:${one.recordID}`)
      const set = usual.get(one.userID)
      const usually = set === undefined ? DEFAULT_CALENDAR_SETTINGS.reminder : set
      const lead = said === undefined ? usualReminder(usually, one.kind, one.isAllDay) : said
      if (lead === null) continue
      const due = one.start - lead * MINUTE_MS
      if (due <= now && due > now - LATE_MS && one.end > now) await this.#tell(one, now)
    }
    await db
      .deleteFrom('calendarReminded')
      .where('toldAt', '<', now - KEPT_MS)
      .execute()
  }

  /** Tells one person of one beginning, unless somebody has. */
  async #tell(one: Coming, now: number): Promise<void> {
    const { userID, kind, recordID, original, start } = one
    const kept = await this.#db.transaction().execute(async (trx) => {
      const row = { userID, eventID: eventID(kind, recordID, original), startsAt: start, toldAt: now }
      const added = await trx
        .insertInto('calendarReminded')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('userID')
        .executeTakeFirst()
      return added ? keepNotifications(trx, now, [noticeOf(one, now)]) : []
    })
    if (kept.length > 0) this.#publisher.notified(kept)
  }

  async #ownEvents({ from, to }: { from: number; to: number }): Promise<Coming[]> {
    const bound = (at: number): string => new Date(at).toISOString().slice(0, 16)
    const stored = await this.#db
      .selectFrom('calendarEvents as e')
      .innerJoin('users as u', 'u.id', 'e.userID')
      .where('u.isActive', '=', 1)
      .where('e.deletedAt', 'is', null)
      .where('e.eventState', '=', 'APPROVED')
      .where('e.startLocal', '<=', bound(to + DAY_MS))
      .where((eb) => eb.or([eb('e.rule', 'is not', null), eb('e.startLocal', '>=', bound(from - DAY_MS))]))
      .selectAll('e')
      .execute()
    const series = stored.filter(({ rule }) => rule !== null)
    for (const id of this.#counted.keys()) if (!series.some((one) => one.id === id)) this.#counted.delete(id)
    const exceptions =
      series.length === 0
        ? []
        : await this.#db
            .selectFrom('calendarExceptions as x')
            .innerJoin('calendarEvents as e', 'e.id', 'x.eventID')
            .where('e.deletedAt', 'is', null)
            .selectAll('x')
            .execute()
    const byEvent = Map.groupBy(exceptions, ({ eventID: id }) => id)
    return stored.flatMap((event) => {
      const otherwise = byEvent.get(event.id) ?? []
      const changed = new Set(otherwise.map(({ original }) => original))
      const about = { kind: 'event', recordID: event.id, userID: event.userID } as const
      const isAllDay = event.isAllDay === 1
      const ruled = this.#occurrences(event, from, to)
        .filter(({ original }) => !changed.has(original))
        .map((one) => ({ ...about, isAllDay, ...one, subject: event.subject }))
      const moved = otherwise
        .filter((one) => one.isCancelled === 0)
        .map((one) => ({ ...about, isAllDay, ...one, ...momentsOf({ ...one, zone: event.zone }) }))
        .filter(({ start }) => start >= from && start < to)
        .filter(({ original }) => isOneOf(event, original))
      return [...ruled, ...moved].map((one) => ({
        ...one,
        original: event.rule === null ? null : one.original,
      }))
    })
  }

  #occurrences(event: StoredEvent, from: number, to: number): readonly Occurrence[] {
    if (event.rule === null) return occurrencesIn(event, from, to)
    const known = this.#counted.get(event.id)
    const isEnough = known && known.version === event.version && known.from <= from && known.to >= to
    const until = to + AHEAD_MS
    const counted = isEnough
      ? known
      : { version: event.version, from, to: until, found: occurrencesIn(event, from, until) }
    if (!isEnough) this.#counted.set(event.id, counted)
    return counted.found.filter(({ start }) => start >= from && start < to)
  }

  async #meetings({ from, to }: { from: number; to: number }): Promise<Coming[]> {
    const rows = await this.#db
      .selectFrom('meetings as m')
      .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('u.isActive', '=', 1)
      .where('p.cancelledAt', 'is', null)
      .where('m.start', '>=', from)
      .where('m.start', '<', to)
      .select(['m.id as recordID', 'm.subject', 'm.start', 'm.end', 'p.userID', 'm.announcedAt'])
      .execute()
    // One that was begun at once is announced by itself.
    return rows
      .filter(({ announcedAt, start }) => announcedAt === null || announcedAt > start)
      .map((row) => ({ ...row, kind: 'meeting', original: null, isAllDay: false }))
  }

  /** Of tasks whoever asked to be told of one. */
  async #tasks({ from, to }: { from: number; to: number }): Promise<Coming[]> {
    const rows = await this.#db
      .selectFrom('calendarReminders as r')
      .innerJoin('tasks as t', (join) =>
        join.onRef('t.id', '=', 'r.recordID').onRef('t.userID', '=', 'r.userID'),
      )
      .where('r.kind', '=', 'task')
      .where('t.eventStart', '>=', from)
      .where('t.eventStart', '<', to)
      .select(['t.id as recordID', 't.subject', 't.eventStart as start', 't.eventEnd as end', 't.userID'])
      .execute()
    return rows.map((row) => ({ ...row, kind: 'task', original: null, isAllDay: false }))
  }
}

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

/** What a person reads, which names a meeting or a task by its id, so that it leads there. */
function noticeOf({ userID, kind, recordID, subject, start, isAllDay }: Coming, now: number) {
  const isToday = DAY.format(start) === DAY.format(now)
  const when = isAllDay
    ? isToday
      ? 'is today'
      : `is on ${DAY.format(start)}`
    : `begins ${isToday ? '' : `on ${DAY.format(start)} `}at ${TIME.format(start)}`
  const names = { meeting: `Meeting: ${recordID} ‘${subject}’`, task: `Task: ${recordID} ‘${subject}’` }
  const name = kind === 'meeting' || kind === 'task' ? names[kind] : `‘${subject}’`
  return {
    userID,
    isAlone: true,
    type: 'NEW_UPDATE',
    subject: `${name} ${when}`,
    source: kind === 'meeting' ? 'MEETING' : kind === 'task' ? 'TASK' : 'CALENDAR',
    sourceID: recordID,
    cssClass: 'info',
  } as const
}
