import type { EarnedDay, Earnings } from '#shared/contract/earnings.ts'
import { rateFor } from '#shared/domain/agency-rates.ts'
import { dayFigures, paidSpans } from '#shared/domain/attendance.ts'
import {
  dayAfter,
  dayPay,
  multiplierOf,
  overtimeOfWeek,
  type PayPeriod,
  type PromisedPay,
  paidTime,
  payPeriodOf,
  payPeriodsUntil,
  payStateOf,
  payWeekOf,
  QUERY_DAYS,
} from '#shared/domain/earnings.ts'
import { londonDaysBetween, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { secondsOf, within } from '#shared/domain/spans.ts'
import { dayFacts, type PersonDay, termsReader } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'
import { readSetting } from '../settings/settings.ts'
import { heldPlaces } from '../slots/campaigns-stored.ts'

/** A report has so many days at most (spec 4 §5.2: two years). */
const DAYS_MAX = 731
/** So many periods can be chosen. */
const PERIODS = 13
/** Lines that aren't a day's; the others are what days come to. */
const OTHER_LINES = ['HOLIDAY', 'SICK', 'PUBLIC_HOLIDAY', 'ADJUSTMENT', 'DEDUCTION'] as const

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))
const dayOf = (at: number) => londonField(at).slice(0, 10)
const pence = (pounds: number) => Math.round(pounds * 100)

/**
 * What somebody is paid in a time, the present pay period where none is named (spec 4 §4.2.3).
 * @throws Refusal 400 for days that are none, or too many
 */
