import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'

/** The setting with the teams of an installation, as a JSON list of names. */
export const TEAMS_SETTING = 'escalationTeams'

const DEFAULT_TEAMS: readonly string[] = [
  'Service desk',
  'Network and VPN',
  'Dialler and telephony',
  'Survey scripting',
  'Payroll',
  'Resource planning',
  'Facilities',
]

const teamNames = z.array(z.string().check(z.minLength(1), z.maxLength(100)))

/** The teams that tickets can be escalated to (spec 3 §7). */
export async function escalationTeams(db: Database): Promise<readonly string[]> {
  const stored = await readSetting(db, TEAMS_SETTING)
  return stored === null ? DEFAULT_TEAMS : teamNames.parse(JSON.parse(stored))
}
