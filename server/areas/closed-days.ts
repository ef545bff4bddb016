import type { Database } from '../db/database.ts'

/** The days, YYYY-MM-DD, on which the area of that person is closed (spec 5 §4.3). */
export async function closedDaysOf(db: Database, userID: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('areaClosedDays')
    .innerJoin('users', 'users.areaID', 'areaClosedDays.areaID')
    .where('users.id', '=', userID)
    .select('areaClosedDays.day')
    .execute()
  return new Set(rows.map(({ day }) => day))
}
