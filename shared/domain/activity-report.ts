import { ACTIVITY_NAMES, type ActivityName } from './activity.ts'
import {
  breakOverSpans,
  type DayFacts,
  type DoneSession,
  paidHours,
  paidSpans,
  personalSpans,
  systemIssueSpans,
  workedSpans,
} from './attendance.ts'
import { londonField } from './london-time.ts'
import { type Span, secondsOf, within } from './spans.ts'

/** Who or what began a session (spec 4 §2.2). */
export const SESSION_SOURCES = ['SELF', 'SUPERVISOR', 'SYSTEM', 'RETRO'] as const
export type SessionSource = (typeof SESSION_SOURCES)[number]

/** The source of a session as it is stored: '' is the person or who put them into it. */
export function sourceOf(session: {
  readonly source: '' | 'SYSTEM' | 'RETRO'
  readonly startedBy: number | null
  readonly userID: number
}): SessionSource {
  const { source, startedBy, userID } = session
  if (source !== '') return source
  return startedBy !== null && startedBy !== userID ? 'SUPERVISOR' : 'SELF'
}

export interface ReportedSession extends DoneSession {
  readonly source: SessionSource
  readonly idleSeconds: number
}

/** A day of somebody's with where its sessions come from. */
export interface ReportedDay {
  readonly userID: number
  /** London's, YYYY-MM-DD. */
  readonly day: string
  readonly facts: Omit<DayFacts, 'sessions'> & { readonly sessions: readonly ReportedSession[] }
}

/** What the rows of the activity report are. */
export const ACTIVITY_ROWS = ['PERSON', 'DAY', 'PROJECT', 'ACTIVITY'] as const
export type ActivityRow = (typeof ACTIVITY_ROWS)[number]

/** Hours of some time, in seconds where nothing else is said. */
export interface HoursSum {
  readonly activities: Readonly<Partial<Record<ActivityName, number>>>
  readonly workedSeconds: number
  /** Each person's day up to the next quarter where the whole day is in it, else as it is. */
  readonly paidHours: number
  readonly breakOverSeconds: number
  readonly personalSeconds: number
  readonly systemIssueSeconds: number
  readonly idleSeconds: number
  readonly overrideSeconds: number
  /** Of AVAILABLE with a project. */
  readonly interviewingSeconds: number
  /** What the paid hours cost by contract, in £; absent for who sees no costs, and where nobody has a rate. */
  readonly cost?: number | undefined
}

export const NO_HOURS: HoursSum = {
  ...{ activities: {}, workedSeconds: 0, paidHours: 0, breakOverSeconds: 0, personalSeconds: 0 },
  ...{ systemIssueSeconds: 0, idleSeconds: 0, overrideSeconds: 0, interviewingSeconds: 0 },
}

/** Two sums as one. */
export function hoursTogether(a: HoursSum, b: HoursSum): HoursSum {
  const activities: Partial<Record<ActivityName, number>> = { ...a.activities }
  for (const name of ACTIVITY_NAMES) {
    const more = b.activities[name]
    if (more !== undefined) activities[name] = (activities[name] ?? 0) + more
  }
  return {
    activities,
    workedSeconds: a.workedSeconds + b.workedSeconds,
    paidHours: a.paidHours + b.paidHours,
    breakOverSeconds: a.breakOverSeconds + b.breakOverSeconds,
    personalSeconds: a.personalSeconds + b.personalSeconds,
    systemIssueSeconds: a.systemIssueSeconds + b.systemIssueSeconds,
    idleSeconds: a.idleSeconds + b.idleSeconds,
    overrideSeconds: a.overrideSeconds + b.overrideSeconds,
    interviewingSeconds: a.interviewingSeconds + b.interviewingSeconds,
    ...((a.cost ?? b.cost) !== undefined && { cost: (a.cost ?? 0) + (b.cost ?? 0) }),
  }
}

/** Share of the work that was interviewing, of 1; null where nobody worked. */
export const interviewingShare = ({ interviewingSeconds, workedSeconds }: HoursSum): number | null =>
  workedSeconds === 0 ? null : interviewingSeconds / workedSeconds

