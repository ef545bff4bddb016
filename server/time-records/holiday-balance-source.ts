import { ACTIVITY_NAMES, isWorked } from '#shared/domain/activity.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import {
  earnedHoliday,
  type Holiday,
  type HolidayEntryKind,
  type HolidayUse,
  type HolidayYear,
  holidayMark,
  holidayUse,
  holidayYearOf,
  lastDayOfHolidayYear,
  yearsHoliday,
} from '#shared/domain/holiday-balance.ts'
import { LONDON, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import { allTermsOn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import { linesOf } from '../live-panel/scope.ts'
import { type Viewer, within } from '../people/scope.ts'
import { companyHolidayTest } from '../settings/company-holidays.ts'
import { selectMade } from './made-rows.ts'

const HOUR_MS = 3_600_000
const WORKED = ACTIVITY_NAMES.filter(isWorked)
const london = zoneClock(LONDON)
const dayOf = (at: number) => localOf(london.wallClock(at)).slice(0, 10)

/** The holidays that people asked for and weren't refused, by person, of these years. */
async function holidaysOf(
  db: Database,
  from: string,
  only: readonly number[] | undefined,
): Promise<ReadonlyMap<number, Holiday[]>> {
  const rows = await db
    .selectFrom('bookingRequests')
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
    .where('end', '>', london.momentOf(wallOf(from)))
    .$if(only !== undefined, (query) => query.where('userID', 'in', [0, ...(only ?? [])]))
    .select(['userID', 'start', 'end', 'hours', 'state'])
    .execute()
  const found = new Map<number, Holiday[]>()
  for (const { userID, start, end, hours, state } of rows) {
    const holiday = { from: dayOf(start), to: dayOf(end), hours, state: state as Holiday['state'] }
    found.set(userID, [...(found.get(userID) ?? []), holiday])
  }
  return found
}

/** Hours that these people worked from a day until the week that is going on, by person. */
async function workedHours(db: Database, userIDs: readonly number[], from: string, now: number) {
  const end = startOfLondonWeek(now)
  const rows = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', [0, ...userIDs])
    .where('activity', 'in', WORKED)
    .where('startedAt', '>=', london.momentOf(wallOf(from)))
    .where('startedAt', '<', end)
    .select((eb) => ['userID', eb.fn.sum<number>(eb('endedAt', '-', eb.ref('startedAt'))).as('worked')])
    .groupBy('userID')
    .execute()
  return new Map(rows.map(({ userID, worked }) => [userID, Number(worked ?? 0) / HOUR_MS]))
}

/** What was carried over and adjusted of these years, by person and year. */
async function entriesFrom(db: Database, from: string) {
  const rows = await db
    .selectFrom('holidayEntries')
    .where('yearFrom', '>=', from)
    .groupBy(['userID', 'yearFrom', 'kind'])
    .select((eb) => ['userID', 'yearFrom', 'kind', eb.fn.sum<number>('hours').as('hours')])
    .execute()
  const sums = new Map(
    rows.map(({ userID, yearFrom, kind, hours }) => [`${userID} ${yearFrom} ${kind}`, Number(hours)]),
  )
  return (userID: number, yearFrom: string, kind: HolidayEntryKind) =>
    sums.get(`${userID} ${yearFrom} ${kind}`) ?? 0
}

interface Balance extends HolidayUse {
  readonly id: number
  readonly yearFrom: string
  /** Null where nobody says what somebody works a week. */
  readonly entitlement: number | null
  readonly carried: number
  readonly adjustments: number
}

interface Wanted {
  /** Days of the years whose balances they are, YYYY-MM-DD. */
  readonly on: readonly string[]
  /** Whose; everybody's by itself. */
  readonly only?: readonly number[]
}

/** What everybody who works here has of holiday in the year that is going on (spec 6 §5.4). */
async function balances(db: Database, now: number, { only }: Pick<Wanted, 'only'> = {}): Promise<Balance[]> {
  const today = dayOf(now)
  return (await balancesOn(db, now, { on: [today], ...(only && { only }) })).flatMap(
    (each) => each.get(today) ?? [],
  )
}

/** The same of the year of each of some days, a map by day for each person: what they are made of is read once. */
async function balancesOn(
  db: Database,
  now: number,
  { on, only }: Wanted,
): Promise<ReadonlyMap<string, Balance>[]> {
  const today = dayOf(now)
  const terms = await allTermsOn(db, today)
  const people = await db
    .selectFrom('users')
    .where('status', 'in', ['ACTIVE', 'SUSPENDED'])
    .where('id', '<>', SYSTEM_USER_ID)
    .$if(only !== undefined, (query) => query.where('id', 'in', [0, ...(only ?? [])]))
    .select(['id', 'contractTypeID', 'weeklyHours', 'startDate', 'leaveDate'])
    .execute()
  const termsFor = (id: number | null) => (id === null ? undefined : terms.get(id)) ?? USUAL_TERMS
  const yearFor = (id: number | null, day: string): HolidayYear =>
    holidayYearOf(day, termsFor(id).holidayYearStart)
  const years = people.flatMap(({ contractTypeID }) => on.map((day) => yearFor(contractTypeID, day).from))
  const first = years.toSorted()[0] ?? today
  const yearOf = (day: string) => Number(day.slice(0, 4))
  const holidays = await holidaysOf(db, first, only)
  const entries = await entriesFrom(db, first)
  const last = Math.max(...[first, ...years].map(yearOf)) + 2
  const numbers = Array.from({ length: last - yearOf(first) + 1 }, (_, more) => yearOf(first) + more)
  const isHoliday = await companyHolidayTest(db, numbers)

  const accruing = people
    .filter((one) => termsFor(one.contractTypeID).holidayAccrual === 'ACCRUED')
    .flatMap(({ id, contractTypeID }) => on.map((day) => ({ id, from: yearFor(contractTypeID, day).from })))
  const worked = new Map<string, number>()
  for (const [from, some] of Map.groupBy(accruing, (one) => one.from)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    for (const [id, hours] of await workedHours(db, ids, from, now)) worked.set(`${id} ${from}`, hours)
  }
  return people.map(({ id, contractTypeID, weeklyHours, ...employment }) => {
    const { holidayWeeks, holidayAccrual } = termsFor(contractTypeID)
    const balanceOn = (day: string): Balance => {
      const year = yearFor(contractTypeID, day)
      const annual =
        weeklyHours === null ? null : yearsHoliday({ holidayWeeks, weeklyHours }, year, employment)
      const earned = () => earnedHoliday(worked.get(`${id} ${year.from}`) ?? 0)
      return {
        id,
        yearFrom: year.from,
        entitlement: holidayAccrual === 'ACCRUED' ? earned() : annual,
        carried: entries(id, year.from, 'CARRIED'),
        adjustments: entries(id, year.from, 'ADJUSTMENT'),
        ...holidayUse(holidays.get(id) ?? [], year, today, isHoliday),
      }
    }
    return new Map(on.map((day) => [day, balanceOn(day)]))
  })
}

/** What remains, and what of that nobody has asked for (spec 4 §2.3); null where nobody says what somebody works. */
function withRest(row: Balance) {
  const { entitlement, carried, adjustments, taken, booked, pending } = row
  const remaining = entitlement === null ? null : entitlement + carried + adjustments - taken - booked
  return { ...row, remaining, free: remaining === null ? null : remaining - pending }
}

/** The holiday of somebody in the year of a day, YYYY-MM-DD. Who doesn't work here has none. */
export async function holidayOf(
  db: Database,
  userID: number,
  { now, on }: { readonly now: number; readonly on: string },
): Promise<ReturnType<typeof withRest>> {
  return (await holidaysOn(db, [{ userID, on }], now))(userID, on)
}

/** The same of several people, each in the years of some days: read once for all. */
export async function holidaysOn(
  db: Database,
  wanted: readonly { readonly userID: number; readonly on: string }[],
  now: number,
): Promise<(userID: number, on: string) => ReturnType<typeof withRest>> {
  const read = await balancesOn(db, now, {
    on: [...new Set(wanted.map(({ on }) => on))],
    only: [...new Set(wanted.map(({ userID }) => userID))],
  })
  const known = new Map(
    read.flatMap((each) => [...each].map(([day, balance]) => [`${balance.id} ${day}`, balance] as const)),
  )
  const none = { entitlement: null, carried: 0, adjustments: 0, taken: 0, booked: 0, pending: 0 }
  return (userID, on) =>
    withRest(
      known.get(`${userID} ${on}`) ?? {
        ...{ id: userID, yearFrom: holidayYearOf(on, USUAL_TERMS.holidayYearStart).from },
        ...none,
      },
    )
}

/** What everybody who is active has left of their holiday year, whose last day is YYYY-MM-DD. */
export async function holidayLeft(db: Database, now: number) {
  const active = new Set(
    (await db.selectFrom('users').where('status', '=', 'ACTIVE').select('id').execute()).map(({ id }) => id),
  )
  return (await balances(db, now)).map(withRest).flatMap(({ id, yearFrom, remaining }) => {
    if (remaining === null || !active.has(id)) return []
    return [{ userID: id, yearFrom, lastDay: lastDayOfHolidayYear(yearFrom), remaining }]
  })
}

/** What each of these people has free of holiday this year; null where nobody says what they work. */
export async function holidayFreeOf(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number | null>> {
  return new Map((await balances(db, now, { only: userIDs })).map((row) => [row.id, withRest(row).free]))
}

/** The balances of everybody whom the viewer may see. */
export async function holidayBalanceSource(db: Database, viewer: Viewer, now: number) {
  return balancesShown(db, (await balances(db, now)).map(withRest), HOLIDAY_FIELDS)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select('m.id')
}

/** The same figures of a manager's own line, with what is marked and the next holiday (spec 4 §4.3.3). */
export async function lineHolidaySource(db: Database, managerID: number, now: number) {
  const today = dayOf(now)
  const line = [...((await linesOf(db, [managerID])).get(managerID) ?? [])]
  const coming = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', [0, ...line])
    .where('type', '=', 'HOLIDAY')
    .where('state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('start', '>', now)
    .groupBy('userID')
    .select((eb) => ['userID', eb.fn.min<number>('start').as('start')])
    .execute()
  const next = new Map(coming.map(({ userID, start }) => [userID, dayOf(Number(start))]))
  const rows = (await balances(db, now, { only: line })).map(withRest).map((row) => ({
    ...row,
    ...{ mark: holidayMark(row, today), nextHoliday: next.get(row.id) ?? null },
  }))
  return balancesShown(db, rows, LINE_FIELDS).select([...(['m.id', 'm.mark', 'm.nextHoliday'] as const)])
}

const HOLIDAY_FIELDS = {
  id: 'whole',
  yearFrom: 'text',
  entitlement: 'number',
  carried: 'number',
  adjustments: 'number',
  taken: 'number',
  booked: 'number',
  pending: 'number',
  remaining: 'number',
  free: 'number',
} as const
const LINE_FIELDS = { ...HOLIDAY_FIELDS, mark: 'text', nextHoliday: 'text' } as const

function balancesShown<F extends typeof HOLIDAY_FIELDS>(
  db: Database,
  rows: Parameters<typeof selectMade<F>>[2],
  fields: F,
) {
  return selectMade(db, fields, rows)
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'm.id' as never))
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('users as managers', 'managers.id', 'u.managerID')
    .leftJoin('contractTypes', 'contractTypes.id', 'u.contractTypeID')
    .select(['u.version', 'u.displayName', 'm.yearFrom', 'm.entitlement', 'm.taken', 'm.booked'])
    .select(['m.carried', 'm.adjustments', 'm.pending', 'm.remaining', 'm.free', 'areas.name as areaName'])
    .select(['managers.displayName as managerName', 'contractTypes.name as contractTypeName', 'u.managerID'])
}
