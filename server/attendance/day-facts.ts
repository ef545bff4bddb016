import type { ActivityName } from '#shared/domain/activity.ts'
import { type ReportedDay, type ReportedSession, sourceOf } from '#shared/domain/activity-report.ts'
import type { ActivityClass } from '#shared/domain/activity-rules.ts'
import { breakAllowance, type PlannedShift, type ShiftSegment } from '#shared/domain/attendance.ts'
import { LONDON, londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { common, type Span } from '#shared/domain/spans.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import { momentsOf } from '../calendar/series.ts'
import { type TermsFrom, termsIn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { type BookedTraining, bookedTrainings } from '../training/booked.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No call is longer. */
const LONGEST_CALL_MS = 6 * HOUR_MS

/** Shifts that are worked or were to be. */
export const PLANNED = ['PUBLISHED', 'LIVE', 'COMPLETED', 'NO_SHOW'] as const
/** Requests that free somebody from work once they are approved. */
const FREEING = ['HOLIDAY', 'MEDICAL_APPOINTMENT', 'PERSONAL', 'SALAH_TIME'] as const
const APPROVED = ['APPROVED', 'REQUESTED_CANCELATION'] as const
/** What the company writes into a calendar about somebody who isn't there. */
const AWAY_EVENTS = ['HOLIDAY', 'SICK', 'ABSENCE', 'AWOL'] as const
/** What they are given to do meanwhile. */
const GIVEN: Readonly<Record<string, ActivityName>> = { TRAINING_SESSION: 'TRAINING', MEETING: 'MEETING' }

/** A day of somebody's as it is judged, and where its shifts come from. */
export interface PersonDay extends ReportedDay {
  /** Of the shifts, in their order. */
  readonly shiftIDs: readonly number[]
}

interface Wanted {
  readonly userIDs: readonly number[]
  /** Beginnings of London's days, in milliseconds since 1970: the first, and the one after the last. */
  readonly from: number
  readonly to: number
  readonly now: number
}

type Owned<T> = T & { readonly userID: number }

/** The days of people, each person's in order, each day of the time whether anything was on it or not. */
export async function dayFacts(db: Database, wanted: Wanted): Promise<PersonDay[]> {
  const { userIDs, from, to, now } = wanted
  if (userIDs.length === 0 || from >= to) return []
  const read = await readAll(db, wanted)
  const days: { day: string; start: number; end: number }[] = []
  for (let start = from; start < to; start = londonDayAfter(start, 1))
    days.push({ day: londonField(start).slice(0, 10), start, end: londonDayAfter(start, 1) })
  return userIDs.flatMap((userID) => {
    const mine = <T extends Owned<unknown>>(rows: ReadonlyMap<number, T[]>) => rows.get(userID) ?? []
    // Each is looked for by day, or a year would be read over for each of its days.
    const time = { start: from, end: to }
    const of = {
      sessions: byDays(mine(read.sessions), time),
      revoked: byDays(mine(read.revoked), time),
      calls: byDays(mine(read.calls), time),
      freed: byDays(mine(read.freed), time),
      absent: byDays(mine(read.absent), time),
      given: byDays(mine(read.given), time),
      overtime: byDays(mine(read.overtime), time),
    }
    const shifts = mine(read.shifts)
    const overEnd = endsOver(shifts, of.sessions)
    let next = 0
    const terms = (day: string) => read.terms(userID, day)
    return days.map(({ day, start, end }): PersonDay => {
      // Both are in their order: a year isn't read over for each of its days.
      while ((shifts[next]?.start ?? end) < start) next += 1
      let after = next
      while ((shifts[after]?.start ?? end) < end) after += 1
      const own = shifts.slice(next, after)
      // A shift over midnight is the day's on which it began.
      const range = {
        start: Math.max(start, overEnd(next - 1)),
        end: Math.min(now, Math.max(end, own.length > 0 ? overEnd(after - 1) : 0)),
      }
      const near = { start: range.start - DAY_MS, end: range.end + DAY_MS }
      const cut = <T extends Span>(spansIn: (within: Span) => readonly T[], within = near) =>
        spansIn(within).flatMap((span) => {
          const part = common(span, within)
          return part ? [{ ...span, ...part }] : []
        })
      const { paidBreaks, prayerBreaksPaid } = terms(day)
      return {
        ...{ userID, day, shiftIDs: own.map(({ id }) => id) },
        facts: {
          shifts: own.map((shift) =>
            planned(shift, mine(read.trainings), { paidBreaks, allowances: read.allowances }),
          ),
          sessions: cut(of.sessions, range).map((session) => done(session, read.kinds)),
          revoked: cut(of.revoked, range),
          calls: cut(of.calls),
          freed: cut(of.freed),
          absent: cut(of.absent),
          given: cut(of.given),
          overtime: cut(of.overtime),
          excuses: mine(read.excuses).filter(
            (excuse) => excuse.start >= range.start && excuse.start < end + DAY_MS,
          ),
          paysPrayer: prayerBreaksPaid,
          lateAfterMinutes: read.lateAfterMinutes,
        },
      }
    })
  })
}

/** The day that somebody is in: yesterday's where its shift goes on. */
export async function presentDay(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<PersonDay[]> {
  const today = momentOfField(londonField(now).slice(0, 10))
  const days = await dayFacts(db, {
    ...{ userIDs, now },
    from: londonDayAfter(today, -1),
    to: londonDayAfter(today, 1),
  })
  return userIDs.flatMap((userID) => {
    const [before, present] = days.filter((day) => day.userID === userID)
    const goesOn = before?.facts.shifts.some(({ end }) => end > now) ?? false
    return (goesOn ? before : present) ?? []
  })
}

/** Spans by the days that they touch: what lies in a time is found without looking at all, in their order. */
function byDays<T extends Span>(spans: readonly T[], time: Span): (within: Span) => readonly T[] {
  const days = new Map<number, number[]>()
  const dayOf = (at: number) => Math.floor(at / DAY_MS)
  for (const [place, { start, end }] of spans.entries()) {
    // Days of the time alone, and those that may reach into it: an end may be far off.
    const last = dayOf(Math.min(end, time.end + 3 * DAY_MS))
    for (let day = dayOf(Math.max(start, time.start - 3 * DAY_MS)); day <= last; day++)
      if (!days.get(day)?.push(place)) days.set(day, [place])
  }
  return ({ start, end }) => {
    const found = new Set<number>()
    for (let day = dayOf(start); day <= dayOf(end); day++)
      for (const place of days.get(day) ?? []) found.add(place)
    return [...found].sort((a, b) => a - b).flatMap((place) => spans[place] ?? [])
  }
}

/**
 * When what somebody did without a break in a shift ended, by the shift's place: whoever works on for some minutes
 * hasn't begun the next day. No later than the next shift begins.
 */
export function endsOver(
  shifts: readonly Span[],
  sessionsIn: (within: Span) => readonly (Span & { readonly activity: ActivityName })[],
): (place: number) => number {
  const known = new Map<number, number>()
  return (place) => {
    const shift = shifts[place]
    if (!shift) return 0
    let end = known.get(place)
    if (end === undefined) {
      end = shift.end
      for (const one of sessionsIn({ start: shift.start, end: shift.end + DAY_MS }))
        if (one.activity !== 'INACTIVE' && one.end > end && (one.start < shift.end || one.start === end))
          end = one.end
      end = Math.min(end, Math.max(shift.end, shifts[place + 1]?.start ?? end))
      known.set(place, end)
    }
    return end
  }
}

interface StoredShift extends Span {
  readonly id: number
  readonly segments: string
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly lateSaidAt: number | null
}

function planned(
  shift: StoredShift,
  trainings: readonly BookedTraining[],
  {
    paidBreaks,
    allowances,
  }: {
    readonly paidBreaks: string
    readonly allowances: readonly { fromHours: number; minutes: number }[]
  },
): PlannedShift {
  const { start, end, breakMinutes, projectID, lateSaidAt } = shift
  const hours = (end - start) / HOUR_MS
  return {
    ...{ start, end, breakMinutes, projectID, lateSaidAt },
    segments: [...trainingSegments(shift, trainings), ...segmentsOf(shift)],
    allowanceSeconds: breakAllowance(hours, paidBreaks, allowances) * 60,
  }
}

/** What of a shift is training, by who is booked; it goes before what else stands there. */
const trainingSegments = (shift: Span, trainings: readonly BookedTraining[]): ShiftSegment[] =>
  trainings.flatMap((training) => {
    const part = training.isInShift ? common(training, shift) : null
    return part ? [{ kind: 'TRAINING' as const, isFixed: true, ...part }] : []
  })

function segmentsOf({ segments }: StoredShift): ShiftSegment[] {
  const stored = JSON.parse(segments) as (Omit<ShiftSegment, 'start' | 'end'> & {
    start: number | string
    end: number | string
  })[]
  const at = (moment: number | string) => (typeof moment === 'number' ? moment : Date.parse(moment))
  return stored.map(({ kind, start, end, isFixed }) => ({ kind, isFixed, start: at(start), end: at(end) }))
}

interface StoredSession extends Span {
  readonly userID: number
  readonly activity: ActivityName
  readonly projectID: number | null
  readonly category: string | null
  readonly startedBy: number | null
  readonly source: '' | 'SYSTEM' | 'RETRO'
  readonly idleSeconds: number
  readonly startedAt: number
}

function done(
  session: StoredSession,
  classes: Readonly<Record<ActivityName, ActivityClass>>,
): ReportedSession {
  const { activity, projectID, category, start, end, startedBy, source, userID } = session
  return {
    ...{ activity, projectID, category, start, end },
    class: classes[activity],
    isOverride: sourceOf({ source, startedBy, userID }) === 'SUPERVISOR',
    source: sourceOf(session),
    // Of a session over two days the first one has it.
    idleSeconds: start === session.startedAt ? session.idleSeconds : 0,
  }
}

function byPerson<T extends { readonly userID: number | null }>(rows: readonly T[]): Map<number, Owned<T>[]> {
  const all = new Map<number, Owned<T>[]>()
  for (const row of rows) {
    if (row.userID === null) continue
    const list = all.get(row.userID)
    if (list) list.push(row as Owned<T>)
    else all.set(row.userID, [row as Owned<T>])
  }
  return all
}

async function readAll(db: Database, { userIDs, from, to, now }: Wanted) {
  // What may reach into the time: no shift, call or break is longer than a day.
  const [first, last] = [from - DAY_MS, to + DAY_MS]
  const shifts = await db
    .selectFrom('shifts as s')
    .leftJoin('lateNotices as late', 'late.shiftID', 's.id')
    .where('s.userID', 'in', userIDs)
    .where('s.start', '>=', first)
    .where('s.start', '<', last)
    .where('s.state', 'in', PLANNED)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.start', 's.end', 's.segments', 's.breakMinutes', 's.projectID'])
    .select('late.at as lateSaidAt')
    .execute()
  const sessions = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', userIDs)
    .where('startedAt', '<', Math.min(last, now + 1))
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', first)]))
    .orderBy('startedAt')
    .orderBy('id')
    .select(['userID', 'activity', 'projectID', 'category', 'startedBy', 'source', 'startedAt', 'endedAt'])
    .select('idleSeconds')
    .execute()
  const revoked = await db
    .selectFrom('systemIssues')
    .where('userID', 'in', userIDs)
    .where('revokedAt', 'is not', null)
    .where('startedAt', '<', last)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', first)]))
    .select(['userID', 'startedAt', 'endedAt'])
    .execute()
  const calls = await callsOf(db, shifts)
  const requests = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', userIDs)
    .where('state', 'in', APPROVED)
    .where('type', 'in', [...FREEING, 'OVERTIME'])
    .where('start', '<', last)
    .where('end', '>', first)
    .select(['userID', 'type', 'start', 'end'])
    .execute()
  const events = await eventsOf(db, userIDs, first, last)
  const meetings = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', 'in', userIDs)
    .where('p.cancelledAt', 'is', null)
    .where('m.start', '<', last)
    .where('m.end', '>', first)
    .select(['p.userID', 'm.start', 'm.end'])
    .execute()
  const trainings = await bookedTrainings(db, { userIDs, from: first, to: last })
  const excuses = await db
    .selectFrom('attendanceExcuses as e')
    .leftJoin('users as by', 'by.id', 'e.byID')
    .where('e.userID', 'in', userIDs)
    .where('e.start', '>=', first)
    .where('e.start', '<', last)
    .orderBy('e.start')
    .orderBy('e.id')
    .select(['e.userID', 'e.kind', 'e.start', 'e.seconds', 'e.reason', 'by.displayName as by'])
    .execute()
  const settings = await readSettings(db, [
    'activity.kinds',
    'activity.breakAllowances',
    'workingTime.lateMinutes',
  ])
  const kinds = settings['activity.kinds']
  return {
    shifts: byPerson(shifts),
    sessions: byPerson(
      sessions.map(({ endedAt, ...session }) => ({
        ...session,
        start: session.startedAt,
        end: Math.min(endedAt ?? now, now),
      })),
    ),
    trainings: byPerson(trainings),
    revoked: byPerson(
      revoked.map(({ userID, startedAt, endedAt }) => ({ userID, start: startedAt, end: endedAt ?? now })),
    ),
    calls: byPerson(calls),
    freed: byPerson([
      ...requests.filter(({ type }) => type !== 'OVERTIME'),
      ...events.filter(({ type, isApproved }) => isApproved && type !== 'AWOL' && !(type in GIVEN)),
    ]),
    absent: byPerson(events.filter(({ type }) => type !== 'HOLIDAY' && !(type in GIVEN))),
    given: byPerson([
      ...events.flatMap(({ type, ...event }) => {
        const activity = GIVEN[type]
        return activity === undefined ? [] : [{ ...event, activity }]
      }),
      ...trainings.map(({ userID, start, end }) => ({ userID, start, end, activity: 'TRAINING' as const })),
      ...meetings.map((meeting) => ({ ...meeting, activity: 'MEETING' as const })),
    ]),
    overtime: byPerson(requests.filter(({ type }) => type === 'OVERTIME')),
    excuses: byPerson(excuses.map(({ by, ...excuse }) => ({ ...excuse, by: by ?? '' }))),
    kinds: Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.class])) as Readonly<
      Record<ActivityName, ActivityClass>
    >,
    allowances: settings['activity.breakAllowances'],
    lateAfterMinutes: settings['workingTime.lateMinutes'],
    terms: await termsReader(db, userIDs),
  }
}

