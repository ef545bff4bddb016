import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'

/**
 * @param baseRate in pounds an hour; null for none
 * @param day YYYY-MM-DD
 * @throws Refusal 400 where the rate is under what the law asks on that day (spec 5 §4.5)
 */
export async function requireMinimumRate(db: Database, baseRate: number | null, day: string): Promise<void> {
  if (baseRate === null) return
  const rates = await readSetting(db, 'workingTime.minimumRates')
  const begun = rates.filter(({ from }) => from <= day).toSorted((a, b) => a.from.localeCompare(b.from))
  const minimum = begun.at(-1)?.adult ?? 0
  if (baseRate < minimum) throw new Refusal(400, 'contract.underMinimum', { rate: minimum.toFixed(2) })
}
