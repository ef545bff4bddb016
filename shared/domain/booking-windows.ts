import type { SLOT_STATES } from './calendar.ts'
import {
  londonDayAfter,
  londonDaysBetween,
  londonField,
  momentOfField,
  startOfLondonWeek,
} from './london-time.ts'
import { hoursOfShift } from './working-hours.ts'

/** Times in which people book their own hours (spec 4 §2.3, §4.5.4). Times in milliseconds since 1970. */
export const WINDOW_STATES = ['SCHEDULED', 'OPEN', 'CLOSED', 'CANCELLED'] as const
export type WindowState = (typeof WINDOW_STATES)[number]

export const WINDOW_STATE_WORDS: Readonly<Record<WindowState, string>> = {
  SCHEDULED: 'Scheduled',
  OPEN: 'Open',
  CLOSED: 'Closed',
  CANCELLED: 'Cancelled',
}

export const APPROVALS = ['AUTO', 'MANUAL'] as const
export type Approval = (typeof APPROVALS)[number]
export const APPROVAL_WORDS: Readonly<Record<Approval, string>> = {
  AUTO: 'At once',
  MANUAL: 'By a planner',
}

export type SlotState = (typeof SLOT_STATES)[number]
export const SLOT_STATE_WORDS: Readonly<Record<SlotState, string>> = {
  OPEN: 'Open',
  OCCUPIED: 'Full',
  LIVE: 'Running',
  COMPLETED: 'Over',
}

/** What a window is by now: it opens and closes by the clock, whether or not anybody has written that down. */
export function windowStateAt(
  window: { readonly state: WindowState; readonly opensAt: number; readonly closesAt: number },
  now: number,
): WindowState {
  const { state, opensAt, closesAt } = window
  if (state === 'CANCELLED' || state === 'CLOSED') return state
  if (closesAt <= now) return 'CLOSED'
  return state === 'OPEN' || opensAt <= now ? 'OPEN' : 'SCHEDULED'
}

const TRANSITIONS: Readonly<Record<WindowState, readonly WindowState[]>> = {
  SCHEDULED: ['OPEN', 'CANCELLED'],
  OPEN: ['CLOSED', 'CANCELLED'],
  CLOSED: ['OPEN'],
  CANCELLED: [],
}
/** Whether a window may become that (spec 4 §5.1); one that is closed opens again by being extended. */
export const mayWindowBecome = (from: WindowState, to: WindowState): boolean => TRANSITIONS[from].includes(to)

/** What becomes of a slot (spec 4 §5.1). */
export function slotStateAt(
  slot: { readonly start: number; readonly end: number; readonly capacity: number; readonly taken: number },
  now: number,
): SlotState {
  if (slot.end <= now) return 'COMPLETED'
  if (slot.start <= now) return 'LIVE'
  return slot.taken >= slot.capacity ? 'OCCUPIED' : 'OPEN'
}

/** A slot as it is planned. */
export interface PlannedSlot {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly capacity: number
}

/** Hours of a slot without its break. */
export const slotHours = hoursOfShift

/** Slots that are alike, on some weekdays: Monday is 1, times are London's, HH:mm. */
export interface SlotRule {
  readonly weekdays: readonly number[]
  readonly start: string
  readonly end: string
  readonly breakMinutes: number
  readonly capacity: number
}

const dayOf = (at: number): string => londonField(at).slice(0, 10)

/** The slots of a rule on London's days from one to another, both included. What ends before it begins ends on the next day. */
export function slotsOfRule(rule: SlotRule, from: string, to: string): PlannedSlot[] {
  const slots: PlannedSlot[] = []
  for (let at = momentOfField(`${from}T00:00`); dayOf(at) <= to; at = londonDayAfter(at, 1)) {
    const weekday = londonDaysBetween(startOfLondonWeek(at), at) + 1
    if (!rule.weekdays.includes(weekday)) continue
    const ends = rule.end > rule.start ? at : londonDayAfter(at, 1)
    slots.push({
      ...{ breakMinutes: rule.breakMinutes, capacity: rule.capacity },
      start: momentOfField(`${dayOf(at)}T${rule.start}`),
      end: momentOfField(`${dayOf(ends)}T${rule.end}`),
    })
  }
  return slots
}

/** A slot from needed hours has so many hours at most, so that it needs no break (spec 4 §5.2). */
const NEED_SLOT_HOURS = 6

