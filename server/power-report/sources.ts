import type { ReportedDay } from '#shared/domain/activity-report.ts'
import {
  breakOverSpans,
  type DayFacts,
  type DayFigures,
  dayFigures,
  paidHours,
  paidSeconds,
  personalSpans,
  systemIssueSpans,
  workedSpans,
} from '#shared/domain/attendance.ts'
import type { AttendanceSum, QualitySum } from '#shared/domain/kpi.ts'
import { londonDayAfter, momentOfField } from '#shared/domain/london-time.ts'
import type { PowerField, PowerSource } from '#shared/domain/power-report.ts'
import { projectParts } from '#shared/domain/project-parts.ts'
import { COUNTED_STATES, type ItemAnswer } from '#shared/domain/quality.ts'
import { secondsOf, within } from '#shared/domain/spans.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import { attendanceOf } from '../attendance/day-sum.ts'
import { dayID } from '../attendance/days.ts'
import { earnedDays } from '../earnings/earnings.ts'
import { type Asked, isOfProjects, momentKeys, type Reported } from './asked.ts'
import { callsOf, dueAppointments } from './interviews.ts'

const HOUR_MS = 3_600_000

/** A record with what figures are made of. */
export interface SourceRow extends Reported {
  readonly id: number | string
  /** Values of fields; null where it has none. */
  readonly values: Readonly<Record<string, number | null>>
  /** A part of the record, whose values add up. */
  readonly isPart?: true
  readonly attendance?: AttendanceSum
  readonly quality?: QualitySum
}

/** Which fields and values somebody needs: what is worked out dearly is left out otherwise. */
export interface Needs {
  readonly fields: readonly PowerField[]
  readonly has: (value: string) => boolean
}

type Reader = (asked: Asked, needs: Needs) => Promise<readonly SourceRow[]>

const idsOf = ({ people }: Asked): number[] => [0, ...people.keys()]
const text = (id: number | string | null | undefined): string =>
  id === null || id === undefined ? '' : String(id)
const PRAYER = 'Prayer'
/** What of requests is said to those alone who see bookings, and to the person. */
const PRIVATE_TYPES: readonly string[] = ['SALAH_TIME', 'MEDICAL_APPOINTMENT']

/** Whether something about somebody is named to the viewer (spec 4 §2.2). */
const seesPrivate = ({ viewer, page }: Asked) =>
  page === 'TRACKER' || viewer.permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')

const DAYS: readonly PowerField[] = ['DAY', 'WEEK', 'MONTH', 'WEEKDAY']

/** Sessions, by the parts of time that a report goes by; a part is clipped to the report's time. */
const sessions: Reader = async (asked, { fields }) => {
  const { db, from, to, now } = asked
  const all = [...fields, ...asked.wanted.map(({ field }) => field)]
  const isFine = all.includes('HOUR')
  const isByDay = all.some((field) => DAYS.includes(field))
  const hidesPrayer = !seesPrivate(asked)
  const rows = await db
    .selectFrom('activitySessions as s')
    .where('s.activity', '<>', 'INACTIVE')
    .where('s.startedAt', '<', to)
    .where((eb) => eb.or([eb('s.endedAt', 'is', null), eb('s.endedAt', '>', from)]))
    .where('s.userID', 'in', idsOf(asked))
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.activity', 's.projectID', 's.category', 's.location'])
    .select(['s.startedAt', 's.endedAt', 's.idleSeconds'])
    .execute()
  const parts: SourceRow[] = []
  for (const row of rows) {
    if (!isOfProjects(asked, row.projectID)) continue
    const end = Math.min(row.endedAt ?? now, to)
    const category = hidesPrayer && row.category === PRAYER ? '' : (row.category ?? '')
    const own = { ACTIVITY: row.activity, CATEGORY: category, LOCATION: row.location ?? '' }
    const begun = Math.max(row.startedAt, from)
    for (let at = begun; at < end; ) {
      const next = Math.min(isFine ? hourEnd(at) : isByDay ? londonDayAfter(at, 1) : end, end)
      parts.push({
        ...{ id: row.id, userID: row.userID, at, projectID: row.projectID, own, isPart: true },
        values: {
          hours: (next - at) / HOUR_MS,
          // It is the part's in which the session began, as attendance has it.
          idleMinutes: at === row.startedAt ? row.idleSeconds / 60 : 0,
        },
      })
      at = next
    }
  }
  return parts
}

const hourEnd = (at: number): number => at - (at % HOUR_MS) + HOUR_MS

