import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

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
