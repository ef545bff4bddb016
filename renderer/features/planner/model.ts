import type { PlannerWeek, PlanPerson } from '#shared/contract/planner.ts'
import type { PlanShift } from '#shared/contract/shifts.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { ShiftLocation } from '#shared/domain/shifts.ts'
import type { Span } from '#shared/domain/spans.ts'
import {
  type AreaFacts,
  checkShift,
  type HoursCheck,
  hoursOfShift,
  type PlanFacts,
  type ProposedShift,
  type WorkerFacts,
} from '#shared/domain/working-hours.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

/** A shift as it is planned: a published one with what is to be changed of it. Times in milliseconds since 1970. */
export interface Shift extends Span {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly areaID: number | null
  readonly location: ShiftLocation
  readonly note: string
  readonly state: PlanShift['state']
  readonly isChanged: boolean
  readonly isCancelled: boolean
  /** What holds until the change is published; null where nothing is changed. */
  readonly was: Span | null
}

/** What can be said of a shift. */
export type ShiftValues = Pick<
  Shift,
  'userID' | 'start' | 'end' | 'breakMinutes' | 'projectID' | 'areaID' | 'location' | 'note'
>

export const valuesOf = (shift: ShiftValues): ShiftValues => ({
  ...{ userID: shift.userID, start: shift.start, end: shift.end, breakMinutes: shift.breakMinutes },
  ...{ projectID: shift.projectID, areaID: shift.areaID, location: shift.location, note: shift.note },
})

export function shiftOf(row: PlanShift): Shift {
  const times = { start: Date.parse(row.start), end: Date.parse(row.end) }
  const { id, version, userID, state, planned } = row
  const plan = planned ?? row
  return {
    ...{ id, version, userID, state, start: Date.parse(plan.start), end: Date.parse(plan.end) },
    ...{ breakMinutes: plan.breakMinutes, projectID: plan.projectID, areaID: plan.areaID },
    ...{ location: plan.location, note: plan.note },
    isChanged: planned !== null,
    isCancelled: planned?.isCancelled ?? state === 'CANCELLED',
    was: planned === null ? null : times,
  }
}

/** Whether a planner can still change it. */
export const isOpen = ({ state }: Shift): boolean =>
  state === 'DRAFT' || state === 'PUBLISHED' || state === 'OFFERED'

/** Whether publishing makes something of it. */
export const isUnpublished = ({ state, isChanged }: Shift): boolean =>
  state === 'DRAFT' || (state === 'PUBLISHED' && isChanged)

/** What else is in somebody's time; on a board of allocations their shifts are. */
export interface PlanEvent extends Omit<PlannerWeek['events'][number], 'kind'> {
  readonly kind: PlannerWeek['events'][number]['kind'] | 'SHIFT'
}

export interface PersonPlan {
  readonly person: PlanPerson
  /** In their order, those of weeks around the shown time among them. */
  readonly shifts: readonly Shift[]
  readonly events: readonly PlanEvent[]
}

/** What is planned, ready to be shown and checked. */
export interface Plan {
  readonly week: PlannerWeek
  readonly people: ReadonlyMap<number, PersonPlan>
  readonly projects: ReadonlyMap<number, string>
  readonly facts: PlanFacts
}

/** @param before what was made of older data: who has nothing new stays the same object, so that their row isn't drawn anew */
export function planOf(week: PlannerWeek, now: number, before?: Plan): Plan {
  const shifts = Map.groupBy(week.shifts, ({ userID }) => userID)
  const events = Map.groupBy(week.events, ({ userID }) => userID)
  const all: Shift[] = []
  const people = new Map(
    week.people.map((person): [number, PersonPlan] => {
      const own = (shifts.get(person.userID) ?? [])
        .map(shiftOf)
        .toSorted((a, b) => a.start - b.start || a.id - b.id)
      all.push(...own)
      const made = { person, shifts: own, events: events.get(person.userID) ?? [] }
      const known = before?.people.get(person.userID)
      return [person.userID, known && JSON.stringify(known) === JSON.stringify(made) ? known : made]
    }),
  )
  const there = Map.groupBy(
    all.filter(({ location, isCancelled }) => location === 'OFFICE' && !isCancelled),
    ({ areaID }) => areaID,
  )
  const areas = new Map(
    week.areas.map(({ id, name, seats, closedDays, openWeekdays }): [number, AreaFacts] => [
      id,
      {
        ...{ name, seats, closedDays: new Set(closedDays) },
        openWeekdays: openWeekdays === null ? null : new Set(openWeekdays),
        shifts: there.get(id) ?? [],
      },
    ]),
  )
  return {
    ...{ week, people },
    projects: new Map(week.projects.map(({ id, name }) => [id, name])),
    facts: {
      ...{ limits: week.limits, now, areas },
      skills: new Map(week.projects.map(({ id, skills }) => [id, skills])),
      ...{ mayShortenRest: week.mayShortenRest, mayBookPast: week.mayBookPast },
    },
  }
}

const AWAY = { HOLIDAY: 'Holiday', ABSENCE: 'Absence', TRAINING: 'Training' } as const

