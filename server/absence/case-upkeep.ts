import {
  ATTEMPTS_DUE_MS,
  NOT_IN_AFTER_MS,
  OPEN_CASE_STATES,
  WELFARE_AFTER_MS,
} from '#shared/domain/absence.ts'
import { NO_SHOW_AFTER_MS } from '#shared/domain/attendance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { type AbsenceCaseRow, absenceCases } from './cases.ts'

/** What is older was planned before there was any of this. */
const LOOKED_BACK_MS = 2 * 86_400_000
const MINUTE_MS = 60_000
const PAGE = 'hr.unauthorised-absence'
/** Approved events of these kinds say that somebody needn't be there (spec 6 §5.2). */
const COVERING = ['HOLIDAY', 'SICK', 'ABSENCE', 'MEDICAL_APPOINTMENT', 'TRAINING_SESSION', 'OTHER'] as const
const COVERING_REQUESTS = ['HOLIDAY', 'MEDICAL_APPOINTMENT'] as const
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const SYSTEM: Actor = { userID: null, displayName: 'Absence cases' }

interface CaseParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** Windows of these people read the case again. */
  readonly tell: (userIDs: readonly number[], caseID: number) => void
}

interface Span {
  readonly start: number
  readonly end: number
}
interface Owned extends Span {
  readonly userID: number
}

const news = (userID: number, sourceID: number, subject: string, body = ''): NewNotification => ({
  ...{ userID, subject, body, source: 'ABSENCE', sourceID, type: 'NEW_UPDATE', cssClass: 'warning' },
})

/** Approved times of these people in which they needn't be at work. Times in milliseconds since 1970. */
async function coveringTimes(
  db: Database,
  userIDs: readonly number[],
  { start, end }: Span,
): Promise<Owned[]> {
  const own = [0, ...userIDs]
  const field = (at: number) => londonField(at).slice(0, 16)
  // Events keep whole minutes: one that begins within the last minute of the span lies in it, too.
  const upTo = field(end + MINUTE_MS - 1)
  const events = await db
    .selectFrom('calendarEvents')
    .where('userID', 'in', own)
    .where('eventType', 'in', COVERING)
    .where('eventState', '=', 'APPROVED')
    .where('deletedAt', 'is', null)
    .where('startLocal', '<', upTo)
    .where('endLocal', '>', field(start))
    .select(['userID', 'startLocal', 'endLocal'])
    .execute()
  const requests = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', own)
    .where('type', 'in', COVERING_REQUESTS)
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '<', end)
    .where('end', '>', start)
    .select(['userID', 'start', 'end'])
    .execute()
  const trainings = await db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .where('a.userID', 'in', own)
    .where('a.state', '=', 'BOOKED')
    .where('s.status', '<>', 'CANCELLED')
    .where('s.start', '<', end)
    .where('s.end', '>', start)
    .select(['a.userID', 's.start', 's.end'])
    .execute()
  return [
    ...events.map(({ userID, startLocal, endLocal }) => ({
      ...{ userID, start: momentOfField(startLocal), end: momentOfField(endLocal) },
    })),
    ...requests.map((one) => ({ userID: one.userID, start: Number(one.start), end: Number(one.end) })),
    ...trainings.map((one) => ({ userID: one.userID, start: Number(one.start), end: Number(one.end) })),
  ]
}

/** When somebody first worked in a shift, what they had begun before it and still did among it; null where they didn't. */
async function beganAt(db: Database, userID: number, { start, end }: Span): Promise<number | null> {
  const first = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('activity', '<>', 'INACTIVE')
    .where('startedAt', '<', end)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', start)]))
    .orderBy('startedAt')
    .select('startedAt')
    .executeTakeFirst()
  return first ? Number(first.startedAt) : null
}