export interface HoursOf {
  readonly by: ActivityRow
  /** Which sessions count; all that aren't INACTIVE where it is absent. */
  readonly isWanted?: (session: ReportedSession) => boolean
  /** What an hour of somebody's costs on a day, in £; null where that isn't known. */
  readonly rateOf?: ((userID: number, day: string) => number | null) | undefined
}

const keyOf = (by: ActivityRow, { userID, day }: ReportedDay, session: ReportedSession): string => {
  if (by === 'PERSON') return String(userID)
  if (by === 'DAY') return day
  return by === 'PROJECT' ? String(session.projectID ?? 0) : session.activity
}

/**
 * Where the hours went (spec 4 §4.5.11): the time of each day by the functions that judge attendance and pay, so that
 * both come to the same. Keys are a person's or project's id (0 for none), a day or an activity.
 */
export function hoursBy(
  days: readonly ReportedDay[],
  { by, isWanted, rateOf }: HoursOf,
): Map<string, HoursSum> {
  const isWhole = (by === 'PERSON' || by === 'DAY') && isWanted === undefined
  const rows = new Map<string, HoursSum>()
  for (const day of days) {
    const wanted = day.facts.sessions.filter(
      (session) => session.activity !== 'INACTIVE' && (isWanted === undefined || isWanted(session)),
    )
    if (wanted.length === 0) continue
    const { facts } = day
    const rate = rateOf?.(day.userID, day.day) ?? null
    const all = {
      worked: workedSpans(facts),
      paid: paidSpans(facts),
      over: breakOverSpans(facts),
      personal: personalSpans(facts),
      issues: systemIssueSpans(facts),
    }
    for (const [key, own] of Map.groupBy(wanted, (session) => keyOf(by, day, session))) {
      const seconds = (spans: readonly Span[]) => (spans.length === 0 ? 0 : secondsOf(within(spans, own)))
      const paid = seconds(all.paid)
      const activities: Partial<Record<ActivityName, number>> = {}
      for (const [activity, done] of Map.groupBy(own, (session) => session.activity))
        activities[activity] = secondsOf(done)
      const hours = isWhole ? paidHours(paid) : paid / 3600
      const sum: HoursSum = {
        activities,
        workedSeconds: seconds(all.worked),
        paidHours: hours,
        ...(rate !== null && { cost: hours * rate }),
        breakOverSeconds: seconds(all.over),
        personalSeconds: seconds(all.personal),
        systemIssueSeconds: seconds(all.issues),
        idleSeconds: own.reduce((total, { idleSeconds }) => total + idleSeconds, 0),
        overrideSeconds: secondsOf(own.filter(({ isOverride }) => isOverride)),
        interviewingSeconds: secondsOf(
          own.filter(({ activity, projectID }) => activity === 'AVAILABLE' && projectID !== null),
        ),
      }
      rows.set(key, hoursTogether(rows.get(key) ?? NO_HOURS, sum))
    }
  }
  return rows
}

const HOUR_MS = 3_600_000

/** Seconds of each activity by London's hour of the day, from 0 to 23. */
export function hoursOfDay(
  days: readonly ReportedDay[],
  isWanted: (session: ReportedSession) => boolean = () => true,
): Map<ActivityName, number[]> {
  const found = new Map<ActivityName, number[]>()
  const known = new Map<number, number>()
  for (const { facts } of days)
    for (const session of facts.sessions) {
      if (session.activity === 'INACTIVE' || !isWanted(session)) continue
      const hours = found.get(session.activity) ?? new Array<number>(24).fill(0)
      found.set(session.activity, hours)
      for (let at = session.start; at < session.end; ) {
        const begun = at - (at % HOUR_MS)
        const next = Math.min(begun + HOUR_MS, session.end)
        // London's hours begin where UTC's do.
        const hour = known.get(begun) ?? Number(londonField(begun).slice(11, 13))
        known.set(begun, hour)
        hours[hour] = (hours[hour] ?? 0) + (next - at) / 1000
        at = next
      }
    }
  return found
}