const workers = new WeakMap<PersonPlan, WorkerFacts>()

/** A person as the checks of hours know them. */
function workerOf(own: PersonPlan): WorkerFacts {
  const known = workers.get(own)
  if (known) return known
  const { person, shifts, events } = own
  const span = ({ start, end }: { start: string; end: string }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  })
  const made: WorkerFacts = {
    ...person,
    otherWeeks: new Map(person.otherWeeks.map(({ monday, hours }) => [Date.parse(monday), hours])),
    shifts: shifts.filter(({ isCancelled }) => !isCancelled),
    away: events.flatMap((event) => {
      const { kind, isWaiting } = event
      return isWaiting || kind === 'MEETING' || kind === 'UNAVAILABLE' || kind === 'SHIFT'
        ? []
        : [{ ...span(event), event: AWAY[kind] }]
    }),
    unavailable: events.filter(({ kind }) => kind === 'UNAVAILABLE').map(span),
  }
  workers.set(own, made)
  return made
}

/** What is against a shift of that person, as the server would say. */
export function checksOf(plan: Plan, values: ShiftValues, id: number | null): HoursCheck[] {
  const own = plan.people.get(values.userID)
  if (!own) return []
  const proposed: ProposedShift = { ...values, id }
  return checkShift(proposed, workerOf(own), plan.facts)
}

export interface Range {
  /** Beginnings of London's days, in milliseconds since 1970: the first, and the one after the last. */
  readonly from: number
  readonly to: number
}

export const dayOf = (at: number): string => londonField(at).slice(0, 10)

export const SCALES = ['day', 'week', 'weeks', 'month'] as const
export type Scale = (typeof SCALES)[number]

/** The time that a scale shows around a day, YYYY-MM-DD. */
export function rangeOf(scale: Scale, day: string): Range {
  const at = momentOfField(day)
  if (scale === 'day') return { from: at, to: londonDayAfter(at, 1) }
  if (scale === 'month') {
    const first = momentOfField(`${day.slice(0, 7)}-01`)
    return { from: first, to: momentOfField(`${dayOf(londonDayAfter(first, 32)).slice(0, 7)}-01`) }
  }
  const from = startOfLondonWeek(at)
  return { from, to: londonDayAfter(from, scale === 'week' ? 7 : 14) }
}

/** The day by which the time before or after is shown. */
export function stepped(scale: Scale, day: string, by: 1 | -1): string {
  const { from, to } = rangeOf(scale, day)
  return dayOf(by > 0 ? to : londonDayAfter(from, -1))
}

export function daysOf({ from, to }: Range): number[] {
  const days: number[] = []
  for (let at = from; at < to; at = londonDayAfter(at, 1)) days.push(at)
  return days
}

/** Those of a person that begin within the time. */
export const shiftsIn = ({ shifts }: PersonPlan, { from, to }: Range): Shift[] =>
  shifts.filter(({ start }) => start >= from && start < to)

export interface Totals {
  readonly planned: number
  readonly contracted: number | null
  readonly cost: number | null
}

/** Hours of the time: planned, by the contract, and what they cost. */
export function totalsOf(own: PersonPlan, range: Range): Totals {
  const planned = shiftsIn(own, range)
    .filter(({ isCancelled, state }) => !isCancelled && state !== 'NO_SHOW')
    .reduce((sum, shift) => sum + hoursOfShift(shift), 0)
  const { weeklyHours, rate } = own.person
  const weeks = Math.round((range.to - range.from) / DAY_MS) / 7
  return {
    planned,
    // Nothing is agreed of a day by itself.
    contracted: weeklyHours === null || weeks < 1 ? null : Math.round(weeklyHours * weeks * 4) / 4,
    cost: rate === undefined ? null : planned * rate,
  }
}

export interface Shown {
  readonly search: string
  readonly group: 'none' | 'area' | 'project' | 'contract' | 'manager'
  readonly sort: 'name' | 'hours' | 'first'
  readonly filter: 'all' | 'free' | 'short' | 'over'
  readonly skillID: number | null
}

/** A line of the board: somebody, or the head of a group. */
export type Line =
  | { readonly kind: 'person'; readonly id: number }
  | { readonly kind: 'head'; readonly name: string; readonly people: number }

/** Who shows, in which order. */
export function linesOf(plan: Plan, range: Range, shown: Shown): Line[] {
  const term = shown.search.trim().toLowerCase()
  const weeks = Math.round((range.to - range.from) / DAY_MS) / 7
  const passes = (own: PersonPlan): boolean => {
    const { person } = own
    if (term !== '' && !person.name.toLowerCase().includes(term)) return false
    if (shown.skillID !== null && !person.skills.some(({ skillID }) => skillID === shown.skillID))
      return false
    if (shown.filter === 'all') return true
    if (shown.filter === 'free') return !shiftsIn(own, range).some(({ isCancelled }) => !isCancelled)
    const { planned, contracted } = totalsOf(own, range)
    if (shown.filter === 'short') return contracted !== null && planned < contracted
    return planned > plan.facts.limits.weekHours * Math.max(1, weeks)
  }
  const rows = [...plan.people.values()].filter(passes)
  const first = (own: PersonPlan) => shiftsIn(own, range)[0]?.start ?? Number.POSITIVE_INFINITY
  if (shown.sort === 'hours') rows.sort((a, b) => totalsOf(b, range).planned - totalsOf(a, range).planned)
  else if (shown.sort === 'first') rows.sort((a, b) => (first(a) === first(b) ? 0 : first(a) - first(b)))
  if (shown.group === 'none') return rows.map(({ person }) => ({ kind: 'person', id: person.userID }))
  const name = groupName(plan, range, shown.group)
  const groups = Map.groupBy(rows, name)
  return [...groups]
    .toSorted(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)))
    .flatMap(([group, own]): Line[] => [
      { kind: 'head', name: group, people: own.length },
      ...own.map(({ person }) => ({ kind: 'person' as const, id: person.userID })),
    ])
}

