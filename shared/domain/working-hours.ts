import { dateFormat } from './date-format.ts'
import { LONDON, londonDayAfter, londonField, momentOfField, startOfLondonWeek } from './london-time.ts'
import { outside, type Span } from './spans.ts'
import { HOURS_WORDS, type HoursParams, type HoursRule } from './working-hours-words.ts'

/** The checks of hours of spec 4 §5.2: one function for whatever makes, moves, takes or approves a shift or a place. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const SHIFT_STEP_MS = 15 * MINUTE_MS
const WEEK_DAYS = 7

/** The figures of the settings 'Working time' (spec 5 §5.1). */
export interface HoursLimits {
  readonly restHours: number
  readonly dayOffWithinDays: number
  readonly weekHours: number
  readonly meanOfWeeks: number
  readonly shortestShiftHours: number
  readonly longestShiftHours: number
  readonly breakMinutes: number
  readonly breakAfterHours: number
}

/** What is to be worked. Times in milliseconds since 1970. */
export interface ProposedShift extends Span {
  /** Of a shift that exists, so that it isn't held against itself; null for a new one. */
  readonly id: number | null
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly areaID: number | null
  readonly location: 'OFFICE' | 'HOME'
}

/** A shift that somebody has already, as it is planned. */
export interface WorkedShift extends Span {
  readonly id: number
  readonly breakMinutes: number
}

/** Hours on some weekdays by London's clock: Monday is 1, minutes count from midnight. */
export interface CoreTime {
  readonly weekdays: readonly number[]
  readonly from: number
  readonly to: number
}

/** What the checks know of a person. */
export interface WorkerFacts {
  readonly userID: number
  readonly name: string
  readonly isActive: boolean
  /** Days are London's, YYYY-MM-DD. */
  readonly startDate: string | null
  readonly leaveDate: string | null
  /** Through whom they work, where they do: `state` is null while that agency may send people. */
  readonly agency: { readonly name: string; readonly state: 'SUSPENDED' | 'ENDED' | null } | null
  /** The first open onboarding task 'before first shift'. */
  readonly openTask: string | null
  readonly isOptedOut48: boolean
  /** Hours a week by the contract; null where none are agreed. */
  readonly weeklyHours: number | null
  readonly skills: readonly { readonly skillID: number; readonly expires: string | null }[]
  /** All that is planned for them near the shift: a week to either side at least. */
  readonly shifts: readonly WorkedShift[]
  /** Hours of weeks whose shifts aren't among those, by the week's Monday 0:00 in milliseconds since 1970. */
  readonly otherWeeks: ReadonlyMap<number, number>
  /** Approved holiday, absence and training. */
  readonly away: readonly (Span & { readonly event: string })[]
  /** When they said that they can't, and when they usually can; no core times for always. */
  readonly unavailable: readonly Span[]
  readonly coreTimes: readonly CoreTime[]
}

/** What the checks know of an area. */
export interface AreaFacts {
  readonly name: string
  /** Null where they aren't counted. */
  readonly seats: number | null
  /** YYYY-MM-DD */
  readonly closedDays: ReadonlySet<string>
  /** Weekdays on which it opens, Monday 1; null where nothing is said. */
  readonly openWeekdays: ReadonlySet<number> | null
  /** Everybody's shifts there. */
  readonly shifts: readonly (Span & { readonly id: number })[]
}

/** What the checks know beside the person. */
export interface PlanFacts {
  readonly limits: HoursLimits
  readonly now: number
  readonly areas: ReadonlyMap<number, AreaFacts>
  /** Skills that each project asks for, by name. */
  readonly skills: ReadonlyMap<number, readonly { readonly id: number; readonly name: string }[]>
  /** IRESOURCE_CAN_EDIT_CORE_HOURS: rest and the day off only warn. */
  readonly mayShortenRest: boolean
  /** CAN_RETRO_BOOK_EVENTS */
  readonly mayBookPast: boolean
}

/** What is against a shift: what `blocks` can't be, anything else needs a reason to go on. */
export type HoursCheck = {
  readonly [R in HoursRule]: {
    readonly rule: R
    readonly blocks: boolean
    readonly params: HoursParams<R>
    readonly text: string
  }
}[HoursRule]