const shifts: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('shifts as s')
    .where('s.start', '>=', asked.from)
    .where('s.start', '<', asked.to)
    .where('s.userID', 'in', idsOf(asked))
    // What planners draft is theirs alone.
    .$if(asked.page !== 'RESOURCE', (query) => query.where('s.state', '<>', 'DRAFT'))
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.start', 's.end', 's.breakMinutes', 's.projectID', 's.location'])
    .select(['s.source', 's.state'])
    .execute()
  return rows.map(({ id, userID, start, end, breakMinutes, projectID, location, source, state }) => ({
    ...{ id, userID, at: start, projectID },
    own: { KIND: source, STATE: state, LOCATION: location },
    values: { hours: (end - start) / HOUR_MS, breakMinutes },
  }))
}

/** Days on which a shift has begun or something was done, as attendance lists them. */
async function daysOf(asked: Asked) {
  const { db, from, to, now } = asked
  const userIDs = [...asked.people.keys()]
  const days = await dayFacts(db, { userIDs, from, to: Math.min(to, londonDayAfter(now, 1)), now })
  return days.filter(
    ({ facts: { shifts: planned, sessions: done } }) =>
      planned.some(({ start }) => start <= now) || done.some(({ activity }) => activity !== 'INACTIVE'),
  )
}

const minutes = (seconds: number): number => seconds / 60

const dayValues = (facts: DayFacts & { readonly idle: number }, figures: DayFigures) => ({
  scheduledHours: figures.scheduledSeconds / 3600,
  workedHours: figures.workedSeconds / 3600,
  paidHours: figures.paidHours,
  breakMinutes: minutes(figures.breakSeconds),
  breakOverMinutes: minutes(figures.breakOverSeconds),
  personalMinutes: minutes(figures.personalSeconds),
  idleMinutes: minutes(facts.idle),
  systemIssueMinutes: minutes(figures.systemIssueSeconds),
  excusedMinutes: minutes(figures.excusedSeconds),
  outMinutes: minutes(figures.outSeconds),
  lateMinutes: figures.lateMinutes,
  leftEarlyMinutes: figures.leftEarlyMinutes,
})

/** Values and figures for which a day has to be judged. */
const JUDGED = ['excusedMinutes', 'outMinutes', 'lateMinutes', 'leftEarlyMinutes']
const JUDGED_FIGURES: readonly string[] = ['adherence', 'conformance', 'punctuality', 'absenceRate']

/** Each value by its one function, where it is asked for: judging a year of days takes longer than all of these. */
const PLAIN: Readonly<Record<string, (facts: ReportedDay['facts']) => number>> = {
  scheduledHours: ({ shifts: planned }) => secondsOf(planned) / 3600,
  workedHours: (facts) => secondsOf(workedSpans(facts)) / 3600,
  paidHours: (facts) => paidHours(paidSeconds(facts)),
  breakMinutes: ({ sessions: done }) =>
    minutes(secondsOf(done.filter(({ activity }) => activity === 'BREAK'))),
  breakOverMinutes: (facts) => minutes(secondsOf(breakOverSpans(facts))),
  personalMinutes: (facts) => minutes(secondsOf(personalSpans(facts))),
  idleMinutes: ({ sessions: done }) => minutes(done.reduce((sum, { idleSeconds }) => sum + idleSeconds, 0)),
  systemIssueMinutes: (facts) => minutes(secondsOf(systemIssueSpans(facts))),
}

const plainValues = (facts: ReportedDay['facts'], has: Needs['has']): Record<string, number> =>
  Object.fromEntries(Object.entries(PLAIN).flatMap(([name, of]) => (has(name) ? [[name, of(facts)]] : [])))

