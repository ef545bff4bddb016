import type * as z from 'zod/mini'
import { quietHours } from '#shared/contract/chat-status.ts'
import { DEFAULT_QUIET_HOURS } from '#shared/domain/chat-quiet.ts'
import { fitsQuietMax } from '#shared/domain/quiet-limits.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { parsed } from '../settings/parsed.ts'
import { readSetting } from '../settings/settings.ts'

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

/** @throws Refusal 400 where they are longer than the company lets them be */
export async function saveQuietHoursOf(db: Database, userID: number, hours: Hours): Promise<void> {
  const max = await readSetting(db, 'quiet.personHoursMax')
  if (!fitsQuietMax(hours, max)) throw new Refusal(400, 'quiet.tooLong', { max })
  const value = JSON.stringify(hours)
  await db
    .insertInto('personSettings')
    .values({ userID, name: QUIET, value })
    .onConflict((on) => on.columns(['userID', 'name']).doUpdateSet({ value }))
    .execute()
}
