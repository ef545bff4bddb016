import { RETENTION, type RETENTION_ENDS, type RETENTION_UNITS } from '../settings/retention.ts'

/** How long records are kept, and what becomes of them then (spec 5 §6.8): the settings of that section. */
export type RetentionKey = keyof typeof RETENTION
export const RETENTION_KEYS = Object.keys(RETENTION) as RetentionKey[]
export type RetentionEnd = keyof typeof RETENTION_ENDS

export interface RetentionRule {
  readonly keep: number
  readonly unit: keyof typeof RETENTION_UNITS
  readonly end: RetentionEnd
}

/** What is counted from the end of its tax year. */
const BY_TAX_YEAR: readonly RetentionKey[] = ['retention.attendanceDays', 'retention.pay']

/** What is before that moment has passed its age, in milliseconds since 1970. */
function agedBefore(now: number, { keep, unit }: RetentionRule): number {
  const date = new Date(now)
  if (unit === 'DAYS') date.setUTCDate(date.getUTCDate() - keep)
  else {
    const day = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() - (unit === 'YEARS' ? 12 * keep : keep))
    // 31 March less a month is the last of February.
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    date.setUTCDate(Math.min(day, last))
  }
  return date.getTime()
}

/** Up to when records of a type have passed their age. A tax year ends with 5 April. */
export function agedUpTo(key: RetentionKey, rule: RetentionRule, now: number): number {
  const before = agedBefore(now, rule)
  if (!BY_TAX_YEAR.includes(key)) return before
  const year = new Date(before).getUTCFullYear()
  const begin = Date.UTC(year, 3, 6)
  return before >= begin ? begin : Date.UTC(year - 1, 3, 6)
}