const attendanceDays: Reader = async (asked, { has, fields }) => {
  const { db, now } = asked
  const days = await daysOf(asked)
  const states = new Map<string, string>()
  if ([...fields, ...asked.wanted.map(({ field }) => field)].includes('STATE'))
    for (const { userID, day, state } of await db
      .selectFrom('attendanceDays')
      .where('userID', 'in', idsOf(asked))
      .select(['userID', 'day', 'state'])
      .execute())
      states.set(dayID(userID, day), state)
  const costs = has('cost') && seesCosts(asked) ? await costsOf(asked, days) : null
  const isJudged =
    JUDGED.some(has) ||
    asked.definition.measures.some(({ figure }) => JUDGED_FIGURES.includes(figure)) ||
    [...fields, ...asked.wanted.map(({ field }) => field)].includes('OUTCOME')
  if (!isJudged)
    return days.map(({ userID, day, facts }) => {
      const id = dayID(userID, day)
      const cost = costs && { cost: costs.get(id) ?? null }
      const own = { STATE: states.get(id) ?? 'OPEN' }
      return { id, userID, at: momentOfField(day), own, values: { ...plainValues(facts, has), ...cost } }
    })
  return days.map(({ userID, day, facts }) => {
    const figures = dayFigures(facts, now)
    const idle = facts.sessions.reduce((sum, { idleSeconds }) => sum + idleSeconds, 0)
    const id = dayID(userID, day)
    return {
      ...{ id, userID, at: momentOfField(day) },
      own: { OUTCOME: figures.outcome, STATE: states.get(id) ?? 'OPEN' },
      values: { ...dayValues({ ...facts, idle }, figures), ...(costs && { cost: costs.get(id) ?? null }) },
      attendance: attendanceOf(facts, now, figures),
    }
  })
}

/** What of a day is worked out by its sessions, and so by the project that they were on. */
const OF_SESSIONS = [
  'workedHours',
  'breakMinutes',
  'breakOverMinutes',
  'personalMinutes',
  'idleMinutes',
] as const

/** Days as attendance has them, each in parts by the project that was worked on. */
const breaks: Reader = async (asked, { fields, has }) => {
  const named = OF_SESSIONS.filter(has)
  const isByProject = asked.projects !== null || fields.some((one) => one === 'PROJECT' || one === 'EPIC')
  return (await daysOf(asked)).flatMap(({ userID, day, facts }) => {
    const one = { id: dayID(userID, day), userID, at: momentOfField(day) }
    if (!isByProject) return [{ ...one, values: plainValues(facts, has) }]
    const spans = {
      workedHours: workedSpans(facts),
      breakMinutes: facts.sessions.filter(({ activity }) => activity === 'BREAK'),
      breakOverMinutes: breakOverSpans(facts),
      personalMinutes: personalSpans(facts),
    }
    const done = facts.sessions.filter(({ activity }) => activity !== 'INACTIVE')
    return [...projectParts(done)].map(([projectID, own]) => ({
      // Each is a line of its own, or its project couldn't be told.
      ...{ ...one, id: `${one.id}:${projectID ?? 0}`, projectID },
      values: Object.fromEntries(
        named.map((name) => {
          if (name === 'idleMinutes')
            return [name, minutes(own.reduce((sum, part) => sum + part.idleSeconds, 0))]
          const seconds = secondsOf(within(spans[name], own))
          return [name, name === 'workedHours' ? seconds / 3600 : minutes(seconds)]
        }),
      ),
    }))
  })
}

/** Whether costs are for the viewer (spec 4 §5.4). */
export const seesCosts = ({ page, viewer }: Pick<Asked, 'page' | 'viewer'>): boolean =>
  page === 'RESOURCE' && viewer.permissions.can('IRESOURCE_CAN_SEE_METRICS')

/** What each day is paid, in pounds; null where no rate is known. */
async function costsOf(
  { db, now }: Asked,
  days: readonly { readonly userID: number; readonly day: string }[],
): Promise<ReadonlyMap<string, number | null>> {
  const costs = new Map<string, number | null>()
  for (const [userID, own] of Map.groupBy(days, (one) => one.userID)) {
    const all = own.map(({ day }) => day).toSorted()
    const [from = '', to = ''] = [all[0], all.at(-1)]
    for (const { date, amount } of await earnedDays(db, userID, { from, to }, now))
      costs.set(dayID(userID, date), amount === null ? null : amount / 100)
  }
  return costs
}

const exceptions: Reader = async (asked) =>
  (await daysOf(asked)).flatMap(({ userID, facts }) =>
    dayFigures(facts, asked.now).exceptions.map(({ kind, start, seconds, excuse, excusedSeconds }) => ({
      ...{ id: `${userID}:${start}:${kind}`, userID, at: start, own: { KIND: kind, EXCUSE: excuse } },
      values: { minutes: minutes(seconds), excusedMinutes: minutes(excusedSeconds) },
    })),
  )