const shortTime = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const clockTime = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })

/** When a shift is, as people read it: 4 May, 09:00–17:00. */
export const shiftTimes = ({ start, end }: Span): string =>
  `${shortTime.format(start)}–${clockTime.format(end)}`

/** What of a shift is work, in hours: its length less its break. */
export const hoursOfShift = ({ start, end, breakMinutes }: Omit<WorkedShift, 'id'>): number =>
  (end - start) / HOUR_MS - breakMinutes / 60

const dayOf = (at: number): string => londonField(at).slice(0, 10)
/** Monday 1 to Sunday 7. */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1
const byStart = (a: Span, b: Span): number => a.start - b.start

/**
 * All that is against a shift, what blocks first; nothing where it may be. A shift counts for the day and the week in
 * which it begins. Shifts that touch are one as far as length, break and rest go.
 */
export function checkShift(shift: ProposedShift, worker: WorkerFacts, plan: PlanFacts): HoursCheck[] {
  const checks: HoursCheck[] = []
  const add = <R extends HoursRule>(rule: R, blocks: boolean, params: HoursParams<R>): void => {
    const text = (HOURS_WORDS[rule] as (params: HoursParams<R>) => string)(params)
    checks.push({ rule, blocks, params, text } as HoursCheck & { rule: R })
  }
  const others = worker.shifts.filter(({ id }) => id !== shift.id).toSorted(byStart)
  const facts: Facts = { shift, others, worker, plan, add }
  checkTimes(facts)
  // What has no time can't be held against anything else.
  if (shift.end > shift.start) {
    checkOverlap(facts)
    checkRest(facts)
    checkWeeks(facts)
    checkAvailable(facts)
  }
  checkPerson(facts)
  checkPlace(facts)
  return checks.toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
}

interface Facts {
  readonly shift: ProposedShift
  /** The person's other shifts, in their order. */
  readonly others: readonly WorkedShift[]
  readonly worker: WorkerFacts
  readonly plan: PlanFacts
  readonly add: <R extends HoursRule>(rule: R, blocks: boolean, params: HoursParams<R>) => void
}

function checkTimes({ shift, others, plan: { limits, now, mayBookPast }, add }: Facts): void {
  const { start, end } = shift
  if (start % SHIFT_STEP_MS !== 0 || end % SHIFT_STEP_MS !== 0) add('STEP', true, undefined)
  const { shortestShiftHours: from, longestShiftHours: to } = limits
  const run = runOf(shift, others)
  if ((end - start) / HOUR_MS < from || run.hours > to) add('LENGTH', true, { from, to })
  const { breakAfterHours, breakMinutes } = limits
  if (run.hours > breakAfterHours && run.breakMinutes < breakMinutes)
    add('BREAK', true, { hours: breakAfterHours, minutes: breakMinutes })
  if (start < now && !mayBookPast) add('PAST', true, undefined)
}

/** The shift with those that touch it. */
function runOf(shift: ProposedShift, others: readonly WorkedShift[]) {
  const run = { start: shift.start, end: shift.end, breakMinutes: shift.breakMinutes }
  for (const other of others)
    if (other.start === run.end) {
      run.end = other.end
      run.breakMinutes += other.breakMinutes
    }
  for (const other of others.toReversed())
    if (other.end === run.start) {
      run.start = other.start
      run.breakMinutes += other.breakMinutes
    }
  return { ...run, hours: (run.end - run.start) / HOUR_MS }
}

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

function checkOverlap({ shift, others, worker, add }: Facts): void {
  for (const other of others)
    if (overlaps(shift, other)) add('OVERLAP', true, { event: 'Shift', time: shiftTimes(other) })
  for (const away of worker.away)
    if (overlaps(shift, away)) add('OVERLAP', true, { event: away.event, time: awayTimes(away) })
}

