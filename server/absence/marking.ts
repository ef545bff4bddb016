import { ABSENCE_WORDS, caseKindAt, OPEN_CASE_STATES, type ReportedAs } from '#shared/domain/absence.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'

const PAGE = 'supervisor.resource'
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const isOpen = (state: string): boolean => (OPEN_CASE_STATES as readonly string[]).includes(state)
const field = (at: number) => londonField(at).slice(0, 16)

/** A shift of today, one that goes on over midnight among them. @throws Refusal 404 */
export async function requireTodaysShift(db: Database, id: number, now: number) {
  const shift = await db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('s.id', '=', id)
    .where('s.state', 'in', ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED', 'NO_SHOW'])
    .where('s.start', '<', londonDayAfter(now, 1))
    .where('s.end', '>', startOfLondonDay(now))
    .select(['s.id', 's.userID', 's.start', 's.end', 's.state', 'u.displayName as name', 'u.managerID'])
    .executeTakeFirst()
  if (!shift) throw new Refusal(404, 'record.gone', { one: 'shift' })
  return shift
}
export type TodaysShift = Awaited<ReturnType<typeof requireTodaysShift>>

/** Whether its person worked in a shift. */
export async function hasBegun(db: Database, { userID, start, end }: TodaysShift): Promise<boolean> {
  const worked = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('activity', '<>', 'INACTIVE')
    .where('startedAt', '<', end)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', start)]))
    .select('id')
    .executeTakeFirst()
  return worked !== undefined
}

interface Mark {
  readonly shift: TodaysShift
  readonly reported: ReportedAs
  readonly note: string
  readonly now: number
}

/**
 * Marks somebody as sick or absent for what is left of a shift: an event that is PENDING until the case is decided, and
 * HR's absence case (spec 4 §4.4.4). The caller holds the turn, and has made sure of the person.
 * @throws Refusal 400 where the shift is over for who worked in it, or HR has decided
 */
export async function markAs(
  trx: Database,
  caller: Caller,
  { shift, reported, note, now }: Mark,
): Promise<{ readonly id: number; readonly told: NewNotification[] }> {
  const { id: shiftID, userID, name } = shift
  const began = await hasBegun(trx, shift)
  const start = began ? Math.max(shift.start, Math.min(now, shift.end)) : shift.start
  if (start >= shift.end) throw new Refusal(400, 'absence.over', { name })
  const before = await trx
    .selectFrom('absenceCases')
    .where('shiftID', '=', shiftID)
    .select(['id', 'state', 'reported', 'eventID', 'start', 'decidedAt'])
    .executeTakeFirst()
  if (before && !isOpen(before.state) && before.decidedAt !== null)
    throw new Refusal(400, 'record.cannot', {
      record: 'The case',
      ...{ state: ABSENCE_WORDS.state[before.state].toLowerCase(), action: 'changed' },
    })
  // Of a case that goes on its time stays; what was taken back begins anew.
  const from = before && isOpen(before.state) && before.eventID !== null ? before.start : start
  const eventID = await keepEvent(trx, {
    ...{ userID, reported, start: from, end: shift.end, note, now },
    eventID: before?.eventID ?? (await noShowEvent(trx, shift)),
  })
  const values = {
    ...{ kind: caseKindAt(shift, { began, now }), reported, note, eventID },
    ...{ start: from, end: shift.end, changedBy: caller.userID, changedAt: now },
    state: before && isOpen(before.state) ? before.state : ('OPEN' as const),
  }
  const id =
    before?.id ?? (await addCase(trx, shift, { ...values, openedBy: caller.userID, detectedAt: now }))
  if (before)
    await trx
      .updateTable('absenceCases')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  await audit(trx, caller, now, {
    ...{ action: 'ABSENCE_MARKED', page: PAGE, recordType: 'absenceCase', recordID: id },
    ...{ label: `${name}, ${londonField(shift.start)}`, personID: userID },
    changes: [{ field: 'reported', before: before?.reported ?? null, after: reported }],
  })
  const word = ABSENCE_WORDS.reported[reported].toLowerCase()
  const when = WHEN.format(shift.start)
  const of = { type: 'NEW_UPDATE', source: 'ABSENCE', sourceID: id, cssClass: 'info' } as const
  const told: NewNotification[] = [
    { ...of, userID, subject: `${caller.displayName} marked you as ${word} on ${when}`, body: note },
  ]
  if (shift.managerID !== null && shift.managerID !== caller.userID)
    told.push({ ...of, userID: shift.managerID, subject: `${name} is ${word} on ${when}`, body: note })
  return { id, told }
}

async function addCase(
  trx: Database,
  shift: TodaysShift,
  values: {
    readonly kind: 'NOT_IN' | 'NO_SHOW' | 'LATE' | 'LEFT_EARLY' | 'AWAY'
    readonly reported: ReportedAs
    readonly note: string
    readonly eventID: number
    readonly start: number
    readonly end: number
    readonly changedBy: number
    readonly changedAt: number
    readonly state: 'OPEN' | 'CONTACTING' | 'EXPLAINED' | 'AUTHORISED' | 'UNAUTHORISED' | 'CLOSED'
    readonly openedBy: number
    readonly detectedAt: number
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('absenceCases')
    .values({
      ...{ userID: shift.userID, shiftID: shift.id, day: londonField(shift.start).slice(0, 10), version: 1 },
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The event that the product made of a no-show, which is what was reported then. */
async function noShowEvent(trx: Database, { userID, start, end }: TodaysShift): Promise<number | null> {
  const found = await trx
    .selectFrom('calendarEvents')
    .where('userID', '=', userID)
    .where('eventType', '=', 'AWOL')
    .where('eventState', '=', 'SYSTEM_AUTO')
    .where('deletedAt', 'is', null)
    .where('startLocal', '=', field(start))
    .where('endLocal', '=', field(end))
    .select('id')
    .executeTakeFirst()
  return found?.id ?? null
}

async function keepEvent(
  trx: Database,
  event: {
    readonly eventID: number | null
    readonly userID: number
    readonly reported: ReportedAs
    readonly start: number
    readonly end: number
    readonly note: string
    readonly now: number
  },
): Promise<number> {
  const { eventID, userID, reported, start, end, now } = event
  const values = {
    ...{ eventType: reported, eventState: 'PENDING' as const, subject: ABSENCE_WORDS.reported[reported] },
    ...{ startLocal: field(start), endLocal: field(end), zone: LONDON, updatedAt: now, deletedAt: null },
  }
  if (eventID !== null) {
    await trx
      .updateTable('calendarEvents')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('id', '=', eventID)
      .execute()
    return eventID
  }
  const { id } = await trx
    .insertInto('calendarEvents')
    .values({
      ...{ ...values, userID, note: '', isAllDay: 0, rule: null, version: 1, uid: null, importID: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Takes a mark back while the case is as it was opened; its event goes.
 * @throws Refusal 400 where somebody has worked on it, 409 for an older version
 */
export async function unmark(
  trx: Database,
  caller: Caller,
  found: {
    readonly id: number
    readonly version: number
    readonly userID: number
    readonly name: string
    readonly state: keyof typeof ABSENCE_WORDS.state
    readonly eventID: number | null
    readonly attempts: readonly unknown[]
    readonly start: number
  },
  { version, now }: { readonly version: number; readonly now: number },
): Promise<NewNotification> {
  const { id, userID, name, state, eventID, attempts, start } = found
  if (state !== 'OPEN' || attempts.length > 0)
    throw new Refusal(400, 'record.cannot', {
      record: 'The case',
      ...{ state: ABSENCE_WORDS.state[state].toLowerCase(), action: 'taken back' },
    })
  await changeSeen(
    trx,
    'absenceCases',
    'case',
    { id, version },
    { state: 'CLOSED', reported: null },
    { caller, at: now },
  )
  if (eventID !== null)
    await trx
      .updateTable('calendarEvents')
      .set((eb) => ({ deletedAt: now, updatedAt: now, version: eb('version', '+', 1) }))
      .where('id', '=', eventID)
      .execute()
  await audit(trx, caller, now, {
    ...{ action: 'ABSENCE_UNMARKED', page: PAGE, recordType: 'absenceCase', recordID: id },
    ...{ label: `${name}, ${londonField(start)}`, personID: userID },
    changes: [{ field: 'state', before: state, after: 'CLOSED' }],
  })
  return {
    ...{ userID, type: 'NEW_UPDATE', source: 'ABSENCE', sourceID: id, cssClass: 'info' },
    subject: `You are no longer marked as absent on ${WHEN.format(start)}`,
  }
}