/** People whom projects need by London's hour of a day, as hours of work. */
export interface NeededDay {
  /** YYYY-MM-DD */
  readonly day: string
  /** From midnight on. */
  readonly hours: readonly number[]
}

/** Slots for the people who are needed, of all projects together: hours in a row, as many places as their fullest hour asks for. */
export function slotsOfNeed(rows: readonly NeededDay[]): PlannedSlot[] {
  const slots: PlannedSlot[] = []
  for (const [day, own] of [...Map.groupBy(rows, (row) => row.day)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const needed = Array.from({ length: 24 }, (_, hour) =>
      Math.ceil(own.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0) - ROUNDING),
    )
    const at = (hour: number) =>
      hour === 24
        ? londonDayAfter(momentOfField(`${day}T00:00`), 1)
        : momentOfField(`${day}T${String(hour).padStart(2, '0')}:00`)
    for (let hour = 0; hour < 24; ) {
      if ((needed[hour] ?? 0) <= 0) {
        hour += 1
        continue
      }
      let last = hour
      while (last - hour < NEED_SLOT_HOURS && (needed[last] ?? 0) > 0) last += 1
      const capacity = Math.min(CAPACITY_MAX, Math.max(...needed.slice(hour, last)))
      slots.push({ start: at(hour), end: at(last), breakMinutes: 0, capacity })
      hour = last
    }
  }
  return slots
}

/** So that sums of parts of hours aren't one more by what computers make of them. */
const ROUNDING = 1e-6

/** Whom an offer of hours is for. Where a list is empty, anybody will do. */
export interface Eligibility {
  readonly areaIDs: readonly number[]
  readonly contractTypeIDs: readonly number[]
  /** All of them are needed. */
  readonly skillIDs: readonly number[]
  /** Campaigns only; null where they don't ask for it. */
  readonly minimumQcScore: number | null
  readonly minimumWeeks: number | null
}

export interface EligiblePerson {
  readonly areaID: number | null
  readonly contractTypeID: number | null
  readonly skills: readonly { readonly skillID: number; readonly expires: string | null }[]
  /** YYYY-MM-DD */
  readonly startDate: string | null
  /** The mean of their reviews; null without any. */
  readonly qcScore: number | null
}

/** A condition that somebody doesn't meet, with the skill that is missing. */
export type Unmet =
  | { readonly kind: 'AREA' | 'CONTRACT' | 'QC' | 'WEEKS' }
  | { readonly kind: 'SKILL'; readonly skillID: number }

/** The first condition that somebody doesn't meet on a day, YYYY-MM-DD; null where they meet all. */
export function unmetBy(person: EligiblePerson, offer: Eligibility, day: string): Unmet | null {
  const isOf = (ids: readonly number[], id: number | null) =>
    ids.length === 0 || (id !== null && ids.includes(id))
  if (!isOf(offer.areaIDs, person.areaID)) return { kind: 'AREA' }
  if (!isOf(offer.contractTypeIDs, person.contractTypeID)) return { kind: 'CONTRACT' }
  // A skill still counts on the day on which it expires.
  const holds = (id: number) =>
    person.skills.some(({ skillID, expires }) => skillID === id && (expires === null || expires >= day))
  const missing = offer.skillIDs.find((id) => !holds(id))
  if (missing !== undefined) return { kind: 'SKILL', skillID: missing }
  const { minimumQcScore, minimumWeeks } = offer
  if (minimumQcScore !== null && (person.qcScore === null || person.qcScore < minimumQcScore))
    return { kind: 'QC' }
  if (minimumWeeks !== null && minimumWeeks > 0) {
    if (person.startDate === null) return { kind: 'WEEKS' }
    const since = londonDaysBetween(momentOfField(`${person.startDate}T00:00`), momentOfField(`${day}T00:00`))
    if (since < minimumWeeks * 7) return { kind: 'WEEKS' }
  }
  return null
}

/** Quoted by spec 4 §4.5.4, §5.6. */
export const WINDOW_TEXT = {
  notOpen: 'The window is not open.',
  taken: 'This place has just been taken.',
  closesLate: 'The window has to close before its first slot.',
  maximum: (hours: number): string => `You have booked your maximum of ${hours} hours.`,
  placesTaken: (places: number): string =>
    places === 1 ? '1 place is taken already.' : `${places} places are taken already.`,
  conditions: (condition: string): string => `You do not meet the conditions: ${condition}.`,
} as const

/** So many slots a window has at most. Ours. */
export const SLOTS_MAX = 500
export const CAPACITY_MAX = 500
