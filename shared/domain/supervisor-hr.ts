import { type AbsenceCaseState, ATTEMPTS_DUE_MS } from './absence.ts'

/** What an absence case waits for (spec 4 §4.4.6). */
export const CASE_STEPS = ['ATTEMPT', 'WELFARE_CHECK', 'EXPLANATION', 'DECISION', 'NOTHING'] as const
export type CaseStep = (typeof CASE_STEPS)[number]

/** Probations that end within so many days are shown (spec 4 §4.4.6). */
export const PROBATION_DAYS = 60

interface Standing {
  readonly state: AbsenceCaseState
  /** When the shift began, in milliseconds since 1970. */
  readonly start: number
  /** Whether there was a sign of them: they came, or explained. */
  readonly isHeardOf: boolean
  readonly attempts: number
  readonly welfareAt: number | null
}

/** What a case waits for, and by when. */
export function caseStep({ state, start, isHeardOf, attempts, welfareAt }: Standing): {
  readonly step: CaseStep
  readonly at: number | null
} {
  if (state === 'AUTHORISED' || state === 'UNAUTHORISED' || state === 'CLOSED')
    return { step: 'NOTHING', at: null }
  if (state === 'EXPLAINED') return { step: 'DECISION', at: null }
  if (isHeardOf) return { step: 'EXPLANATION', at: null }
  if (welfareAt !== null) return { step: 'WELFARE_CHECK', at: welfareAt }
  const due = ATTEMPTS_DUE_MS[attempts]
  return due === undefined ? { step: 'EXPLANATION', at: null } : { step: 'ATTEMPT', at: start + due }
}

/** The first day after a probation of so many months, by calendar months; days are YYYY-MM-DD. */
export function probationEnd(startDay: string, months: number): string {
  const [year = 0, month = 1, date = 1] = startDay.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}
