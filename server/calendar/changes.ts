import {
  type EventKey,
  eventID,
  isCompanys,
  isLocalTime,
  parseEventID,
  type SeriesScope,
  timesProblem,
} from '#shared/domain/calendar.ts'
import { countingOn, endingAt, movedRule, partOf } from '#shared/domain/calendar-repeat.ts'
import { localOf, wallOf } from '#shared/domain/zone-time.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { StoredEvent } from './events.ts'
import { isOneOf, wallStarts } from './series.ts'

const DAY_MS = 86_400_000

/** What can be said anew of an event. Times are by its own clock. */
export interface EventChange {
  readonly subject?: string | undefined
  readonly note?: string | undefined
  readonly startLocal?: string | undefined
  readonly endLocal?: string | undefined
  readonly rule?: string | null | undefined
}

/** Who changes their own calendar, and when. */
export interface Desk {
  readonly db: Database
  readonly userID: number
  readonly now: number
}

/** What a change came to. */
export interface Changed {
  readonly id: string
  readonly version: number
  readonly endedRule: string | null
}

/** @throws Refusal 400 for times that no event can have */
export function requireTimes(startLocal: string, endLocal: string): void {
  if (!isLocalTime(startLocal) || !isLocalTime(endLocal)) throw new Refusal(400, 'calendar.badTime')
  const problem = timesProblem(startLocal, endLocal)
  if (problem !== null) throw new Refusal(400, `calendar.${problem}`)
}

/** One of the person's own events, that was deleted too; which of a series, where the id says one. */
async function requireOwn(
  { db, userID }: Desk,
  id: string,
): Promise<{ stored: StoredEvent; original: string | null }> {
  const key: EventKey | null = parseEventID(id)
  const stored =
    key === null
      ? undefined
      : await db
          .selectFrom('calendarEvents')
          .where('id', '=', key.recordID)
          .where('userID', '=', userID)
          .selectAll()
          .executeTakeFirst()
  if (key === null || key.kind !== 'event' || stored === undefined) throw new Refusal(400, 'calendar.gone')
  if (isCompanys(stored.eventType)) throw new Refusal(403, 'calendar.company')
  const { original } = key
  if (original !== null && (stored.rule === null || !isOneOf(stored, original)))
    throw new Refusal(400, 'calendar.gone')
  return { stored, original: stored.rule === null ? null : original }
}

/** One of the person's events that is still there. @throws Refusal 400 */
async function requireStanding(desk: Desk, id: string) {
  const found = await requireOwn(desk, id)
  if (found.stored.deletedAt !== null) throw new Refusal(400, 'calendar.gone')
  return found
}

/** The scope that is meant: what is no series has one, and what follows the first are all. */
function scopeOf(stored: StoredEvent, original: string | null, scope: SeriesScope): SeriesScope {
  if (original === null) return 'ALL'
  return scope === 'FOLLOWING' && original === stored.startLocal ? 'ALL' : scope
}

/** Changes one event, one of a series, that and all after it, or all. */
export function changeOwnEvent(
  desk: Desk,
  wanted: { id: string; scope: SeriesScope; version?: number | undefined; set: EventChange },
): Promise<Changed> {
  return desk.db.transaction().execute(async (trx) => {
    const within = { ...desk, db: trx }
    const { stored, original } = await requireStanding(within, wanted.id)
    if (wanted.version !== undefined && wanted.version !== stored.version)
      throw new Refusal(409, 'calendar.changedMeanwhile')
    const scope = scopeOf(stored, original, wanted.scope)
    if (original !== null && scope === 'THIS') return changeOne(within, stored, original, wanted.set)
    if (original !== null && scope === 'FOLLOWING') return split(within, stored, original, wanted.set)
    return changeAll(within, stored, original, wanted.set)
  })
}