/** Whole days by their dates, anything else by its times. */
function awayTimes(away: Span): string {
  const isWhole = (at: number) => londonField(at).endsWith('T00:00')
  if (!isWhole(away.start) || !isWhole(away.end)) return shiftTimes(away)
  const last = londonDayAfter(away.end, -1)
  const days = [away.start, ...(last > away.start ? [last] : [])]
  return days.map((at) => longDay.format(at)).join('–')
}

function checkRest({ shift, others, plan, add }: Facts): void {
  const { limits, mayShortenRest } = plan
  const run = runOf(shift, others)
  const least = limits.restHours * HOUR_MS
  const before = others.findLast(({ end }) => end <= run.start)
  const after = others.find(({ start }) => start >= run.end)
  const rest = (later: Span) =>
    add('REST', !mayShortenRest, { hours: limits.restHours, shift: shiftTimes(later) })
  if (before && run.start - before.end < least) rest(run)
  if (after && after.start - run.end < least) rest(after)
  const date = lastDayWithoutRest(shift, others, limits.dayOffWithinDays)
  if (date !== null)
    add('DAY_OFF', !mayShortenRest, { days: limits.dayOffWithinDays, date: longDay.format(date) })
}

/** The last of the first days in a row, as many as those, among which 24 hours off are missing; null where none are. */
function lastDayWithoutRest(
  shift: ProposedShift,
  others: readonly WorkedShift[],
  days: number,
): number | null {
  const all = [shift, ...others]
  const reach = Math.ceil((shift.end - londonDayAfter(shift.start, 0)) / (24 * HOUR_MS))
  for (let day = 0; day < days + reach - 1; day++) {
    const last = londonDayAfter(shift.start, day)
    const window = { start: londonDayAfter(last, 1 - days), end: londonDayAfter(last, 1) }
    if (!overlaps(shift, window)) continue
    const free = outside([window], all)
    if (!free.some(({ start, end }) => end - start >= 24 * HOUR_MS)) return last
  }
  return null
}

function checkWeeks({ shift, others, worker, plan: { limits }, add }: Facts): void {
  const week = startOfLondonWeek(shift.start)
  const own = new Map(worker.otherWeeks)
  for (const one of [shift, ...others]) {
    const monday = startOfLondonWeek(one.start)
    own.set(monday, (own.get(monday) ?? 0) + hoursOfShift(one))
  }
  const hoursIn = (weeks: number) => own.get(londonDayAfter(week, weeks * WEEK_DAYS)) ?? 0
  const { weekHours, meanOfWeeks } = limits
  if (!worker.isOptedOut48) {
    let sum = 0
    for (let at = 1 - meanOfWeeks; at <= 0; at++) sum += hoursIn(at)
    for (let first = 1 - meanOfWeeks; first <= 0; first++) {
      if (sum / meanOfWeeks > weekHours + ROUNDING) {
        add('MEAN_WEEK', true, { hours: weekHours })
        break
      }
      sum += hoursIn(first + meanOfWeeks) - hoursIn(first)
    }
  }
  const hours = hoursIn(0)
  if (hours > weekHours + ROUNDING) add('WEEK', false, { hours: weekHours, date: longDay.format(week) })
  const over = worker.weeklyHours === null ? 0 : hours - worker.weeklyHours
  if (over > ROUNDING) add('CONTRACT', false, { hours: Math.round(over * 100) / 100 })
}

/** So that sums of quarters aren't over by what computers make of them. */
const ROUNDING = 1e-6

function checkAvailable({ shift, worker, add }: Facts): void {
  const { name, unavailable, coreTimes } = worker
  const isOut = coreTimes.length > 0 && outside([shift], coreSpans(shift, coreTimes)).length > 0
  if (isOut || unavailable.some((one) => overlaps(shift, one))) add('AVAILABILITY', false, { name })
}