/** Calls that say something of a shift: those over its end, and all where its breaks have their times. */
async function callsOf(db: Database, shifts: readonly (StoredShift & { readonly userID: number })[]) {
  if (shifts.length === 0) return []
  const ids = (list: readonly StoredShift[]) => list.map(({ id }) => id)
  const read = (those: readonly StoredShift[], isWhole: boolean) =>
    db
      .selectFrom('shifts as s')
      .innerJoin('interviewRecords as r', (join) =>
        join
          .onRef('r.userID', '=', 's.userID')
          .onRef('r.start', '<', 's.end')
          // Those over its end are few, and found by theirs.
          .on((on) =>
            isWhole
              ? on(on.ref('r.start'), '>', on.ref('s.start'))
              : on.and([
                  on(on.ref('r.end'), '>', on.ref('s.end')),
                  on(on.ref('r.end'), '<', on(on.ref('s.end'), '+', LONGEST_CALL_MS)),
                ]),
          ),
      )
      .where('s.id', 'in', ids(those))
      .where('r.isVoid', '=', 0)
      .orderBy('r.start')
      .orderBy('r.id')
      .select(['r.userID', 'r.start', 'r.end'])
      .execute()
  const fixed = shifts.filter((shift) =>
    segmentsOf(shift).some(({ kind, isFixed }) => kind === 'BREAK' && isFixed),
  )
  return [...(await read(shifts, false)), ...(fixed.length > 0 ? await read(fixed, true) : [])]
}

