import type { AttendedDay, Correction } from '#shared/contract/attendance.ts'
import { type DayException, dayFigures, type ExceptionKind } from '#shared/domain/attendance.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { secondsOf } from '#shared/domain/spans.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { dayFacts, type PersonDay } from './day-facts.ts'
import { attendanceOf } from './day-sum.ts'

/** A report has so many days at most (spec 4 §5.2: two years). */
const DAYS_MAX = 731

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** Whose day and which, as calls name it: '12:2026-11-23'. */
export const dayID = (userID: number, day: string): string => `${userID}:${day}`

/** @throws Refusal 404 for what is no day */
export function readDayID(id: string): { readonly userID: number; readonly day: string } {
  const [, userID, day] = /^([1-9]\d{0,9}):(\d{4}-\d\d-\d\d)$/.exec(id) ?? []
  if (userID === undefined || day === undefined) throw new Refusal(404, 'record.gone', { one: 'day' })
  return { userID: Number(userID), day }
}

/** Of an exception: '12:1732352400000:LONG_BREAK'. */
const exceptionID = (userID: number, { start, kind }: Pick<DayException, 'start' | 'kind'>): string =>
  `${userID}:${start}:${kind}`

/** @throws Refusal 404 for what is no exception */
export function readExceptionID(id: string): {
  readonly userID: number
  readonly start: number
  readonly kind: ExceptionKind
} {
  const [, userID, start, kind] = /^([1-9]\d{0,9}):(\d{1,15}):([A-Z_]+)$/.exec(id) ?? []
  if (userID === undefined || start === undefined) throw new Refusal(404, 'record.gone', { one: 'exception' })
  return { userID: Number(userID), start: Number(start), kind: kind as ExceptionKind }
}

export const sentException = (userID: number, exception: DayException) => ({
  ...exception,
  id: exceptionID(userID, exception),
  start: iso(exception.start),
  end: iso(exception.end),
})

interface Wanted {
  readonly userIDs: readonly number[]
  /** London's days, YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly now: number
}

/**
 * Days of people on which a shift has begun or something was done, each person's latest first (spec 4 §2.4).
 * @throws Refusal 400 for days that are none, or too many
 */
export async function attendedDays(db: Database, wanted: Wanted): Promise<AttendedDay[]> {
  const { userIDs, now } = wanted
  const from = momentOfField(wanted.from)
  const to = momentOfField(wanted.to)
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from || to > londonDayAfter(from, DAYS_MAX))
    throw new Refusal(400, 'report.badTime')
  if (userIDs.length === 0) return []
  const facts = await dayFacts(db, {
    userIDs,
    now,
    from,
    to: Math.min(londonDayAfter(to, 1), londonDayAfter(now, 1)),
  })
  const stored = await db
    .selectFrom('attendanceDays')
    .where('userID', 'in', userIDs)
    .where('day', '>=', wanted.from)
    .where('day', '<=', wanted.to)
    .select(['userID', 'day', 'state', 'note', 'isBySystem'])
    .execute()
  const people = await db
    .selectFrom('users')
    .where('id', 'in', userIDs)
    .select(['id', 'displayName'])
    .execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const said = new Map(stored.map((row) => [dayID(row.userID, row.day), row]))
  const idle = await idleOf(db, userIDs, from, londonDayAfter(to, 1))
  return facts
    .filter((one) => isAttended(one, now))
    .map(({ userID, day, facts: own }): AttendedDay => {
      const figures = dayFigures(own, now)
      const { state = 'OPEN', note = '', isBySystem = 0 } = said.get(dayID(userID, day)) ?? {}
      const present = own.sessions.filter(({ activity }) => activity !== 'INACTIVE')
      const breaks = present.filter(
        ({ activity, start }) =>
          activity === 'BREAK' && !present.some((other) => other.activity === 'BREAK' && other.end === start),
      )
      const { paidSeconds: _, judgedSeconds: _j, keptSeconds: _k, plannedWorkSeconds: _w, ...sent } = figures
      const { exceptions, ...rest } = sent
      return {
        ...rest,
        counts: attendanceOf(own, now, figures),
        ...{ id: dayID(userID, day), userID, name: names.get(userID) ?? '', date: day },
        ...{ state, note, isBySystem: isBySystem === 1 },
        scheduledStart: isoOrNull(figures.scheduledStart),
        scheduledEnd: isoOrNull(figures.scheduledEnd),
        actualStart: isoOrNull(figures.actualStart),
        actualEnd: isoOrNull(figures.actualEnd),
        idleSeconds: idle.get(dayID(userID, day)) ?? 0,
        breaks: breaks.length,
        activities: [...new Set(present.map(({ activity }) => activity))]
          .map((activity) => ({
            activity,
            seconds: secondsOf(present.filter((session) => session.activity === activity)),
          }))
          .toSorted((a, b) => b.seconds - a.seconds),
        exceptions: exceptions.map((exception) => sentException(userID, exception)),
      }
    })
    .toSorted((a, b) => (a.date === b.date ? a.userID - b.userID : a.date < b.date ? 1 : -1))
}

