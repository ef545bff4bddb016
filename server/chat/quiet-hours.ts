import type * as z from 'zod/mini'
import { quietHours } from '#shared/contract/chat-status.ts'
import { DEFAULT_QUIET_HOURS } from '#shared/domain/chat-quiet.ts'
import type { Database } from '../db/database.ts'
import { parsed } from '../settings/parsed.ts'

const QUIET = 'quietHours'
type Hours = z.output<typeof quietHours>

/** When somebody is not to be disturbed; the defaults where they never chose. */
export async function quietHoursOf(db: Database, userID: number): Promise<Hours> {
  const row = await db
    .selectFrom('personSettings')
    .where('userID', '=', userID)
    .where('name', '=', QUIET)
    .select('value')
    .executeTakeFirst()
  const kept = quietHours.safeParse(parsed(row?.value ?? null))
  return kept.success ? kept.data : { ...DEFAULT_QUIET_HOURS, days: [...DEFAULT_QUIET_HOURS.days] }
}

export async function saveQuietHoursOf(db: Database, userID: number, hours: Hours): Promise<void> {
  const value = JSON.stringify(hours)
  await db
    .insertInto('personSettings')
    .values({ userID, name: QUIET, value })
    .onConflict((on) => on.columns(['userID', 'name']).doUpdateSet({ value }))
    .execute()
}
