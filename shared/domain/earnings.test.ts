import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayFacts } from './attendance.ts'
import {
  dayPay,
  multiplierOf,
  overtimeOfWeek,
  PAY_WEEK_DAYS,
  type PaidTime,
  paidTime,
  payPeriodOf,
  payPeriodsUntil,
  payStateOf,
  payWeekOf,
  stepText,
} from './earnings.ts'
import { poundsText } from './pounds.ts'

const HOUR = 3600
const time = (more: Partial<PaidTime> = {}): PaidTime => ({
  ...{ seconds: 8 * HOUR, overtimeSeconds: 0, campaigns: [] },
  ...more,
})
const campaign = (seconds: number, bonusPerHour: number | null, rateMultiplier: number | null = null) => ({
  ...{ title: 'Evenings', seconds, bonusPerHour, rateMultiplier },
})
const PLAIN = { overtimeSeconds: 0, rate: 1271, multiplier: 1, overtimeMultiplier: 1.5 }

test('D104 a day is (paid hours − overtime hours) × rate + overtime hours × overtime rate + bonus', () => {
  const pay = dayPay({
    ...PLAIN,
    time: time({ overtimeSeconds: 2 * HOUR, campaigns: [campaign(3 * HOUR, 2.5)] }),
    overtimeSeconds: 2 * HOUR,
  })
  expect(pay).toMatchObject({ paidHours: 8, overtimeHours: 2, bonus: 750 })
  expect(pay.amount).toBe(6 * 1271 + (2 * 1271 * 3) / 2 + 3 * 250)
  expect(pay.steps.map(stepText)).toEqual([
    '6 h × £12.71 = £76.26',
    '2 h × £12.71 × 1.5 = £38.13',
    '3 h × £2.50 = £7.50',
  ])
})

test('D104 hours go up to the quarter once, and what that adds goes to the largest part', () => {
  const minute = 60
  const most = dayPay({
    ...PLAIN,
    time: time({ seconds: 238 * minute, overtimeSeconds: 38 * minute }),
    overtimeSeconds: 38 * minute,
  })
  expect(most.paidHours).toBe(4)
  expect(most.overtimeHours).toBeCloseTo(38 / 60, 9)
  const overtime = dayPay({
    ...PLAIN,
    time: time({ seconds: 238 * minute, overtimeSeconds: 200 * minute }),
    overtimeSeconds: 200 * minute,
  })
  expect(overtime.overtimeHours).toBeCloseTo(202 / 60, 9)
  // A shift that is a campaign's through and through is one with its bonus for all of its hours.
  const whole = dayPay({
    ...PLAIN,
    time: time({ seconds: 238 * minute, campaigns: [campaign(238 * minute, 2)] }),
  })
  expect(whole.bonus).toBe(800)
})

test('D104 half a penny goes up, at each step', () => {
  const pay = dayPay({ ...PLAIN, rate: 1250, multiplier: 1.1, time: time({ seconds: 0.25 * HOUR }) })
  // 343.75
  expect(pay.amount).toBe(344)
  expect(dayPay({ ...PLAIN, rate: 1250, time: time({ seconds: 0.25 * HOUR }) }).amount).toBe(313)
  expect(dayPay({ ...PLAIN, rate: 1249, time: time({ seconds: 0.25 * HOUR }) }).amount).toBe(312)
})

test('the greatest multiplier applies, never two', () => {
  const terms = { saturdayMultiplier: 1.2, sundayMultiplier: 1.5, publicHolidayMultiplier: 2 }
  const [friday, saturday, sunday] = ['2026-05-01', '2026-05-02', '2026-05-03']
  expect([friday, saturday, sunday].map((day) => multiplierOf(day, terms, false))).toEqual([1, 1.2, 1.5])
  expect([friday, saturday, sunday].map((day) => multiplierOf(day, terms, true))).toEqual([2, 2, 2])
  expect(multiplierOf(sunday, { ...terms, publicHolidayMultiplier: 1 }, true)).toBe(1.5)
  const sundays = dayPay({
    ...{ overtimeSeconds: HOUR, rate: 1000, multiplier: 2, overtimeMultiplier: 1.5 },
    time: time({ seconds: 2 * HOUR, overtimeSeconds: HOUR }),
  })
  expect(sundays.amount).toBe(4000)
  // What a campaign promised counts as far as it is more.
  const promised = (multiplier: number) =>
    dayPay({ ...PLAIN, rate: 1000, multiplier, time: time({ campaigns: [campaign(8 * HOUR, null, 1.25)] }) })
  expect([1, 1.25, 1.5].map((multiplier) => promised(multiplier).amount)).toEqual([10_000, 10_000, 12_000])
  expect([1, 1.25, 1.5].map((multiplier) => promised(multiplier).bonus)).toEqual([2000, 0, 0])
})

test('overtime is what was approved, as far as the week is beyond the threshold, the latest first', () => {
  const day = (date: string, hours: number, overtime: number, after: number | null = 30) => ({
    ...{ day: `2026-05-0${date}`, seconds: hours * HOUR, overtimeSeconds: overtime * HOUR },
    overtimeAfterHours: after,
  })
  const of = (days: Parameters<typeof overtimeOfWeek>[0]) =>
    [...overtimeOfWeek(days)].sort().map(([, seconds]) => seconds / HOUR)
  expect(of([day('4', 10, 2), day('5', 10, 0), day('6', 12, 3)])).toEqual([0, 0, 2])
  expect(of([day('4', 10, 2), day('5', 10, 0), day('6', 14, 3)])).toEqual([1, 0, 3])
  expect(of([day('4', 10, 2), day('5', 10, 0), day('6', 20, 3)])).toEqual([2, 0, 3])
  expect(of([day('4', 10, 2), day('5', 10, 0), day('6', 10, 3)])).toEqual([0, 0, 0])
  // Without a threshold nothing is overtime.
  expect(of([day('4', 40, 5, null)])).toEqual([0])
})