/** The core times around a shift. */
function coreSpans({ start, end }: Span, core: readonly CoreTime[]): Span[] {
  const spans: Span[] = []
  for (let at = londonDayAfter(start, -1); at < end; at = londonDayAfter(at, 1)) {
    const day = dayOf(at)
    const next = dayOf(londonDayAfter(at, 1))
    for (const { weekdays, from, to } of core)
      if (weekdays.includes(weekdayOf(day)))
        spans.push({
          start: momentOfField(`${day}T${clock(from)}`),
          end: to > from ? momentAt(day, next, to) : momentAt(next, next, to),
        })
  }
  return spans
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
/** Midnight at a day's end is the next day's. */
const momentAt = (day: string, next: string, minutes: number): number =>
  minutes === 24 * 60 ? momentOfField(next) : momentOfField(`${day}T${clock(minutes)}`)

/** Whether somebody works here on a day of London's, YYYY-MM-DD. */
export const isEmployedOn = (
  { isActive, startDate, leaveDate }: Pick<WorkerFacts, 'isActive' | 'startDate' | 'leaveDate'>,
  day: string,
): boolean => isActive && (startDate === null || startDate <= day) && (leaveDate === null || leaveDate >= day)

function checkPerson({ shift, worker, plan, add }: Facts): void {
  const { name, agency, openTask } = worker
  const day = dayOf(shift.start)
  if (!isEmployedOn(worker, day)) add('EMPLOYMENT', true, { name })
  if (agency !== null && agency.state !== null)
    add('AGENCY', true, { agency: agency.name, state: agency.state })
  if (openTask !== null) add('ONBOARDING', true, { task: openTask })
  const needed = shift.projectID === null ? [] : (plan.skills.get(shift.projectID) ?? [])
  // A skill still counts on the day on which it expires.
  const holds = (id: number) =>
    worker.skills.some(({ skillID, expires }) => skillID === id && (expires === null || expires >= day))
  for (const skill of needed) if (!holds(skill.id)) add('SKILL', true, { name, skill: skill.name })
}

function checkPlace({ shift, plan, add }: Facts): void {
  const area = shift.areaID === null ? undefined : plan.areas.get(shift.areaID)
  if (!area || shift.location !== 'OFFICE') return
  const day = dayOf(shift.start)
  const isOpen = area.openWeekdays?.has(weekdayOf(day)) ?? true
  if (!isOpen || area.closedDays.has(day))
    add('AREA_CLOSED', true, { area: area.name, date: longDay.format(shift.start) })
  if (area.seats === null) return
  const there = area.shifts.filter((one) => one.id !== shift.id && overlaps(one, shift))
  // The most are there when somebody comes.
  const moments = [shift.start, ...there.map(({ start }) => Math.max(start, shift.start))]
  const most = Math.max(...moments.map((at) => there.filter((one) => one.start <= at && one.end > at).length))
  if (most + 1 > area.seats) add('SEATS', false, { area: area.name, seats: area.seats })
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const CORE =
  /^(?:([a-z]{3,9})(?:\s*(?:-|–|to)\s*([a-z]{3,9}))?\s+)?(\d{1,2})(?::(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d\d))?$/

/**
 * Core hours as they stand at a person: 'Mon–Fri 09:00–17:00; Sat 10:00–14:00', or times alone for every day. Empty where
 * nothing is said, or something that no times can be read from.
 */
export function coreTimesOf(text: string): CoreTime[] {
  const parts = text
    .toLowerCase()
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const times = parts.map(coreTimeOf)
  return times.every((time) => time !== null) ? times : []
}

function coreTimeOf(part: string): CoreTime | null {
  const [, first, last, fromHour, fromMinute = '0', toHour, toMinute = '0'] = CORE.exec(part) ?? []
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const to = Number(toHour) * 60 + Number(toMinute)
  const isTime = Number(fromMinute) < 60 && Number(toMinute) < 60 && from < 24 * 60 && to <= 24 * 60
  if (!isTime || from === to) return null
  if (first === undefined) return { weekdays: [1, 2, 3, 4, 5, 6, 7], from, to }
  const place = (name: string) => DAYS.indexOf(name.slice(0, 3)) + 1
  const begin = place(first)
  const end = last === undefined ? begin : place(last)
  if (begin === 0 || end === 0) return null
  const count = ((end - begin + WEEK_DAYS) % WEEK_DAYS) + 1
  return { weekdays: Array.from({ length: count }, (_, at) => ((begin - 1 + at) % WEEK_DAYS) + 1), from, to }
}
