import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { SettingKey } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import { readSettings, type SettingDefaults } from '../settings/settings.ts'

const seconds = z.number().check(z.minimum(0), z.maximum(86_400))

/** Rules that a deployment sets for every activity (spec 1 §3). */
const rules = z.strictObject({
  idleFlagSeconds: seconds,
  requireLocationServices: z.boolean(),
  enforceProjectGeofence: z.boolean(),
  locationRefreshRate: seconds,
  wellBeingPromptRate: seconds,
  wellBeingTimeoutSeconds: seconds,
  /** Whether the well-being check can't be put off. */
  wellBeingRequired: z.boolean(),
})

export const USUAL_RULES: ActivityRules = {
  idleFlagSeconds: 300,
  requireLocationServices: false,
  enforceProjectGeofence: false,
  locationRefreshRate: 300,
  wellBeingPromptRate: 7200,
  wellBeingTimeoutSeconds: 60,
  wellBeingRequired: false,
}

export type ActivityRules = z.output<typeof rules>

/** A file of activity rules that this server will not start with; the message says why. */
export class UnusableActivityRulesError extends Error {
  constructor(file: string, why: string, cause?: unknown) {
    super(`${file} can't be used for activity rules: ${why}.`, { cause })
    this.name = 'UnusableActivityRulesError'
  }
}

/**
 * The usual rules, replaced by those in the file, a JSON object such as `{"idleFlagSeconds": 600}`. @throws
 * UnusableActivityRulesError; or the system's error where the file can't be read.
 */
export function readActivityRules(file: string | null): ActivityRules {
  if (file === null) return USUAL_RULES
  const text = readFileSync(file, 'utf8')
  try {
    const own = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    return rules.parse({ ...USUAL_RULES, ...own })
  } catch (error) {
    const why = `it is not a JSON object with any of ${Object.keys(USUAL_RULES).join(', ')}`
    throw new UnusableActivityRulesError(file, why, error)
  }
}

const RULES = Object.keys(USUAL_RULES) as (keyof ActivityRules)[]
const keyOf = (rule: keyof ActivityRules) => `activity.${rule}` as const satisfies SettingKey

/** The rules of a file as the defaults of the settings: what an admin saves comes before them. */
export function ruleDefaults(rules: ActivityRules | undefined): SettingDefaults {
  if (!rules) return {}
  return Object.fromEntries(RULES.map((rule) => [keyOf(rule), rules[rule]]))
}

/** The rules that hold now (spec 1 §3, 5 §5.1). */
export async function readRules(db: Database, defaults: SettingDefaults): Promise<ActivityRules> {
  const read = await readSettings(db, RULES.map(keyOf), defaults)
  // Each rule has a setting of its own name and type.
  return Object.fromEntries(RULES.map((rule) => [rule, read[keyOf(rule)]])) as ActivityRules
}
