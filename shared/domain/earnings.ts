import { type DayFacts, paidHours, paidSpans } from './attendance.ts'
import { londonDayAfter, londonField, momentOfField } from './london-time.ts'
import { poundsText } from './pounds.ts'
import { outside, type Span, secondsOf, within } from './spans.ts'

/*
 * What a day is paid (spec 4 §4.2.3, 6 §6). Money is whole pence here, so that every step adds up to the sum; rates are
 * pence an hour. London's days are YYYY-MM-DD.
 */

/** OPEN until its end, CHECKING until each of its days is locked, APPROVED then. */
export const PAY_STATES = ['OPEN', 'CHECKING', 'APPROVED'] as const
export type PayState = (typeof PAY_STATES)[number]

/** Days from one on which something was paid can be queried so long (spec 6 §6.1). */
export const QUERY_DAYS = 60

export const PAY_WEEK_DAYS = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const
export type PayWeekDay = (typeof PAY_WEEK_DAYS)[number]

const DAY_AT = 'T12:00:00Z'
const weekdayOf = (day: string): number => new Date(`${day}${DAY_AT}`).getUTCDay()
/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  londonField(londonDayAfter(momentOfField(day), days)).slice(0, 10)

/** The first day of the pay week of a day. */
export const payWeekOf = (day: string, begins: PayWeekDay): string =>
  dayAfter(day, -((weekdayOf(day) - PAY_WEEK_DAYS.indexOf(begins) + 7) % 7))

export interface PayPeriod {
  readonly from: string
  readonly to: string
}

/** The pay period of a day: its month. */
export function payPeriodOf(day: string): PayPeriod {
  const from = `${day.slice(0, 7)}-01`
  const next = `${dayAfter(from, 31).slice(0, 7)}-01`
  return { from, to: dayAfter(next, -1) }
}

/** A period and those before it, the latest first. */
export function payPeriodsUntil(day: string, count: number): PayPeriod[] {
  const all: PayPeriod[] = []
  for (let one = payPeriodOf(day); all.length < count; one = payPeriodOf(dayAfter(one.from, -1)))
    all.push(one)
  return all
}

/** Where a period stands: its days are locked by its approval (spec 4 §5.1, 6 §6). */
export function payStateOf(
  { to }: PayPeriod,
  today: string,
  days: readonly { readonly paidHours: number; readonly isLocked: boolean }[],
): PayState {
  if (today <= to) return 'OPEN'
  const paid = days.filter((day) => day.paidHours > 0)
  return paid.length > 0 && paid.every(({ isLocked }) => isLocked) ? 'APPROVED' : 'CHECKING'
}

interface DayTerms {
  readonly saturdayMultiplier: number
  readonly sundayMultiplier: number
  readonly publicHolidayMultiplier: number
}

/** By what a rate goes up on a day: the greatest that applies, never two (spec 6 §6). */
export function multiplierOf(day: string, terms: DayTerms, isHoliday: boolean): number {
  const weekday = weekdayOf(day)
  return Math.max(
    1,
    weekday === 6 ? terms.saturdayMultiplier : 1,
    weekday === 0 ? terms.sundayMultiplier : 1,
    isHoliday ? terms.publicHolidayMultiplier : 1,
  )
}

/** A campaign's place that somebody has, and what was promised for it. Bonus in £ an hour. */
export interface PromisedPay extends Span {
  readonly title: string
  readonly bonusPerHour: number | null
  readonly rateMultiplier: number | null
}

/** The paid time of a day in parts that have no moment in common, in whole seconds. */
export interface PaidTime {
  readonly seconds: number
  /** Approved overtime, whether or not it is beyond the week's threshold. */
  readonly overtimeSeconds: number
  readonly campaigns: readonly (Omit<PromisedPay, 'start' | 'end'> & { readonly seconds: number })[]
}

/** What of a day is paid, and why. A moment in a campaign's place is that campaign's, else overtime where that was approved. */
export function paidTime(facts: DayFacts, promises: readonly PromisedPay[]): PaidTime {
  const paid = paidSpans(facts)
  const taken: Span[] = []
  const campaigns = promises.flatMap(({ start, end, ...promise }) => {
    const own = outside(within(paid, [{ start, end }]), taken)
    taken.push(...own)
    return own.length === 0 ? [] : [{ ...promise, seconds: secondsOf(own) }]
  })
  return {
    seconds: secondsOf(paid),
    overtimeSeconds: secondsOf(outside(within(paid, facts.overtime), taken)),
    campaigns,
  }
}

interface WorkedDay {
  readonly day: string
  readonly seconds: number
  readonly overtimeSeconds: number
  /** Hours a week after which it is overtime; null for never. */
  readonly overtimeAfterHours: number | null
}

/**
 * Seconds of each day of a pay week that are paid as overtime: approved overtime, as far as the week's paid hours are
 * beyond the threshold (spec 6 §6). The latest hours of a week are those beyond it.
 */
export function overtimeOfWeek(days: readonly WorkedDay[]): ReadonlyMap<string, number> {
  const after = days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.overtimeAfterHours ?? null
  const total = days.reduce((sum, { seconds }) => sum + paidHours(seconds) * 3600, 0)
  let beyond = after === null ? 0 : Math.max(0, total - after * 3600)
  const found = new Map<string, number>()
  for (const { day, overtimeSeconds } of days.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
    const own = Math.min(overtimeSeconds, Math.floor(beyond))
    beyond -= own
    found.set(day, own)
  }
  return found
}