/** Events of calendars that say where somebody is; what repeats by a rule says nothing of one day. */
async function eventsOf(db: Database, userIDs: readonly number[], first: number, last: number) {
  const rows = await db
    .selectFrom('calendarEvents')
    .where('userID', 'in', userIDs)
    .where('deletedAt', 'is', null)
    .where('rule', 'is', null)
    .where('eventType', 'in', [...AWAY_EVENTS, 'TRAINING_SESSION', 'MEETING'])
    .where('eventState', 'not in', ['CANCELLED', 'DECLINED', 'HIDDEN'])
    // By days of whatever zone.
    .where('startLocal', '<', londonField(last + DAY_MS).slice(0, 16))
    .where('endLocal', '>', londonField(first - DAY_MS).slice(0, 16))
    .orderBy('id')
    .select(['userID', 'eventType as type', 'eventState', 'startLocal', 'endLocal', 'zone'])
    .execute()
  return rows.map(({ userID, type, eventState, startLocal, endLocal, zone }) => ({
    ...{ userID, type: type as string },
    isApproved: eventState !== 'PENDING' && eventState !== 'UNKNOWN',
    ...momentsOf({ startLocal, endLocal, zone: zone || LONDON }),
  }))
}

/** What somebody's contract type says of breaks on a day. */
export async function termsReader(db: Database, userIDs: readonly number[]) {
  const people = await db
    .selectFrom('users')
    .where('id', 'in', userIDs)
    .select(['id', 'contractTypeID'])
    .execute()
  const rows = await db
    .selectFrom('contractTerms')
    .orderBy('validFrom', 'desc')
    .select(['contractTypeID', 'validFrom', 'terms'])
    .execute()
  const terms = new Map<number, TermsFrom[]>()
  for (const { contractTypeID, validFrom, terms: stored } of rows)
    terms.set(contractTypeID, [...(terms.get(contractTypeID) ?? []), { validFrom, terms: termsIn(stored) }])
  const typeOf = new Map(people.map(({ id, contractTypeID }) => [id, contractTypeID]))
  return (userID: number, day: string) => {
    const type = typeOf.get(userID)
    const own = type == null ? undefined : terms.get(type)?.find(({ validFrom }) => validFrom <= day)
    return own?.terms ?? USUAL_TERMS
  }
}
