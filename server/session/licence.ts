import type { Database } from '../db/database.ts'
import { settingOrFirst } from '../db/settings.ts'

/** When the licence ends: ISO 8601, UTC. */
export const LICENCE_SETTING = 'licenceExpiryDate'
const FIRST_TERM_MS = 365 * 24 * 60 * 60 * 1000

/**
 * When this installation's licence ends; a year after its first use. @throws where the stored value is no
 * time.
 */
export async function licenceExpiry(db: Database, now: number): Promise<string> {
  const first = new Date(now + FIRST_TERM_MS).toISOString()
  return new Date(await settingOrFirst(db, LICENCE_SETTING, first)).toISOString()
}
