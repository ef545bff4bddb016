import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { hoursOfShift } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'

/** What somebody is planned for in each week of a time, and what their contract says (spec 4 §4.2.2). */
export async function weeksOf(
  db: Database,
  { userID, from, to }: { readonly userID: number; readonly from: number; readonly to: number },
): Promise<{ from: string; plannedHours: number; contractedHours: number | null }[]> {
  const mondays: number[] = []
  for (let at = startOfLondonWeek(from); at < to; at = londonDayAfter(at, 7)) mondays.push(at)
  const first = mondays[0] ?? from
  const rows = await db
    .selectFrom('shifts')
    .where('userID', '=', userID)
    .where('state', 'not in', ['DRAFT', 'CANCELLED'])
    .where('start', '>=', first)
    .where('start', '<', londonDayAfter(mondays.at(-1) ?? from, 7))
    .select(['start', 'end', 'breakMinutes'])
    .execute()
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select('weeklyHours')
    .executeTakeFirst()
  return mondays.map((monday) => {
    const own = rows.filter(({ start }) => start >= monday && start < londonDayAfter(monday, 7))
    const hours = own.reduce((sum, shift) => sum + hoursOfShift(shift), 0)
    return {
      from: londonField(monday).slice(0, 10),
      plannedHours: Math.round(hours * 100) / 100,
      contractedHours: person?.weeklyHours ?? null,
    }
  })
}
