import { type PublicHoliday, publicHolidays } from '#shared/domain/public-holidays.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from './settings.ts'

/** Whether the company has a public holiday on a day of these years. */
export async function companyHolidayTest(
  db: Database,
  years: readonly number[],
): Promise<(day: string) => boolean> {
  const days = new Set((await companyHolidays(db, [...new Set(years)])).map(({ date }) => date))
  return (day) => days.has(day)
}

/**
 * The public holidays of a year as the company has them (spec 5 §5.1): those of England and Wales, without the days
 * on which it works and with those that were added.
 */
export async function companyHolidays(db: Database, years: readonly number[]): Promise<PublicHoliday[]> {
  const own = await readSettings(db, ['workingTime.extraHolidays', 'workingTime.removedHolidays'])
  const removed = new Set(own['workingTime.removedHolidays'].map(({ date }) => date))
  const ruled = years.flatMap((year) => publicHolidays(year)).filter(({ date }) => !removed.has(date))
  const known = new Set(ruled.map(({ date }) => date))
  const extra = own['workingTime.extraHolidays']
    .filter(({ date }) => years.includes(Number(date.slice(0, 4))) && !known.has(date) && !removed.has(date))
    .map(({ date, name }): PublicHoliday => ({ date, name, kind: 'UK_PUBLIC_HOLIDAY' }))
  return [...ruled, ...extra].sort((a, b) => a.date.localeCompare(b.date))
}