/** Reviews that count; by form item one is there once for each of its answers. */
const reviews: Reader = async (asked, { fields }) => {
  // To people of an agency nothing of quality is said (spec 4 §5.4).
  if (asked.isAgency) return []
  const rows = await asked.db
    .selectFrom('qcReviews as q')
    .where('q.isCalibration', '=', 0)
    .where('q.state', 'in', [...COUNTED_STATES])
    .where('q.submittedAt', '>=', asked.from)
    .where('q.submittedAt', '<', asked.to)
    .where('q.userID', 'in', idsOf(asked))
    .orderBy('q.id')
    .select([
      'q.id',
      'q.userID',
      'q.projectID',
      'q.submittedAt',
      'q.kind',
      'q.outcome',
      'q.state',
      'q.formID',
    ])
    .select(['q.score', 'q.criticals', 'q.answers'])
    .execute()
  const all = [...fields, ...asked.wanted.map(({ field }) => field)]
  const isByItem = all.includes('FORM_ITEM') || all.includes('ANSWER')
  return rows.flatMap(
    ({ id, userID, projectID, submittedAt, kind, outcome, state, formID, score, criticals, answers }) => {
      const own = { KIND: kind, OUTCOME: outcome ?? '', STATE: state, FORM: String(formID) }
      const row = {
        ...{ id, userID, at: submittedAt ?? 0, projectID, own },
        values: { score, criticals },
        quality: { reviews: score === null ? 0 : 1, scores: score ?? 0 },
      }
      if (!isByItem) return [row]
      const answered = JSON.parse(answers) as ItemAnswer[]
      if (answered.length === 0) return [row]
      return answered.map(({ itemID, answer }) => ({
        ...row,
        own: { ...own, FORM_ITEM: `${formID}:${itemID}`, ANSWER: answer },
      }))
    },
  )
}

const allocations: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('allocations as a')
    .where('a.start', '>=', asked.from)
    .where('a.start', '<', asked.to)
    .where('a.userID', 'in', idsOf(asked))
    .$if(asked.page !== 'RESOURCE', (query) => query.where('a.state', '<>', 'PLANNED'))
    .orderBy('a.id')
    .select(['a.id', 'a.userID', 'a.projectID', 'a.start', 'a.end', 'a.source', 'a.state'])
    .execute()
  return rows.map(({ id, userID, projectID, start, end, source, state }) => ({
    ...{ id, userID, projectID, at: start, own: { KIND: source, STATE: state } },
    values: { hours: (end - start) / HOUR_MS },
  }))
}

const bookingRequests: Reader = async (asked) => {
  const isOpen = seesPrivate(asked)
  const rows = await asked.db
    .selectFrom('bookingRequests as b')
    .where('b.start', '>=', asked.from)
    .where('b.start', '<', asked.to)
    .where('b.userID', 'in', idsOf(asked))
    .orderBy('b.id')
    .select(['b.id', 'b.userID', 'b.type', 'b.start', 'b.hours', 'b.state'])
    .execute()
  return rows.map(({ id, userID, type, start, hours, state }) => ({
    ...{ id, userID, at: start },
    own: { KIND: !isOpen && PRIVATE_TYPES.includes(type) ? 'PERSONAL' : type, STATE: state },
    values: { hours },
  }))
}

const shiftRequests: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('shiftRequests as r')
    .where('r.askedAt', '>=', asked.from)
    .where('r.askedAt', '<', asked.to)
    .where('r.byUserID', 'in', idsOf(asked))
    .orderBy('r.id')
    .select(['r.id', 'r.byUserID', 'r.type', 'r.askedAt', 'r.state'])
    .execute()
  return rows.map(({ id, byUserID, type, askedAt, state }) => ({
    ...{ id, userID: byUserID, at: askedAt, own: { KIND: type, STATE: state }, values: {} },
  }))
}

const tickets: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('tickets as t')
    .where('t.raisedAt', '>=', asked.from)
    .where('t.raisedAt', '<', asked.to)
    .where('t.raisedBy', 'in', idsOf(asked))
    .orderBy('t.id')
    .select(['t.id', 't.raisedBy', 't.raisedAt', 't.ticketType', 't.status', 't.resolvedAt', 't.rating'])
    .execute()
  return rows.map(({ id, raisedBy, raisedAt, ticketType, status, resolvedAt, rating }) => ({
    ...{ id, userID: raisedBy, at: raisedAt, own: { KIND: ticketType, STATE: status } },
    values: { hoursOpen: resolvedAt === null ? null : (resolvedAt - raisedAt) / HOUR_MS, rating },
  }))
}

