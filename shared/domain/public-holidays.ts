import type { HolidayKind } from './calendar.ts'
import { easterSunday } from './season.ts'

const DAY_MS = 86_400_000

/** A bank holiday of England and Wales; `date` is 'YYYY-MM-DD'. */
export interface PublicHoliday {
  readonly date: string
  readonly name: string
  readonly kind: HolidayKind
}

/** Holidays that were added or moved by proclamation, which no rule gives. */
const BY_PROCLAMATION: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
  2020: [['2020-05-08', 'Early May bank holiday (VE day)']],
  2022: [
    ['2022-06-02', 'Spring bank holiday'],
    ['2022-06-03', 'Platinum Jubilee bank holiday'],
    ['2022-09-19', 'Bank Holiday for the State Funeral of Queen Elizabeth II'],
  ],
  2023: [['2023-05-08', 'Bank holiday for the coronation of King Charles III']],
}
/** Holidays whose rule doesn't apply in that year, because a proclamation moved them. */
const MOVED = new Set(['2020 Early May bank holiday', '2022 Spring bank holiday'])

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const weekday = (at: number): number => new Date(at).getUTCDay()

/** The first Monday on or after a day. */
const mondayFrom = (at: number): number => at + ((8 - weekday(at)) % 7) * DAY_MS

/**
 * The holidays of a year by the Banking and Financial Dealings Act, with the days given in place of weekends.
 */
export function publicHolidays(year: number): readonly PublicHoliday[] {
  const day = (month: number, date: number): number => Date.UTC(year, month - 1, date)
  const sunday = easterSunday(year)
  const easter = Date.UTC(year, sunday.month, sunday.day)
  const ruled = [
    ...inLieu([[day(1, 1), 'New Year’s Day']]),
    [easter - 2 * DAY_MS, 'Good Friday'],
    [easter + DAY_MS, 'Easter Monday'],
    [mondayFrom(day(5, 1)), 'Early May bank holiday'],
    [mondayFrom(day(5, 25)), 'Spring bank holiday'],
    [mondayFrom(day(8, 25)), 'Summer bank holiday'],
    ...inLieu([
      [day(12, 25), 'Christmas Day'],
      [day(12, 26), 'Boxing Day'],
    ]),
  ] as readonly (readonly [number, string])[]
  const own = ruled
    .filter(([, name]) => !MOVED.has(`${year} ${name}`))
    .map(([at, name]): PublicHoliday => ({ date: dateOf(at), name, kind: kindOf(name) }))
  const proclaimed = (BY_PROCLAMATION[year] ?? []).map(
    ([date, name]): PublicHoliday => ({ date, name, kind: 'UK_PUBLIC_HOLIDAY' }),
  )
  return [...own, ...proclaimed].sort((a, b) => a.date.localeCompare(b.date))
}

const kindOf = (name: string): HolidayKind =>
  /Christmas|Boxing/.test(name) ? 'CHRISTMAS' : 'UK_PUBLIC_HOLIDAY'

/** A holiday at a weekend is given on the next working day that no other holiday has. */
function inLieu(days: readonly (readonly [number, string])[]): (readonly [number, string])[] {
  const taken = new Set(days.map(([at]) => at))
  return days.map(([at, name]) => {
    if (![0, 6].includes(weekday(at))) return [at, name]
    let given = at
    while ([0, 6].includes(weekday(given)) || taken.has(given)) given += DAY_MS
    taken.add(given)
    return [given, `${name} (substitute day)`]
  })
}
