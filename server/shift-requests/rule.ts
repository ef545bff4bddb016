import type { HoursCheck } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../settings/settings.ts'
import type { StoredShiftRequest } from './stored.ts'

const HOUR_MS = 3_600_000
const CHECKS_MAX = 1000

/** Kept of a request that nothing is against. */
export const NOTHING_AGAINST = 'Passes all'

/** What is against a request, in words, as its list shows it. */
export function checksText(tried: readonly { readonly checks: readonly HoursCheck[] }[]): string {
  const texts = tried.flatMap(({ checks }) => checks.map(({ text }) => text))
  return texts.length === 0 ? NOTHING_AGAINST : [...new Set(texts)].join(' ').slice(0, CHECKS_MAX)
}

/** Whether the system may approve a request: by its type, its shift's area and the time that is left (spec 4 §4.5.9). */
export async function fitsRule(
  db: Database,
  { type, state, shiftID, shiftStart }: StoredShiftRequest,
  now: number,
): Promise<boolean> {
  if (state !== 'PENDING' && state !== 'ACCEPTED') return false
  const rule = await readSettings(db, [
    'workingTime.shiftRequestTypes',
    'workingTime.shiftRequestAreas',
    'workingTime.shiftRequestHours',
  ])
  if (!rule['workingTime.shiftRequestTypes'][type]) return false
  if (shiftStart - now <= rule['workingTime.shiftRequestHours'] * HOUR_MS) return false
  const areas = rule['workingTime.shiftRequestAreas'].map((name) => name.trim().toLowerCase())
  if (areas.length === 0) return true
  const shift = await db
    .selectFrom('shifts as s')
    .innerJoin('areas as a', 'a.id', 's.areaID')
    .where('s.id', '=', shiftID)
    .select('a.name')
    .executeTakeFirst()
  return shift !== undefined && areas.includes(shift.name.toLowerCase())
}