/** The next version, given to a row that has still the one before. @throws Refusal 409 where it hasn't */
async function put(
  { db, now }: Desk,
  { id, version }: StoredEvent,
  set: Partial<Omit<StoredEvent, 'id'>>,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('calendarEvents')
    .set({ ...set, version: version + 1, updatedAt: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'calendar.changedMeanwhile')
  return version + 1
}

/** How one of a series is, and would be by its rule. */
async function oneOf({ db }: Desk, stored: StoredEvent, original: string) {
  const exception = await db
    .selectFrom('calendarExceptions')
    .where('eventID', '=', stored.id)
    .where('original', '=', original)
    .selectAll()
    .executeTakeFirst()
  const length = wallOf(stored.endLocal) - wallOf(stored.startLocal)
  const ruled = {
    startLocal: original,
    endLocal: localOf(wallOf(original) + length),
    subject: stored.subject,
    note: stored.note,
  }
  return { ruled, now: exception ?? ruled }
}

async function changeOne(
  desk: Desk,
  stored: StoredEvent,
  original: string,
  set: EventChange,
): Promise<Changed> {
  const { now } = await oneOf(desk, stored, original)
  const { subject = now.subject, note = now.note, startLocal = now.startLocal, endLocal = now.endLocal } = set
  requireTimes(startLocal, endLocal)
  await putException(desk, stored.id, { original, subject, note, startLocal, endLocal, isCancelled: 0 })
  return {
    id: eventID('event', stored.id, original),
    version: await put(desk, stored, {}),
    endedRule: null,
  }
}

async function putException(
  { db }: Desk,
  id: number,
  row: {
    original: string
    subject: string
    note: string
    startLocal: string
    endLocal: string
    isCancelled: number
  },
): Promise<void> {
  const { original, ...rest } = row
  await db
    .insertInto('calendarExceptions')
    .values({ eventID: id, original, ...rest })
    .onConflict((conflict) => conflict.columns(['eventID', 'original']).doUpdateSet(rest))
    .execute()
}

/** The fields of a whole series after what was said of one of its own, which is at `original` now. */
function wholeAfter(stored: StoredEvent, original: string | null, set: EventChange) {
  const from = original ?? stored.startLocal
  const by = set.startLocal === undefined ? 0 : wallOf(set.startLocal) - wallOf(from)
  const length =
    set.endLocal === undefined
      ? wallOf(stored.endLocal) - wallOf(stored.startLocal)
      : wallOf(set.endLocal) - wallOf(set.startLocal ?? from)
  const startLocal = localOf(wallOf(stored.startLocal) + by)
  const days = Math.floor(wallOf(startLocal) / DAY_MS) - Math.floor(wallOf(stored.startLocal) / DAY_MS)
  const rule = set.rule === undefined ? stored.rule : set.rule
  return {
    by,
    fields: {
      startLocal,
      endLocal: localOf(wallOf(startLocal) + length),
      subject: set.subject ?? stored.subject,
      note: set.note ?? stored.note,
      rule: rule === null || set.rule !== undefined ? rule : movedRule(rule, by, days),
    },
  }
}

async function changeAll(
  desk: Desk,
  stored: StoredEvent,
  original: string | null,
  set: EventChange,
): Promise<Changed> {
  const { by, fields } = wholeAfter(stored, original, set)
  requireTimes(fields.startLocal, fields.endLocal)
  const version = await put(desk, stored, fields)
  if (by !== 0) await moveExceptions(desk, stored.id, stored.id, by, '')
  const moved = original === null ? null : localOf(wallOf(original) + by)
  return { id: eventID('event', stored.id, fields.rule === null ? null : moved), version, endedRule: null }
}

/** What is otherwise goes along with its series: from one to the same or another, those from a time on. */
async function moveExceptions(
  { db }: Desk,
  from: number,
  to: number,
  by: number,
  since: string,
): Promise<void> {
  const rows = await db
    .selectFrom('calendarExceptions')
    .where('eventID', '=', from)
    .where('original', '>=', since)
    .selectAll()
    .execute()
  if (from === to) await db.deleteFrom('calendarExceptions').where('eventID', '=', from).execute()
  const later = (local: string): string => localOf(wallOf(local) + by)
  const values = rows.map((row) => ({
    ...row,
    eventID: to,
    original: later(row.original),
    startLocal: later(row.startLocal),
    endLocal: later(row.endLocal),
  }))
  if (values.length > 0) await db.insertInto('calendarExceptions').values(values).execute()
}

/** Ends a series before one of its own. @returns its rule until then */
async function endBefore(desk: Desk, stored: StoredEvent, original: string): Promise<{ endedRule: string }> {
  const endedRule = stored.rule ?? ''
  await put(desk, stored, { rule: endingAt(endedRule, wallOf(original) - 1000) })
  return { endedRule }
}

/** 'This and all that follow': the series ends before it, and another goes on from there. */
export async function split(
  desk: Desk,
  stored: StoredEvent,
  original: string,
  set: EventChange,
): Promise<Changed> {
  const { by, fields } = wholeAfter(
    { ...stored, startLocal: original, endLocal: endOf(stored, original) },
    null,
    set,
  )
  requireTimes(fields.startLocal, fields.endLocal)
  const { endedRule } = await endBefore(desk, stored, original)
  const { id: _, ...rest } = stored
  const rule = fields.rule === null ? null : countingOn(fields.rule, leftFrom(stored, original))
  const { id } = await desk.db
    .insertInto('calendarEvents')
    .values({ ...rest, ...fields, rule, version: 1, updatedAt: desk.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await moveExceptions(desk, stored.id, id, by, original)
  return { id: eventID('event', id, rule === null ? null : fields.startLocal), version: 1, endedRule }
}

const endOf = (stored: StoredEvent, original: string): string =>
  localOf(wallOf(original) + wallOf(stored.endLocal) - wallOf(stored.startLocal))

/** How many of a counted series are left from one of its own on. */
function leftFrom(stored: StoredEvent, original: string): number {
  const count = Number(partOf(stored.rule ?? '', 'COUNT') ?? 0)
  const gone = wallStarts(stored, wallOf(stored.startLocal), wallOf(original) - 1000).length
  return Math.max(1, count - gone)
}

/** Takes one, what follows it, or all out of the calendar. */
export function deleteOwnEvent(
  desk: Desk,
  wanted: { id: string; scope: SeriesScope },
): Promise<{ endedRule: string | null }> {
  return desk.db.transaction().execute(async (trx) => {
    const within = { ...desk, db: trx }
    const { stored, original } = await requireStanding(within, wanted.id)
    const scope = scopeOf(stored, original, wanted.scope)
    if (original !== null && scope === 'FOLLOWING') return endBefore(within, stored, original)
    if (original !== null && scope === 'THIS') {
      const { now } = await oneOf(within, stored, original)
      const { subject, note, startLocal, endLocal } = now
      await putException(within, stored.id, { original, subject, note, startLocal, endLocal, isCancelled: 1 })
    }
    await put(within, stored, scope === 'ALL' ? { deletedAt: desk.now } : {})
    return { endedRule: null }
  })
}

/** Brings back what was deleted: one of a series, or all. */
export function restoreOwnEvent(desk: Desk, wanted: { id: string; scope: SeriesScope }): Promise<void> {
  return desk.db.transaction().execute(async (trx) => {
    const within = { ...desk, db: trx }
    const { stored, original } = await requireOwn(within, wanted.id)
    if (original !== null && wanted.scope === 'THIS')
      await trx
        .updateTable('calendarExceptions')
        .set({ isCancelled: 0 })
        .where('eventID', '=', stored.id)
        .where('original', '=', original)
        .execute()
    await put(within, stored, wanted.scope === 'THIS' && original !== null ? {} : { deletedAt: null })
  })
}