/** Makes a case of each shift whose person isn't there 15 minutes after its start. @returns how many */
export async function openCases({ db, publisher, tell }: CaseParts, now: number): Promise<number> {
  const due = await db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .leftJoin('absenceCases as c', 'c.shiftID', 's.id')
    .where('s.state', '=', 'PUBLISHED')
    .where('s.start', '<=', now - NOT_IN_AFTER_MS)
    .where('s.start', '>', now - LOOKED_BACK_MS)
    .where('s.end', '>', now - NO_SHOW_AFTER_MS)
    .where('c.id', 'is', null)
    .where('u.isActive', '=', 1)
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.start', 's.end', 'u.displayName as name', 'u.managerID'])
    .select('m.managerID as managerOfManager')
    .execute()
  let count = 0
  for (const { id, userID, start, end, name, managerID, managerOfManager } of due) {
    const made = await db.transaction().execute(async (trx) => {
      if ((await beganAt(trx, userID, { start, end: now + 1 })) !== null) return null
      const covered = await coveringTimes(trx, [userID], { start: now, end: now + 1 })
      if (covered.length > 0) return null
      const added = await trx
        .insertInto('absenceCases')
        .values({
          ...{ version: 1, userID, shiftID: id, day: londonField(start).slice(0, 10), start, end },
          ...{
            kind: 'NOT_IN',
            reported: null,
            state: 'OPEN',
            detectedAt: now,
            changedBy: null,
            changedAt: now,
          },
        })
        .onConflict((conflict) => conflict.column('shiftID').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return null
      const to = new Set([managerID, managerOfManager])
      const told = [...to].flatMap((one) =>
        one === null
          ? []
          : news(one, added.id, `${name} isn’t in`, `The shift began at ${WHEN.format(start)}.`),
      )
      return { id: added.id, kept: await keepNotifications(trx, now, told) }
    })
    if (made === null) continue
    count += 1
    publisher.notified(made.kept)
    tell([userID, ...(managerID === null ? [] : [managerID])], made.id)
  }
  return count
}

/** The case of a shift that became a NO_SHOW, with the event that was made for it. Times in milliseconds since 1970. */
export async function keepNoShowCase(
  trx: Database,
  one: {
    readonly shiftID: number
    readonly userID: number
    readonly start: number
    readonly end: number
    readonly eventID: number
    /** The case that there is already. */
    readonly caseID: number | null
    readonly now: number
  },
): Promise<void> {
  const { shiftID, userID, start, end, eventID, caseID, now } = one
  if (caseID !== null) {
    await trx.updateTable('absenceCases').set({ eventID }).where('id', '=', caseID).execute()
    return
  }
  await trx
    .insertInto('absenceCases')
    .values({
      ...{ version: 1, userID, shiftID, day: londonField(start).slice(0, 10), start, end, eventID },
      ...{ kind: 'NO_SHOW', reported: null, state: 'OPEN', detectedAt: now, changedBy: null, changedAt: now },
    })
    .onConflict((conflict) => conflict.column('shiftID').doNothing())
    .execute()
}

/** Open cases that go on, by the shift they are about. */
const openOnes = (db: Database) => absenceCases(db, { states: OPEN_CASE_STATES })

/** Who begins after all was late: the case says by how much. @returns how many */
export async function turnLate({ db, tell }: CaseParts, now: number): Promise<number> {
  let count = 0
  for (const { id, userID, managerID, kind, start, end } of await openOnes(db)) {
    if ((kind !== 'NOT_IN' && kind !== 'NO_SHOW') || start <= now - LOOKED_BACK_MS) continue
    // What comes after the shift’s end is another one’s work.
    const began = await beganAt(db, userID, { start, end: Math.min(end, now + 1) })
    if (began === null) continue
    const lateMinutes = Math.max(0, Math.floor((began - start) / MINUTE_MS))
    const changed = await db
      .updateTable('absenceCases')
      .set((eb) => ({ kind: 'LATE', lateMinutes, version: eb('version', '+', 1), changedAt: now }))
      .where('id', '=', id)
      .where('kind', '=', kind)
      .returning('id')
      .executeTakeFirst()
    if (!changed) continue
    count += 1
    tell([userID, ...(managerID === null ? [] : [managerID])], id)
  }
  return count
}

/** Closes cases whose time an approved event covers as AUTHORISED; an event of a no-show goes. @returns how many */
export async function closeCovered({ db, publisher, tell }: CaseParts, now: number): Promise<number> {
  let count = 0
  for (const { id, userID, name, managerID, start, end, state, eventID } of await openOnes(db)) {
    const covering = await coveringTimes(db, [userID], { start, end })
    if (!covering.some((one) => one.start <= start && one.end >= end)) continue
    const kept = await db.transaction().execute(async (trx) => {
      const values = { state: 'AUTHORISED' as const, reason: 'An approved event covers it.', decidedAt: now }
      const changed = await trx
        .updateTable('absenceCases')
        .set((eb) => ({ ...values, version: eb('version', '+', 1), changedBy: null, changedAt: now }))
        .where('id', '=', id)
        .where('state', 'in', OPEN_CASE_STATES)
        .returning('id')
        .executeTakeFirst()
      if (!changed) return null
      await trx
        .updateTable('calendarEvents')
        .set((eb) => ({ deletedAt: now, updatedAt: now, version: eb('version', '+', 1) }))
        .where('id', '=', eventID ?? 0)
        .where('eventType', '=', 'AWOL')
        .where('eventState', '=', 'SYSTEM_AUTO')
        .execute()
      await audit(trx, SYSTEM, now, {
        ...{ action: 'ABSENCE_CLOSED', page: PAGE, recordType: 'absenceCase', recordID: id },
        ...{ label: `${name}, ${londonField(start)}`, personID: userID },
        changes: [{ field: 'state', before: state, after: 'AUTHORISED' }],
      })
      return keepNotifications(trx, now, [
        news(userID, id, `Your absence on ${WHEN.format(start)} is authorised`),
      ])
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
    tell([userID, ...(managerID === null ? [] : [managerID])], id)
  }
  return count
}

/** Whether somebody was heard of: they came, explained, were reached, or said that they are late. */
async function isHeardOf(db: Database, found: AbsenceCaseRow): Promise<boolean> {
  const { kind, explanation, attempts, shiftID, reported } = found
  if (kind !== 'NOT_IN' && kind !== 'NO_SHOW') return true
  if (explanation !== '' || reported === 'SICK' || reported === 'ABSENCE') return true
  if (attempts.some(({ result }) => result === 'REACHED')) return true
  const notice = await db
    .selectFrom('lateNotices')
    .where('shiftID', '=', shiftID ?? 0)
    .select('shiftID')
    .executeTakeFirst()
  return notice !== undefined
}

/** Asks for contact attempts as they fall due, and for a welfare check after 4 hours without a sign. @returns how many */
export async function askForContact({ db, publisher, tell }: CaseParts, now: number): Promise<number> {
  let count = 0
  for (const found of await openOnes(db)) {
    const { id, userID, name, managerID, start, attempts, welfareAt } = found
    if (start <= now - LOOKED_BACK_MS || (await isHeardOf(db, found))) continue
    const due = ATTEMPTS_DUE_MS.filter((after) => start + after <= now).length
    const isWelfare = welfareAt === null && start + WELFARE_AFTER_MS <= now
    const kept = await db.transaction().execute(async (trx) => {
      const asked = await trx
        .updateTable('absenceCases')
        .set({ attemptsTold: due, ...(isWelfare && { welfareAt: now }) })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('attemptsTold', 'is', null), eb('attemptsTold', '<', due)]))
        .returning('id')
        .executeTakeFirst()
      if (!asked || due <= attempts.length) return asked && isWelfare ? await tellHr(trx, found, now) : null
      const told =
        managerID === null ? [] : [news(managerID, id, `Try to reach ${name}: attempt ${due} is due`)]
      return [
        ...(await keepNotifications(trx, now, told)),
        ...(isWelfare ? await tellHr(trx, found, now) : []),
      ]
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
    tell([userID, ...(managerID === null ? [] : [managerID])], id)
  }
  return count
}

/** HR is to ask the emergency contact how somebody is. */
async function tellHr(trx: Database, { id, userID, name }: AbsenceCaseRow, now: number) {
  const hr = await trx
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('u.isActive', '=', 1)
    .where('u.id', '<>', userID)
    .where('p.permission', '=', PERMISSIONS.HR_CAN_SEE_UNAUTHORISED_ABSENCE)
    .orderBy('u.id')
    .select('u.id')
    .execute()
  const subject = `Welfare check: there is no sign of ${name}`
  const body = 'Ask the emergency contact how they are.'
  return keepNotifications(
    trx,
    now,
    hr.map((one) => news(one.id, id, subject, body)),
  )
}

/** What absence cases do by themselves (spec 6 §5.2). */
export function absenceCasesService(parts: CaseParts): BackgroundService {
  return {
    key: 'ABSENCE_CASES',
    name: 'Absence cases',
    what: 'Makes a case of who isn’t there 15 minutes into a shift, turns it to late once they begin, closes it where an approved event covers it, and asks for contact and a welfare check.',
    schedule: { every: 1 },
    async run({ startedAt, log }) {
      const closed = await closeCovered(parts, startedAt)
      const late = await turnLate(parts, startedAt)
      const opened = await openCases(parts, startedAt)
      const asked = await askForContact(parts, startedAt)
      if (closed + late + opened + asked > 0)
        log(`opened: ${opened}, late: ${late}, closed: ${closed}, asked for contact: ${asked}`)
    },
  }
}