export async function earningsOf(
  db: Database,
  userID: number,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Promise<Earnings> {
  const today = dayOf(now)
  const present = payPeriodOf(today)
  const period = { from: asked.from ?? present.from, to: asked.to ?? present.to }
  const [start, end] = [momentOfField(period.from), momentOfField(period.to)]
  if (!(start <= end) || londonDaysBetween(start, end) >= DAYS_MAX) throw new Refusal(400, 'report.badTime')
  const before = payPeriodOf(dayAfter(payPeriodOf(period.from).from, -1))
  const all = await earnedDays(db, userID, { from: before.from, to: period.to }, now)
  const lines = await otherLines(db, userID, before.from, period.to)
  const inside = <T extends { readonly date: string }>(rows: readonly T[], { from, to }: PayPeriod) =>
    rows.filter(({ date }) => date >= from && date <= to)
  const grossOf = (of: PayPeriod) =>
    [...inside(all, of), ...inside(lines, of)].reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const stateOf = (of: PayPeriod) =>
    payStateOf(
      of,
      today,
      inside(all, of).map(({ paidHours, state }) => ({ paidHours, isLocked: state === 'LOCKED' })),
    )
  const days = inside(all, period)
  return {
    period: { ...period, state: stateOf(period) },
    periods: payPeriodsUntil(today, PERIODS),
    paidHours: days.reduce((sum, { paidHours }) => sum + paidHours, 0),
    overtimeHours: days.reduce((sum, { overtimeHours }) => sum + overtimeHours, 0),
    bonus: days.reduce((sum, { bonus }) => sum + (bonus ?? 0), 0),
    gross: grossOf(period),
    last: { ...before, state: stateOf(before), gross: grossOf(before) },
    days: days.toReversed(),
    lines: inside(lines, period),
    asOf: iso(now),
  }
}

/** Days on which a shift has begun or something was done, in order. */
export async function earnedDays(
  db: Database,
  userID: number,
  { from, to }: PayPeriod,
  now: number,
): Promise<EarnedDay[]> {
  const begins = await readSetting(db, 'workingTime.payWeekBegins')
  // Overtime goes by whole weeks, also where a period begins or ends in one.
  const [first, last] = [payWeekOf(from, begins), dayAfter(payWeekOf(to, begins), 6)]
  const read = await dayFacts(db, {
    ...{ userIDs: [userID], now },
    from: momentOfField(first),
    to: Math.min(momentOfField(dayAfter(last, 1)), momentOfField(dayAfter(dayOf(now), 1))),
  })
  const terms = await termsReader(db, [userID])
  const rates = await ratesReader(db, userID)
  const isHoliday = await companyHolidayTest(
    db,
    [first, last].map((day) => Number(day.slice(0, 4))),
  )
  const promises = await promisesOf(db, userID, momentOfField(first), momentOfField(dayAfter(last, 1)))
  const said = await statesOf(db, userID, from, to)
  const queries = await queriesOf(db, userID, from, to)
  const projects = await projectNames(db, read)
  const timed = read.map((one) => ({ ...one, time: paidTime(one.facts, promises) }))
  const weeks = Map.groupBy(timed, ({ day }) => payWeekOf(day, begins))
  const overtime = new Map(
    [...weeks.values()].flatMap((week) => [
      ...overtimeOfWeek(
        week.map(({ day, time }) => ({
          ...{ day, seconds: time.seconds, overtimeSeconds: time.overtimeSeconds },
          overtimeAfterHours: terms(userID, day).overtimeAfterHours,
        })),
      ),
    ]),
  )
  return timed
    .filter(({ day }) => day >= from && day <= to)
    .filter(
      ({ facts: { shifts, sessions } }) =>
        shifts.some(({ start }) => start <= now) || sessions.some(({ activity }) => activity !== 'INACTIVE'),
    )
    .map(({ day, facts, time }): EarnedDay => {
      const figures = dayFigures(facts, now)
      const own = terms(userID, day)
      const spans = paidSpans(facts)
      const begun = spans[0]?.start ?? momentOfField(day)
      const agency = own.baseRate === null ? rates(day, begun, isHoliday(day)) : null
      const pounds = own.baseRate ?? agency?.pay ?? null
      // An agency's rate of such a day has what comes to it in itself.
      const multiplier =
        agency !== null && agency.dayKind !== 'WEEKDAY' ? 1 : multiplierOf(day, own, isHoliday(day))
      const rate = pounds === null ? null : pence(pounds)
      const overtimeMultiplier = Math.max(multiplier, own.overtimeMultiplier)
      const pay = dayPay({
        ...{ time, multiplier, overtimeMultiplier, rate: rate ?? 0 },
        overtimeSeconds: overtime.get(day) ?? 0,
      })
      const query = queries.get(day) ?? null
      const state = said.get(day) ?? 'OPEN'
      return {
        ...{ date: day, state, query, rate, multiplier, overtimeMultiplier },
        scheduledStart: isoOrNull(figures.scheduledStart),
        scheduledEnd: isoOrNull(figures.scheduledEnd),
        workedSeconds: figures.workedSeconds,
        breakOverSeconds: figures.breakOverSeconds,
        paidSeconds: time.seconds,
        paidHours: pay.paidHours,
        overtimeHours: pay.overtimeHours,
        bonus: rate === null ? null : pay.bonus,
        amount: rate === null ? null : pay.amount,
        steps: rate === null ? [] : [...pay.steps],
        sessions: facts.sessions
          .filter(({ activity }) => activity !== 'INACTIVE')
          .map((session) => ({
            activity: session.activity,
            project: projects.get(session.projectID ?? 0) ?? null,
            start: iso(session.start),
            end: session.end >= now ? null : iso(session.end),
            paidSeconds: secondsOf(within([session], spans)),
          })),
        mayQuery: mayQuery(day, now) && (query === null || query.status === 'RESOLVED'),
      }
    })
}

/** Whether a day is one of the last 60 (spec 6 §6.1). */
export const mayQuery = (day: string, now: number): boolean =>
  day <= dayOf(now) && londonDaysBetween(momentOfField(day), now) <= QUERY_DAYS

async function statesOf(db: Database, userID: number, from: string, to: string) {
  const rows = await db
    .selectFrom('attendanceDays')
    .where('userID', '=', userID)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .select(['day', 'state'])
    .execute()
  return new Map(rows.map(({ day, state }) => [day, state]))
}

async function queriesOf(db: Database, userID: number, from: string, to: string) {
  const rows = await db
    .selectFrom('payQueries as q')
    .innerJoin('tickets as t', 't.id', 'q.ticketID')
    .where('q.userID', '=', userID)
    .where('q.day', '>=', from)
    .where('q.day', '<=', to)
    .select(['q.day', 'q.ticketID', 't.status'])
    .execute()
  return new Map(rows.map(({ day, ...query }) => [day, query]))
}

/** Places of campaigns that somebody has, with what was promised when they got them. */
async function promisesOf(db: Database, userID: number, from: number, to: number): Promise<PromisedPay[]> {
  return heldPlaces(db)
    .innerJoin('campaigns as c', 'c.id', 'a.campaignID')
    .where('a.userID', '=', userID)
    .where('h.start', '>=', from)
    .where('h.start', '<', to)
    .orderBy('h.start')
    .orderBy('a.id')
    .select(['h.start', 'h.end', 'c.title', 'a.bonusPerHour', 'a.rateMultiplier'])
    .execute()
}

/** What an agency's worker is paid by its rates; null for who has none. */
async function ratesReader(db: Database, userID: number) {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['agencyID', 'contractTypeID'])
    .executeTakeFirst()
  const { agencyID = null, contractTypeID = null } = person ?? {}
  if (agencyID === null || contractTypeID === null) return () => null
  const rates = await db
    .selectFrom('agencyRates')
    .where('agencyID', '=', agencyID)
    .where('contractTypeID', '=', contractTypeID)
    .orderBy('id')
    .selectAll()
    .execute()
  return (day: string, at: number, isHoliday: boolean) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    const kind = isHoliday
      ? 'PUBLIC_HOLIDAY'
      : weekday === 6
        ? 'SATURDAY'
        : weekday === 0
          ? 'SUNDAY'
          : 'WEEKDAY'
    const asked = { agencyID, contractTypeID, skillID: null, day, time: londonField(at).slice(11, 16) }
    return (
      rateFor(rates, { ...asked, dayKind: kind }) ?? rateFor(rates, { ...asked, dayKind: 'WEEKDAY' as const })
    )
  }
}

async function projectNames(db: Database, days: readonly PersonDay[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(days.flatMap(({ facts }) => facts.sessions.flatMap(({ projectID }) => projectID ?? [])))
  const rows = await db
    .selectFrom('projects')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What payroll pays besides days. */
async function otherLines(db: Database, userID: number, from: string, to: string) {
  const rows = await db
    .selectFrom('payLines')
    .where('userID', '=', userID)
    .where('element', 'in', OTHER_LINES)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .select(['id', 'day', 'element', 'hours', 'amount'])
    .$narrowType<{ element: (typeof OTHER_LINES)[number] }>()
    .execute()
  return rows.map(({ day, amount, ...line }) => ({ ...line, date: day, amount: pence(amount) }))
}