function groupName(plan: Plan, range: Range, group: Exclude<Shown['group'], 'none'>) {
  const { areas, contractTypes, managers } = plan.week
  const named = (list: readonly { id: number; name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]))
  const of = { area: named(areas), contract: named(contractTypes), manager: named(managers) }
  return (own: PersonPlan): string => {
    const { areaID, contractTypeID, managerID } = own.person
    if (group === 'area') return of.area.get(areaID ?? 0) ?? ''
    if (group === 'contract') return of.contract.get(contractTypeID ?? 0) ?? ''
    if (group === 'manager') return of.manager.get(managerID ?? 0) ?? ''
    // The project on which they have most of their shifts.
    const counts = new Map<number, number>()
    for (const { projectID } of shiftsIn(own, range))
      if (projectID !== null) counts.set(projectID, (counts.get(projectID) ?? 0) + 1)
    const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
    return most ? (plan.projects.get(most[0]) ?? '') : ''
  }
}

export interface NeedHour {
  readonly hour: number
  /** People. */
  readonly needed: number
  readonly planned: number
}

export interface NeedDay {
  readonly day: number
  /** Hours of work. */
  readonly needed: number
  readonly planned: number
  readonly hours: readonly NeedHour[]
}

/** Whom projects need and who is planned, by London's hour of each day; one project, or all. */
export function needOf(plan: Plan, range: Range, projectID: number | null): NeedDay[] {
  const days = daysOf(range)
  const planned = days.map(() => Array.from({ length: 24 }, () => 0))
  const place = new Map(days.map((day, at) => [dayOf(day), at]))
  for (const { shifts } of plan.people.values())
    for (const shift of shifts) {
      if (shift.isCancelled || (projectID !== null && shift.projectID !== projectID)) continue
      if (shift.end <= range.from || shift.start >= range.to) continue
      for (let at = shift.start; at < shift.end; at += HOUR_MS / 4) {
        const local = londonField(at)
        const row = planned[place.get(local.slice(0, 10)) ?? -1]
        const hour = Number(local.slice(11, 13))
        if (row) row[hour] = (row[hour] ?? 0) + 0.25
      }
    }
  return days.map((day, at) => {
    const date = dayOf(day)
    const wanted = plan.week.needed.filter(
      (one) => one.day === date && (projectID === null || one.projectID === projectID),
    )
    const hours = (planned[at] ?? []).map((people, hour) => {
      const needed = wanted.reduce((sum, one) => sum + (one.hours[hour] ?? 0), 0)
      return { hour, needed, planned: people }
    })
    return {
      day,
      needed: hours.reduce((sum, one) => sum + one.needed, 0),
      planned: hours.reduce((sum, one) => sum + one.planned, 0),
      hours: hours.map((one) => ({
        hour: one.hour,
        needed: Math.ceil(one.needed - 1e-6),
        planned: Math.floor(one.planned + 1e-6),
      })),
    }
  })
}

const HOURS_MIN = 10

/** Shifts that stand behind what is planned in them. */
const heldIn = ({ events }: PersonPlan, { from, to }: Range): Span[] =>
  events
    .filter(({ kind }) => kind === 'SHIFT')
    .map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
    .filter(({ start }) => start >= from && start < to)

/** The hours of a day that the board shows: all that anything is in, 10 at least; the whole day where a shift goes over midnight. */
export function hoursShown(plan: Plan, range: Range): { readonly from: number; readonly to: number } {
  let [from, to] = [24, 0]
  for (const own of plan.people.values())
    for (const { start, end } of [...shiftsIn(own, range), ...heldIn(own, range)]) {
      const [first, last] = [londonField(start), londonField(end)]
      const isMidnight = last.endsWith('T00:00')
      if (first.slice(0, 10) !== last.slice(0, 10) && !isMidnight) return { from: 0, to: 24 }
      from = Math.min(from, Number(first.slice(11, 13)))
      to = isMidnight ? 24 : Math.max(to, Number(last.slice(11, 13)) + Number(last.slice(14, 16) !== '00'))
    }
  if (from >= to) return { from: 8, to: 20 }
  const more = Math.max(0, HOURS_MIN - (to - from))
  const first = Math.max(0, from - Math.ceil(more / 2))
  return { from: first, to: Math.min(24, Math.max(to, first + HOURS_MIN)) }
}