/** Work lost to problems; what was revoked wasn't lost. */
const systemIssues: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('systemIssues as i')
    .innerJoin('tickets as t', 't.id', 'i.ticketID')
    // Booked on a session, whose project is the one that was kept waiting.
    .leftJoin('activitySessions as s', 's.id', 'i.sessionID')
    .where('i.startedAt', '>=', asked.from)
    .where('i.startedAt', '<', asked.to)
    .where('i.revokedAt', 'is', null)
    .where('i.userID', 'in', idsOf(asked))
    .orderBy('i.id')
    .select(['i.id', 'i.userID', 'i.startedAt', 'i.endedAt', 't.ticketType', 's.projectID'])
    .execute()
  return rows.map(({ id, userID, projectID, startedAt, endedAt, ticketType }) => {
    const lost = (endedAt ?? asked.now) - startedAt
    return {
      ...{ id, userID, projectID, at: startedAt, own: { KIND: ticketType } },
      values: { seconds: Math.round(lost / 1000), hours: lost / HOUR_MS },
    }
  })
}

const incidents: Reader = async (asked) => {
  const rows = await asked.db
    .selectFrom('incidents as i')
    .where('i.at', '>=', asked.from)
    .where('i.at', '<', asked.to)
    .where('i.userID', 'in', idsOf(asked))
    .orderBy('i.id')
    .select(['i.id', 'i.userID', 'i.projectID', 'i.at'])
    .execute()
  return rows.map((row) => ({ ...row, values: {} }))
}

/** Everything that is counted together by the database reads its records with `callRows`. */
export const READERS: Readonly<Record<Exclude<PowerSource, 'INTERVIEWS'>, Reader>> = {
  ACTIVITY_SESSIONS: sessions,
  SHIFTS: shifts,
  ATTENDANCE_DAYS: attendanceDays,
  BREAKS: breaks,
  EXCEPTIONS: exceptions,
  QC_REVIEWS: reviews,
  ALLOCATIONS: allocations,
  BOOKING_REQUESTS: bookingRequests,
  SHIFT_REQUESTS: shiftRequests,
  TICKETS: tickets,
  SYSTEM_ISSUES: systemIssues,
  INCIDENTS: incidents,
}

/** Calls one by one, a part of them, with how many there are and their minutes. */
export async function callRows(
  asked: Asked,
  outcomes: readonly string[] | null,
  part: { readonly limit: number; readonly offset: number },
) {
  const calls = callsOf(asked).$if(outcomes !== null, (query) =>
    query.where('r.outcome', 'in', (outcomes ?? []) as never),
  )
  const { total, seconds } = await calls
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number | null>('r.duration').as('seconds'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await calls
    .orderBy('r.start')
    .orderBy('r.id')
    .limit(part.limit)
    .offset(part.offset)
    .select(['r.id', 'r.userID', 'r.start', 'r.projectID', 'r.quotaCellID', 'r.outcome', 'r.isOutside'])
    .select('r.duration')
    .execute()
  return {
    total: Number(total),
    minutes: Number(seconds ?? 0) / 60,
    rows: rows.map(
      (row): SourceRow => ({
        ...{ id: row.id, userID: row.userID ?? 0, at: row.start, projectID: row.projectID },
        own: {
          OUTCOME: row.outcome,
          QUOTA_CELL: text(row.quotaCellID),
          RECORDED: row.isOutside === 1 ? 'OUTSIDE' : 'IN',
        },
        values: { minutes: row.duration / 60 },
      }),
    ),
  }
}

/** Sessions of AVAILABLE behind hours of interviewing, clipped to what is asked for. */
export async function availableRows(asked: Asked, isOnProjects: boolean): Promise<SourceRow[]> {
  const rows = await sessions(asked, { fields: [], has: () => true })
  return rows.filter(
    ({ own, projectID, at }) =>
      own?.ACTIVITY === 'AVAILABLE' &&
      (!isOnProjects || (projectID ?? null) !== null) &&
      asked.wanted.every(({ field, values }) => {
        const keys = momentKeys(at)
        const of = {
          DAY: keys.day,
          WEEK: keys.week,
          MONTH: keys.month,
          WEEKDAY: keys.weekday,
          HOUR: keys.hour,
        }
        return field in of ? values.includes(of[field as keyof typeof of]) : true
      }),
  )
}

/** Appointments that were due, as records. */
export const appointmentRows = async (asked: Asked): Promise<SourceRow[]> =>
  (await dueAppointments(asked)).map(({ isKept, ...row }) => ({ ...row, values: { kept: isKept ? 1 : 0 } }))
