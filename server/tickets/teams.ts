import type { Database } from '../db/database.ts'
import { readSetting } from '../settings/settings.ts'

/** The teams that tickets can be escalated to (spec 3 §7). */
export function escalationTeams(db: Database): Promise<readonly string[]> {
  return readSetting(db, 'help.teams')
}