/** Half a penny goes up; what floating numbers add or lack of it doesn't count. */
const toPenny = (pence: number): number => Math.floor(pence + 0.5 + 1e-6)

/** Hours at a rate, a step of a day's sum. */
export interface PayStep {
  readonly element: 'BASIC' | 'OVERTIME' | 'BONUS'
  /** Of a bonus: which campaign's; '' else. */
  readonly title: string
  readonly hours: number
  /** Pence an hour; of a bonus what comes to the rate. */
  readonly rate: number
  readonly multiplier: number
  /** Pence: hours × rate × multiplier, half up. */
  readonly amount: number
}

interface DayToPay {
  readonly time: PaidTime
  /** Of them, those beyond the week's threshold. */
  readonly overtimeSeconds: number
  /** Pence an hour. */
  readonly rate: number
  readonly multiplier: number
  readonly overtimeMultiplier: number
}

/** What a day is paid in pence, and each step to it. */
export interface DayPay {
  readonly paidHours: number
  readonly overtimeHours: number
  readonly steps: readonly PayStep[]
  readonly bonus: number
  readonly amount: number
}

/**
 * The one formula of a day's pay (spec 4 §4.2.3): (paid hours − overtime hours) × rate + overtime hours × overtime rate
 * + bonus. The day's hours, up to the quarter once, are split by exact seconds, and what rounding adds goes to the
 * largest part (spec 6 §6). A campaign's multiplier counts as far as it is more than the day's.
 */
export function dayPay({ time, overtimeSeconds, rate, multiplier, overtimeMultiplier }: DayToPay): DayPay {
  const total = paidHours(time.seconds)
  const overtime = Math.min(overtimeSeconds, time.overtimeSeconds)
  const inCampaigns = time.campaigns.reduce((sum, { seconds }) => sum + seconds, 0)
  const parts = [Math.max(0, time.seconds - inCampaigns - overtime), overtime]
  parts.push(...time.campaigns.map(({ seconds }) => seconds))
  const largest = parts.indexOf(Math.max(...parts))
  const rest = parts.reduce((sum, seconds, place) => (place === largest ? sum : sum + seconds), 0)
  const seconds = parts.map((one, place) => (place === largest ? total * 3600 - rest : one))
  const overtimeSecondsPaid = seconds[1] ?? 0
  const step = (
    element: PayStep['element'],
    length: number,
    by: { rate: number; multiplier: number; title?: string },
  ): PayStep[] =>
    length <= 0
      ? []
      : [
          {
            ...{ element, title: by.title ?? '', hours: length / 3600, rate: by.rate },
            multiplier: by.multiplier,
            amount: toPenny((length * by.rate * by.multiplier) / 3600),
          },
        ]
  const bonuses = time.campaigns.flatMap(({ title, bonusPerHour, rateMultiplier }, place) => {
    const length = seconds[place + 2] ?? 0
    const more = Math.max(0, (rateMultiplier ?? 1) - multiplier)
    return [
      ...(bonusPerHour === null
        ? []
        : step('BONUS', length, { rate: toPenny(bonusPerHour * 100), multiplier: 1, title })),
      // Rounded so that what is shown is what is counted.
      ...(more > 0 ? step('BONUS', length, { rate, multiplier: Math.round(more * 1e4) / 1e4, title }) : []),
    ]
  })
  const steps = [
    ...step('BASIC', total * 3600 - overtimeSecondsPaid, { rate, multiplier }),
    ...step('OVERTIME', overtimeSecondsPaid, { rate, multiplier: Math.max(multiplier, overtimeMultiplier) }),
    ...bonuses,
  ]
  return {
    paidHours: total,
    overtimeHours: overtimeSecondsPaid / 3600,
    steps,
    bonus: bonuses.reduce((sum, { amount }) => sum + amount, 0),
    amount: steps.reduce((sum, { amount }) => sum + amount, 0),
  }
}

export const PAY_ELEMENT_WORDS = {
  BASIC: 'Hours',
  OVERTIME: 'Overtime',
  BONUS: 'Bonus',
} as const satisfies Readonly<Record<PayStep['element'], string>>

/** What is paid and is no day's. */
export const PAY_LINE_WORDS = {
  HOLIDAY: 'Holiday pay',
  SICK: 'Sick pay',
  PUBLIC_HOLIDAY: 'Public holiday',
  ADJUSTMENT: 'Correction',
  DEDUCTION: 'Deduction',
} as const

/** Hours as sums show them, to so many figures that the sum comes out. */
export const hoursText = (hours: number): string => String(Math.round(hours * 1e4) / 1e4)

/** '6.5 h × £12.71 × 1.5 = £123.92' */
export const stepText = ({ hours, rate, multiplier, amount }: Omit<PayStep, 'element' | 'title'>): string =>
  `${hoursText(hours)} h × ${poundsText(rate)}${multiplier === 1 ? '' : ` × ${multiplier}`} = ${poundsText(amount)}`