const span = (from: number, to: number) => ({ start: from * HOUR * 1000, end: to * HOUR * 1000 })
const FACTS: DayFacts = {
  shifts: [],
  ...{
    revoked: [],
    calls: [],
    freed: [],
    absent: [],
    given: [],
    excuses: [],
    paysPrayer: false,
    lateAfterMinutes: 3,
  },
  overtime: [span(8, 12)],
  sessions: [
    {
      ...span(9, 13),
      ...{ activity: 'AVAILABLE', class: 'INTERVIEWING', projectID: 1, category: null, isOverride: false },
    },
  ],
}

test('only what is paid is overtime or in a campaign, and no moment is in two', () => {
  expect(paidTime(FACTS, [])).toEqual({ seconds: 3 * HOUR, overtimeSeconds: 3 * HOUR, campaigns: [] })
  const promise = { title: 'A', bonusPerHour: 1, rateMultiplier: null }
  const both = paidTime(FACTS, [
    { ...span(8, 10), ...promise },
    { ...span(9, 11), ...promise, title: 'B' },
    { ...span(14, 15), ...promise, title: 'C' },
  ])
  expect(both.overtimeSeconds).toBe(HOUR)
  expect(both.campaigns.map(({ title, seconds }) => [title, seconds])).toEqual([
    ['A', HOUR],
    ['B', HOUR],
  ])
})

const anySeconds = fc.integer({ min: 0, max: 5 * HOUR })
const anyDay = fc.record({
  plain: anySeconds,
  overtime: anySeconds,
  beyond: anySeconds,
  campaigns: fc.array(fc.record({ seconds: anySeconds, bonus: fc.integer({ min: 1, max: 900 }) }), {
    maxLength: 3,
  }),
  rate: fc.integer({ min: 1, max: 50_000 }),
  multiplier: fc.integer({ min: 100, max: 500 }),
  overtimeMultiplier: fc.integer({ min: 100, max: 500 }),
})

test('D104 no hour is counted twice, and the steps add up, whatever the day was', () => {
  fc.assert(
    fc.property(anyDay, ({ plain, overtime, beyond, campaigns, rate, multiplier, overtimeMultiplier }) => {
      const inCampaigns = campaigns.reduce((sum, { seconds }) => sum + seconds, 0)
      const seconds = plain + overtime + inCampaigns
      const pay = dayPay({
        time: {
          ...{ seconds, overtimeSeconds: overtime },
          campaigns: campaigns.map(({ seconds: own, bonus }) => campaign(own, bonus / 100)),
        },
        ...{ overtimeSeconds: beyond, rate, multiplier: multiplier / 100 },
        overtimeMultiplier: overtimeMultiplier / 100,
      })
      const hours = (element: string) =>
        pay.steps.filter((step) => step.element === element).reduce((sum, step) => sum + step.hours, 0)
      expect(hours('BASIC') + hours('OVERTIME')).toBeCloseTo(pay.paidHours, 6)
      expect(hours('OVERTIME')).toBeCloseTo(pay.overtimeHours, 6)
      expect(hours('BONUS') + hours('OVERTIME')).toBeLessThanOrEqual(pay.paidHours + 1e-6)
      expect(pay.paidHours * HOUR - seconds).toBeGreaterThanOrEqual(0)
      expect(pay.paidHours * HOUR - seconds).toBeLessThan(900)
      expect(pay.overtimeHours * HOUR).toBeLessThan(Math.min(overtime, beyond) + 900)
      expect(pay.steps.reduce((sum, { amount }) => sum + amount, 0)).toBe(pay.amount)
      for (const { hours: own, rate: by, multiplier: times, amount } of pay.steps)
        expect(Math.abs(amount - own * by * times)).toBeLessThanOrEqual(0.5 + 1e-5)
    }),
    { numRuns: 300 },
  )
})

test('pay periods are months, and pay weeks begin on the day that the company chose', () => {
  expect(payPeriodOf('2026-02-14')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(payPeriodOf('2024-02-29')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(payPeriodOf('2026-10-31').to).toBe('2026-10-31')
  expect(payPeriodsUntil('2026-02-14', 3).map(({ from }) => from)).toEqual([
    ...['2026-02-01', '2026-01-01', '2025-12-01'],
  ])
  // A Sunday on which the clocks change.
  expect(PAY_WEEK_DAYS.map((begins) => payWeekOf('2026-03-29', begins).slice(-2))).toEqual([
    ...['29', '23', '24', '25', '26', '27', '28'],
  ])
})

test('D104 a period is open until its end, and final once each of its days is locked', () => {
  const may = { from: '2026-05-01', to: '2026-05-31' }
  const paid = (isLocked: boolean) => ({ paidHours: 1, isLocked })
  expect(payStateOf(may, '2026-05-31', [paid(true)])).toBe('OPEN')
  expect(payStateOf(may, '2026-06-01', [paid(true), paid(false)])).toBe('CHECKING')
  expect(payStateOf(may, '2026-06-01', [paid(true), { paidHours: 0, isLocked: false }])).toBe('APPROVED')
  expect(payStateOf(may, '2026-06-01', [])).toBe('CHECKING')
})

test('money reads in pounds', () => {
  expect([0, 5, 123_456, -250].map(poundsText)).toEqual(['£0.00', '£0.05', '£1,234.56', '−£2.50'])
})
