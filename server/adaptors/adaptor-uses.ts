import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

/** The month that a use counts for, YYYY-MM in London. */
export const monthOf = (at: number): string => londonField(at).slice(0, 7)

/** How often a service was asked in the month of a moment. */
export async function usesOf(db: Database, adaptorID: number, at: number): Promise<number> {
  const row = await db
    .selectFrom('adaptorUses')
    .where('adaptorID', '=', adaptorID)
    .where('month', '=', monthOf(at))
    .select('uses')
    .executeTakeFirst()
  return row?.uses ?? 0
}
