import type { ActivityName } from './activity.ts'
import type { ActivityClass } from './activity-rules.ts'
import { common, joined, outside, type Span, secondsOf, within } from './spans.ts'

/** What was out of order on a day (spec 4 §2.4). */
export const EXCEPTION_KINDS = [
  'LATE_START',
  'LEFT_EARLY',
  'LONG_BREAK',
  'WRONG_ACTIVITY',
  'WRONG_PROJECT',
  'AWAY',
  'UNSCHEDULED',
  'NO_SHOW',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCUSES = [
  'NONE',
  'SYSTEM_ISSUE',
  'OVERRIDE',
  'CALL_OVERRAN',
  'APPROVED_REQUEST',
  'SUPERVISOR',
] as const
export type ExcuseKind = (typeof EXCUSES)[number]

export const DAY_OUTCOMES = [
  'ON_TIME',
  'LATE',
  'LEFT_EARLY',
  'LATE_AND_LEFT_EARLY',
  'NO_SHOW',
  'ABSENT',
  'EXCUSED',
  'OFF',
  'EXTRA',
] as const
export type DayOutcome = (typeof DAY_OUTCOMES)[number]

export const DAY_STATES = ['OPEN', 'CONFIRMED', 'QUERIED', 'APPROVED', 'LOCKED'] as const
export type DayState = (typeof DAY_STATES)[number]

export const CORRECTION_STATES = ['PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]

const MINUTE_MS = 60_000
/** Somebody so late, or gone so early, isn't late or early (spec 4 §2.4), in minutes; of lateness where no setting is. */
export const TOLERATED_MINUTES = 3
/** A shift whose person never came is a no-show so long after its end (spec 4 §5.7), in milliseconds. */
export const NO_SHOW_AFTER_MS = 15 * MINUTE_MS
/** A fixed break may begin and end so much before or after its time (spec 4 §2.4), in milliseconds. */
const FIXED_BREAK_GIVE_MS = 10 * MINUTE_MS
/** What is shorter isn't listed: a slip of a switch; of breaks and projects spec 4 §4.2.1 and D123 say so. */
const LISTED_FROM_MS = MINUTE_MS

export interface ShiftSegment extends Span {
  readonly kind: 'WORK' | 'BREAK' | 'TRAINING' | 'MEETING'
  readonly isFixed: boolean
}

export interface PlannedShift extends Span {
  /** None: work from start to end, with a break at any time. */
  readonly segments: readonly ShiftSegment[]
  readonly breakMinutes: number
  readonly projectID: number | null
  /** Paid break, in seconds. */
  readonly allowanceSeconds: number
  /** When it was first said that its person would be late; not known: nobody said so. */
  readonly lateSaidAt?: number | null
}

/** What somebody did, until now where it lasts. */
export interface DoneSession extends Span {
  readonly activity: ActivityName
  readonly class: ActivityClass
  readonly projectID: number | null
  readonly category: string | null
  /** Somebody else put them into it. */
  readonly isOverride: boolean
}

export interface SupervisorExcuse {
  readonly kind: ExceptionKind
  /** Of the exception. */
  readonly start: number
  readonly seconds: number
  readonly reason: string
  readonly by: string
}

/** Everything that a day of somebody's is judged by. */
export interface DayFacts {
  /** Those that begin on the day, in order. */
  readonly shifts: readonly PlannedShift[]
  readonly sessions: readonly DoneSession[]
  /** System issues that were revoked: that time counts as away. */
  readonly revoked: readonly Span[]
  /** Calls of theirs. */
  readonly calls: readonly Span[]
  /** Approved events that free them from work: holiday, absence, appointments, prayer. */
  readonly freed: readonly (Span & { readonly type: string })[]
  /** They are reported absent or sick then, decided or not. */
  readonly absent: readonly Span[]
  /** Approved or given: training and meetings in the calendar. */
  readonly given: readonly (Span & { readonly activity: ActivityName })[]
  readonly overtime: readonly Span[]
  readonly excuses: readonly SupervisorExcuse[]
  /** Whether the contract type pays breaks for prayer. */
  readonly paysPrayer: boolean
  /** Whoever begins no later than this isn't late, in minutes. */
  readonly lateAfterMinutes: number
}

/** A piece of scheduled time. */
export interface Judged extends Span {
  readonly state: 'IN' | 'OUT' | 'EXCUSED'
  readonly kind: ExceptionKind | null
  readonly excuse: ExcuseKind
}

export interface DayException extends Span {
  readonly kind: ExceptionKind
  readonly seconds: number
  readonly excuse: ExcuseKind
  readonly excusedSeconds: number
  readonly excusedBy: string
  readonly reason: string
  /** A late start that was said before the shift's start: late with notice, which excuses nothing (spec 4 §4.2.2). */
  readonly isNoticed: boolean
}

const isPrayer = ({ activity, category }: DoneSession) => activity === 'BREAK' && category === 'Prayer'
const PRAYER = 'SALAH_TIME'

const workedClasses: ReadonlySet<ActivityClass> = new Set([
  'INTERVIEWING',
  'PRODUCTION',
  'SUPPORTING',
  'EXCUSED',
])

/** Time that counts as work. */
export function workedSpans({ sessions, revoked }: Pick<DayFacts, 'sessions' | 'revoked'>): Span[] {
  const worked = sessions.filter((session) => workedClasses.has(session.class))
  const lost = worked.filter((session) => session.class === 'EXCUSED')
  return joined([...worked.filter((session) => session.class !== 'EXCUSED'), ...outside(lost, revoked)])
}

/** Breaks that use the allowance: those at booked times of prayer don't. */
function allowedBreaks({ sessions, freed }: Pick<DayFacts, 'sessions' | 'freed'>): Span[] {
  const prayers = freed.filter(({ type }) => type === PRAYER)
  return sessions
    .filter(({ activity }) => activity === 'BREAK')
    .flatMap((session) => (isPrayer(session) ? outside([session], prayers) : [session]))
}

/** The part of `spans` up to so many seconds, and the rest. */
function cutAt(spans: readonly Span[], seconds: number): { readonly first: Span[]; readonly rest: Span[] } {
  const first: Span[] = []
  const rest: Span[] = []
  let left = seconds * 1000
  for (const { start, end } of joined(spans)) {
    const until = Math.min(end, start + left)
    if (until > start) first.push({ start, end: until })
    if (end > until) rest.push({ start: until, end })
    left -= until - start
  }
  return { first, rest }
}

/** What is expected at a moment of a shift. */
function segmentAt({ segments }: PlannedShift, at: number): ShiftSegment | null {
  return segments.find(({ start, end }) => start <= at && at < end) ?? null
}

/** Moments at which something begins or ends, within a span. */
function moments(span: Span, edges: readonly Span[]): number[] {
  const all = [span.start, span.end, ...edges.flatMap(({ start, end }) => [start, end])]
  return [...new Set(all)].filter((at) => at >= span.start && at <= span.end).toSorted((a, b) => a - b)
}

/** The part of a shift that has passed, piece by piece: as expected, excused or out (spec 4 §2.4). */
export function judged(shift: PlannedShift, facts: DayFacts, now: number): Judged[] {
  const passed = common(shift, { start: shift.start, end: now })
  if (!passed) return []
  const { sessions, revoked, freed, given } = facts
  const inShift = allowedBreaks(facts).flatMap((span) => common(span, shift) ?? [])
  const { rest: overBreak } = cutAt(inShift, shift.allowanceSeconds)
  const present = sessions.filter(({ activity }) => activity !== 'INACTIVE')
  const began = Math.min(...present.map(({ start }) => start))
  const ended = Math.max(...present.map(({ end }) => end))
  const fixed = shift.segments.filter(({ kind, isFixed }) => kind === 'BREAK' && isFixed)
  const near = fixed.map(({ start, end }) => ({
    start: start - FIXED_BREAK_GIVE_MS,
    end: end + FIXED_BREAK_GIVE_MS,
  }))
  const late = fixed.map(({ start, end }) => ({ start, end: Math.min(end, start + FIXED_BREAK_GIVE_MS) }))
  const covers = (spans: readonly Span[], at: number) =>
    spans.some(({ start, end }) => start <= at && at < end)

  /** Whether the break of a segment is behind the person: they took it a little before its time. */
  const hadBreak = (segment: Span, at: number) =>
    sessions.some(
      ({ activity, end }) => activity === 'BREAK' && end <= at && end > segment.start - FIXED_BREAK_GIVE_MS,
    )

  /** Why a moment is out of schedule; null where it isn't. */
  function faultAt(at: number): ExceptionKind | null {
    const session = sessions.find(({ start, end }) => start <= at && at < end)
    if (!session || session.class === 'NONE') {
      if (present.length === 0 || at < began) return 'LATE_START'
      return at >= ended ? 'LEFT_EARLY' : 'AWAY'
    }
    const segment = segmentAt(shift, at)
    const kind = segment?.kind ?? 'WORK'
    if (session.class === 'AWAY') return 'AWAY'
    if (session.class === 'EXCUSED') return covers(revoked, at) ? 'AWAY' : null
    if (session.class === 'BREAK') {
      if (covers(overBreak, at)) return 'LONG_BREAK'
      if (isPrayer(session) && covers(freed, at)) return null
      // Where breaks have their times, others aren't breaks of the plan.
      if (fixed.length > 0 && !covers(near, at) && kind !== 'BREAK') return 'WRONG_ACTIVITY'
      return kind === 'TRAINING' || kind === 'MEETING' ? 'WRONG_ACTIVITY' : null
    }
    if (kind === 'TRAINING' || kind === 'MEETING') return session.activity === kind ? null : 'WRONG_ACTIVITY'
    if (kind === 'BREAK' && segment?.isFixed)
      return covers(late, at) || hadBreak(segment, at) ? null : 'WRONG_ACTIVITY'
    if (session.class !== 'SUPPORTING') return null
    const isGiven =
      session.isOverride ||
      session.activity === 'PROJECT BRIEF' ||
      session.activity === 'FEEDBACK SESSION' ||
      given.some((event) => event.activity === session.activity && event.start <= at && at < event.end)
    return isGiven ? null : 'WRONG_ACTIVITY'
  }

  const byThemselves = ownExcuses(shift, facts)
  const bySupervisor = facts.excuses.map(({ kind, start, seconds }) => ({
    ...{ kind: rawKind(kind), start },
    end: start + seconds * 1000,
  }))
  const edges = moments(passed, [
    ...[...sessions, ...shift.segments, ...near, ...late, ...overBreak, ...revoked, ...freed, ...given],
    ...[...byThemselves, ...bySupervisor],
  ])
  const pieces: Judged[] = []
  for (const [place, start] of edges.entries()) {
    const end = edges[place + 1]
    if (end === undefined) break
    const kind = faultAt(start)
    const own = byThemselves.find((span) => span.start <= start && start < span.end)
    const isExcused = bySupervisor.some(
      (span) => span.kind === kind && span.start <= start && start < span.end,
    )
    const excuse = kind === null ? 'NONE' : (own?.excuse ?? (isExcused ? 'SUPERVISOR' : 'NONE'))
    const isLost = kind === null && isLostWork(facts, start)
    pieces.push({
      ...{ start, end, kind },
      state: kind === null ? (isLost ? 'EXCUSED' : 'IN') : excuse === 'NONE' ? 'OUT' : 'EXCUSED',
      excuse: isLost ? 'SYSTEM_ISSUE' : excuse,
    })
  }
  return merged(pieces)
}

/** Who never comes is late first. */
const rawKind = (kind: ExceptionKind): ExceptionKind => (kind === 'NO_SHOW' ? 'LATE_START' : kind)

const isLostWork = ({ sessions }: DayFacts, at: number): boolean =>
  sessions.some((session) => session.class === 'EXCUSED' && session.start <= at && at < session.end)

/** What excuses by itself: overrides, calls that overran, approved requests (spec 4 §4.4.4). */
function ownExcuses(
  shift: PlannedShift,
  { sessions, calls, freed }: DayFacts,
): (Span & { readonly excuse: ExcuseKind })[] {
  const fixed = shift.segments.filter(({ kind, isFixed }) => kind === 'BREAK' && isFixed)
  const overran = fixed.flatMap((segment) =>
    calls
      .filter((call) => call.start < segment.start && call.end > segment.start)
      // The break moves to the call's end, by its own length.
      .map((call) => ({ start: segment.start, end: call.end + segment.end - segment.start })),
  )
  return [
    ...sessions
      .filter((session) => session.isOverride)
      .map(({ start, end }) => ({ start, end, excuse: 'OVERRIDE' as const })),
    ...overran.map((span) => ({ ...span, excuse: 'CALL_OVERRAN' as const })),
    ...freed.map(({ start, end }) => ({ start, end, excuse: 'APPROVED_REQUEST' as const })),
  ]
}

/** Neighbours that are judged alike are one. */
function merged(pieces: readonly Judged[]): Judged[] {
  const all: Judged[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    const isAlike =
      last?.end === piece.start &&
      last.state === piece.state &&
      last.kind === piece.kind &&
      last.excuse === piece.excuse
    if (last && isAlike) all[all.length - 1] = { ...last, end: piece.end }
    else all.push(piece)
  }
  return all
}

/** Whole minutes from one moment to a later one; 0 for as many as are tolerated, or fewer (spec 4 §2.4). */
export const minutesBetween = (from: number, to: number, tolerated = TOLERATED_MINUTES): number => {
  const minutes = Math.floor((to - from) / MINUTE_MS)
  return minutes <= tolerated ? 0 : minutes
}

/** Paid from when to when: the shifts, calls that ran over, approved overtime and what a supervisor approved. */
function payable({ shifts, calls, overtime, excuses }: DayFacts): Span[] {
  const overran = shifts.flatMap((shift) =>
    calls
      .filter((call) => call.start < shift.end && call.end > shift.end)
      .map((call) => ({ start: shift.end, end: call.end })),
  )
  const approved = excuses
    .filter(({ kind }) => kind === 'UNSCHEDULED')
    .map(({ start, seconds }) => ({ start, end: start + seconds * 1000 }))
  return joined([...shifts, ...overran, ...overtime, ...approved])
}

/** Paid time of a day: work, and breaks up to the allowance of their shift (spec 4 §2.2). */
export function paidSpans(facts: DayFacts): Span[] {
  const time = payable(facts)
  const breaks = facts.shifts.flatMap((shift) => {
    const own = allowedBreaks(facts).flatMap((span) => common(span, shift) ?? [])
    return cutAt(own, shift.allowanceSeconds).first
  })
  const prayers = facts.paysPrayer
    ? within(
        facts.sessions.filter(isPrayer),
        facts.freed.filter(({ type }) => type === PRAYER),
      )
    : []
  return within([...workedSpans(facts), ...breaks, ...prayers], time)
}

/** The same in seconds. */
export const paidSeconds = (facts: DayFacts): number => secondsOf(paidSpans(facts))

/** Breaks over the allowance of their shift. */
export function breakOverSpans(facts: DayFacts): Span[] {
  const breaks = allowedBreaks(facts)
  return facts.shifts.flatMap((shift) => {
    const own = breaks.flatMap((span) => common(span, shift) ?? [])
    return cutAt(own, shift.allowanceSeconds).rest
  })
}

const lostSessions = ({ sessions }: Pick<DayFacts, 'sessions'>) =>
  sessions.filter((session) => session.class === 'EXCUSED')

/** Work that was lost to system issues. */
export const systemIssueSpans = (facts: Pick<DayFacts, 'sessions' | 'revoked'>): Span[] =>
  outside(lostSessions(facts), facts.revoked)

/** Time away: what people called so, and system issues that were revoked. */
export const personalSpans = (facts: Pick<DayFacts, 'sessions' | 'revoked'>): Span[] =>
  joined([
    ...facts.sessions.filter((session) => session.class === 'AWAY'),
    ...within(lostSessions(facts), facts.revoked),
  ])

/** Paid hours of a day: up to the next quarter of an hour, rounded once a day (spec 4 §2.2). */
export const paidHours = (seconds: number): number => Math.ceil(seconds / 900) / 4

export interface DayFigures {
  readonly scheduledStart: number | null
  readonly scheduledEnd: number | null
  readonly actualStart: number | null
  readonly actualEnd: number | null
  readonly scheduledSeconds: number
  readonly workedSeconds: number
  readonly breakSeconds: number
  readonly breakOverSeconds: number
  readonly personalSeconds: number
  readonly systemIssueSeconds: number
  readonly excusedSeconds: number
  readonly outSeconds: number
  readonly lateMinutes: number
  readonly leftEarlyMinutes: number
  /** Of the time that was scheduled and is over: all of it, and what was as expected or excused. */
  readonly judgedSeconds: number
  readonly keptSeconds: number
  /** Work for which the shifts have room. */
  readonly plannedWorkSeconds: number
  /** Shares of 1; null where nothing was scheduled. */
  readonly adherence: number | null
  readonly conformance: number | null
  readonly paidSeconds: number
  readonly paidHours: number
  readonly outcome: DayOutcome
  readonly exceptions: readonly DayException[]
}

/** Work for which a shift has room, in seconds. */
function workSeconds({ start, end, segments, breakMinutes }: PlannedShift): number {
  const other = segments.filter(({ kind }) => kind !== 'WORK')
  // Where no segment has the break, it is taken at any time.
  const hasBreak = segments.some(({ kind }) => kind === 'BREAK')
  const work = secondsOf(outside([{ start, end }], other))
  return hasBreak ? work : Math.max(0, work - breakMinutes * 60)
}

/** A day as it was, or is until now (spec 4 §2.4). Times in milliseconds since 1970. */
export function dayFigures(facts: DayFacts, now: number): DayFigures {
  const { shifts, sessions } = facts
  const present = sessions.filter(({ activity }) => activity !== 'INACTIVE')
  const actualStart = present.length > 0 ? Math.min(...present.map(({ start }) => start)) : null
  const last = present.length > 0 ? Math.max(...present.map(({ end }) => end)) : null
  // What lasts has no end yet.
  const actualEnd = last !== null && last < now ? last : null
  const scheduledStart = shifts[0]?.start ?? null
  const scheduledEnd = shifts.at(-1)?.end ?? null
  const pieces = shifts.flatMap((shift) => judged(shift, facts, now))
  const of = (state: Judged['state']) => secondsOf(pieces.filter((piece) => piece.state === state))
  const passed = secondsOf(pieces)
  const worked = secondsOf(workedSpans(facts))
  const work = shifts.reduce((sum, shift) => sum + workSeconds(shift), 0)
  const lateMinutes =
    scheduledStart === null || (actualStart === null && now < scheduledStart)
      ? 0
      : minutesBetween(
          scheduledStart,
          Math.min(actualStart ?? now, scheduledEnd ?? now),
          facts.lateAfterMinutes,
        )
  // Who was here before a shift that begins later hasn't left that.
  const leftEarlyMinutes =
    scheduledStart === null || scheduledEnd === null || actualEnd === null
      ? 0
      : minutesBetween(Math.max(actualEnd, scheduledStart), Math.min(scheduledEnd, now))
  const paid = paidSeconds(facts)
  return {
    ...{ scheduledStart, scheduledEnd, actualStart, actualEnd },
    scheduledSeconds: secondsOf(shifts),
    workedSeconds: worked,
    breakSeconds: secondsOf(sessions.filter(({ activity }) => activity === 'BREAK')),
    breakOverSeconds: secondsOf(breakOverSpans(facts)),
    personalSeconds: secondsOf(personalSpans(facts)),
    systemIssueSeconds: secondsOf(systemIssueSpans(facts)),
    excusedSeconds: of('EXCUSED'),
    outSeconds: of('OUT'),
    ...{ lateMinutes, leftEarlyMinutes },
    judgedSeconds: passed,
    keptSeconds: of('IN') + of('EXCUSED'),
    plannedWorkSeconds: Math.max(0, work),
    adherence: passed === 0 ? null : (of('IN') + of('EXCUSED')) / passed,
    conformance: work <= 0 ? null : worked / work,
    paidSeconds: paid,
    paidHours: paidHours(paid),
    outcome: outcomeOf(facts, { actualStart, scheduledEnd, lateMinutes, leftEarlyMinutes, pieces }, now),
    exceptions: exceptionsOf(facts, pieces, now),
  }
}

interface Seen {
  readonly actualStart: number | null
  readonly scheduledEnd: number | null
  readonly lateMinutes: number
  readonly leftEarlyMinutes: number
  readonly pieces: readonly Judged[]
}

function outcomeOf(facts: DayFacts, seen: Seen, now: number): DayOutcome {
  const { actualStart, scheduledEnd, lateMinutes, leftEarlyMinutes, pieces } = seen
  if (facts.shifts.length === 0) return actualStart === null ? 'OFF' : 'EXTRA'
  if (actualStart === null) {
    const freed = facts.freed.filter(({ type }) => type !== PRAYER)
    if (within(facts.shifts, facts.absent).length > 0) return 'ABSENT'
    if (outside(facts.shifts, freed).length === 0) return 'EXCUSED'
    return scheduledEnd !== null && now >= scheduledEnd + NO_SHOW_AFTER_MS ? 'NO_SHOW' : lateOnly(lateMinutes)
  }
  const isExcused = (kind: ExceptionKind) =>
    pieces.filter((piece) => piece.kind === kind).every(({ state }) => state === 'EXCUSED')
  const isLate = lateMinutes > 0 && !isExcused('LATE_START')
  const isEarly = leftEarlyMinutes > 0 && !isExcused('LEFT_EARLY')
  if (isLate && isEarly) return 'LATE_AND_LEFT_EARLY'
  if (isEarly) return 'LEFT_EARLY'
  return lateOnly(isLate ? lateMinutes : 0)
}

const lateOnly = (minutes: number): DayOutcome => (minutes > 0 ? 'LATE' : 'ON_TIME')

function exceptionsOf(facts: DayFacts, pieces: readonly Judged[], now: number): DayException[] {
  const { shifts, sessions, excuses } = facts
  const isNoShow =
    shifts.length > 0 &&
    sessions.every(({ activity }) => activity === 'INACTIVE') &&
    shifts.every(({ end }) => now >= end + NO_SHOW_AFTER_MS)
  const found: (Span & { kind: ExceptionKind })[] = []
  for (const shift of shifts) {
    const own = pieces.filter((piece) => piece.start >= shift.start && piece.end <= shift.end)
    for (const kind of EXCEPTION_KINDS)
      for (const span of joined(own.filter((piece) => piece.kind === kind)))
        if (isListed(kind, span, facts)) found.push({ ...span, kind: isNoShow ? 'NO_SHOW' : kind })
    found.push(...wrongProjects(shift, sessions).map((span) => ({ ...span, kind: 'WRONG_PROJECT' as const })))
  }
  found.push(...unscheduled(facts).map((span) => ({ ...span, kind: 'UNSCHEDULED' as const })))
  return found
    .toSorted(
      (a, b) => a.start - b.start || EXCEPTION_KINDS.indexOf(a.kind) - EXCEPTION_KINDS.indexOf(b.kind),
    )
    .map(({ kind, start, end }) => {
      const given = excuses.find((excuse) => rawKind(excuse.kind) === rawKind(kind) && excuse.start === start)
      const mine = pieces.filter((piece) => common(piece, { start, end }) && piece.excuse !== 'NONE')
      const excused = secondsOf(within(mine, [{ start, end }]))
      const seconds = secondsOf([{ start, end }])
      // Nothing is scheduled there, or the plan isn't hurt: only a supervisor excuses it.
      const isOutside = kind === 'UNSCHEDULED' || kind === 'WRONG_PROJECT'
      return {
        ...{ kind, start, end, seconds },
        excuse: given ? 'SUPERVISOR' : isOutside ? 'NONE' : (mine[0]?.excuse ?? 'NONE'),
        excusedSeconds: isOutside ? Math.min(given?.seconds ?? 0, seconds) : excused,
        excusedBy: given?.by ?? '',
        reason: given?.reason ?? '',
        isNoticed: kind === 'LATE_START' && shifts.some((shift) => shift.start === start && isSaid(shift)),
      }
    })
}

/** Whether somebody said before a shift that its person would be late. */
const isSaid = ({ lateSaidAt, start }: PlannedShift): boolean =>
  lateSaidAt !== undefined && lateSaidAt !== null && lateSaidAt < start

function isListed(kind: ExceptionKind, { start, end }: Span, { lateAfterMinutes }: DayFacts): boolean {
  const minutes = Math.floor((end - start) / MINUTE_MS)
  if (kind === 'LATE_START') return minutes > lateAfterMinutes
  if (kind === 'LEFT_EARLY') return minutes > TOLERATED_MINUTES
  return end - start >= LISTED_FROM_MS
}

/** Interviewing on another project than the planned one, from a minute on. */
function wrongProjects(shift: PlannedShift, sessions: readonly DoneSession[]): Span[] {
  if (shift.projectID === null) return []
  const wrong = sessions.filter(
    ({ activity, projectID }) => activity === 'AVAILABLE' && projectID !== shift.projectID,
  )
  return within(wrong, [shift]).filter(({ start, end }) => end - start >= LISTED_FROM_MS)
}

/** Work outside of shifts that nothing covers. Beside a shift the first minutes aren't listed. */
function unscheduled(facts: DayFacts): Span[] {
  const { shifts, excuses } = facts
  const planned = payable({ ...facts, excuses: excuses.filter(({ kind }) => kind !== 'UNSCHEDULED') })
  return outside(workedSpans(facts), planned).filter(({ start, end }) => {
    const touches = shifts.some((shift) => start <= shift.end && end >= shift.start)
    return !touches || end - start > TOLERATED_MINUTES * MINUTE_MS
  })
}

/** How somebody stands to their shift now. */
export type AdherenceNow =
  | { readonly state: 'NOT_DUE' }
  | { readonly state: 'IN' }
  | { readonly state: 'OUT'; readonly kind: ExceptionKind; readonly since: number }
  | { readonly state: 'EXCUSED'; readonly excuse: ExcuseKind; readonly since: number }

/** How somebody stands to their shift at a moment (spec 4 §4.2.1, §4.4.1). */
export function adherenceNow(facts: DayFacts, now: number): AdherenceNow {
  const shift = facts.shifts.find(({ start, end }) => start <= now && now < end)
  if (!shift) return { state: 'NOT_DUE' }
  // The present moment is a piece of its own.
  const pieces = judged(shift, openUntil(facts, now), now + 1)
  const last = pieces.at(-1)
  if (!last) return { state: 'NOT_DUE' }
  if (last.state === 'IN') return { state: 'IN' }
  if (last.state === 'EXCUSED') return { state: 'EXCUSED', excuse: last.excuse, since: last.start }
  return { state: 'OUT', kind: last.kind ?? 'AWAY', since: last.start }
}

/** With what lasts until now lasting a moment more. */
const openUntil = (facts: DayFacts, now: number): DayFacts => ({
  ...facts,
  sessions: facts.sessions.map((session) => (session.end === now ? { ...session, end: now + 1 } : session)),
})

/** Minutes of paid break: the contract type's for that length, else the installation's (spec 4 §2.2). */
export function breakAllowance(
  hours: number,
  paidBreaks: string,
  usual: readonly { readonly fromHours: number; readonly minutes: number }[],
): number {
  const rules = paidBreaks
    .split(',')
    .map((part) => part.trim().split(':').map(Number))
    .flatMap(([fromHours, minutes]) =>
      fromHours === undefined || minutes === undefined ? [] : [{ fromHours, minutes }],
    )
  const among = (list: readonly { fromHours: number; minutes: number }[]) =>
    list.filter(({ fromHours }) => fromHours <= hours).toSorted((a, b) => b.fromHours - a.fromHours)[0]
      ?.minutes
  return (rules.length > 0 ? among(rules) : undefined) ?? among(usual) ?? 0
}