/** Whether somebody was to work on a day, or did. */
const isAttended = ({ facts: { shifts, sessions } }: PersonDay, now: number): boolean =>
  shifts.some(({ start }) => start <= now) || sessions.some(({ activity }) => activity !== 'INACTIVE')

/** Idle seconds of the sessions that began on each day. */
async function idleOf(
  db: Database,
  userIDs: readonly number[],
  from: number,
  to: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', userIDs)
    .where('startedAt', '>=', from)
    .where('startedAt', '<', to)
    .where('idleSeconds', '>', 0)
    .select(['userID', 'startedAt', 'idleSeconds'])
    .execute()
  const found = new Map<string, number>()
  for (const { userID, startedAt, idleSeconds } of rows) {
    const id = dayID(userID, londonField(startedAt).slice(0, 10))
    found.set(id, (found.get(id) ?? 0) + idleSeconds)
  }
  return found
}

/** Corrections of people, the newest first; only those that wait where `isPending`. */
export async function correctionsOf(
  db: Database,
  userIDs: readonly number[],
  { from, isPending }: { readonly from: string; readonly isPending: boolean },
): Promise<Correction[]> {
  if (userIDs.length === 0) return []
  const rows = await db
    .selectFrom('activityCorrections as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .leftJoin('users as by', 'by.id', 'c.decidedBy')
    .leftJoin('projects as p', 'p.id', 'c.projectID')
    .leftJoin('activitySessions as s', 's.id', 'c.sessionID')
    .where('c.userID', 'in', userIDs)
    .where('c.start', '>=', momentOfField(from))
    .$if(isPending, (query) => query.where('c.state', '=', 'PENDING'))
    .orderBy('c.requestedAt', 'desc')
    .orderBy('c.id', 'desc')
    .select([
      'c.id',
      'c.userID',
      'u.displayName as name',
      'c.activity',
      'p.name as project',
      'c.start',
      'c.end',
    ])
    .select(['c.sessionID', 'c.reason', 'c.requestedAt', 'c.state', 'by.displayName as decidedBy'])
    .select(['c.decisionNote', 'c.replaced', 's.activity as was', 's.startedAt', 's.endedAt'])
    .execute()
  return rows.map(({ start, end, requestedAt, was, startedAt, endedAt, replaced, sessionID, ...row }) => {
    const old = (
      JSON.parse(replaced) as { id: number; activity: AttendedActivity; startedAt: number; endedAt: number }[]
    ).find(({ id }) => id === sessionID)
    const before =
      old !== undefined
        ? { activity: old.activity, start: iso(old.startedAt), end: iso(old.endedAt) }
        : was !== null && startedAt !== null && endedAt !== null
          ? { activity: was, start: iso(startedAt), end: iso(endedAt) }
          : null
    return { ...row, before, start: iso(start), end: iso(end), requestedAt: iso(requestedAt) }
  })
}

type AttendedActivity = Correction['activity']
