/** How bad what is flagged is (spec 5 §5.12). */
export const FLAG_SEVERITIES = { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' } as const
export type FlagSeverity = keyof typeof FLAG_SEVERITIES

/** Who or what raised a flag. */
export const FLAG_SOURCES = { JOB: 'Job', ADAPTOR: 'Adaptor', CHECK: 'Check', PERSON: 'Person' } as const
export type FlagSource = keyof typeof FLAG_SOURCES

export const FLAG_TITLE_MAX = 120
export const FLAG_TEXT_MAX = 1000
export const FLAG_NOTE_MAX = 500

/** From this share of the people on shift on, SYSTEM_ISSUES and EXCESSIVE_SYSTEM_ISSUES stand (spec 5 §5.12). */
const USUAL_SHARES: IssueShares = { some: 0.05, excessive: 0.15 }

/** Shares of the people on shift, 0 to 1, from which on the flags stand. */
export interface IssueShares {
  readonly some: number
  readonly excessive: number
}

/** What follows from how many of the people on shift have system issues. */
export function systemIssuesLevel(
  affected: number,
  onShift: number,
  shares: IssueShares = USUAL_SHARES,
): 'NONE' | 'SOME' | 'EXCESSIVE' {
  if (affected === 0 || affected < shares.some * onShift) return 'NONE'
  return affected < shares.excessive * onShift ? 'SOME' : 'EXCESSIVE'
}

/** A disk is low under a tenth of it, or under 5 GB (spec 5 §5.12). Sizes in bytes. */
export const isDiskLow = (free: number, size: number): boolean => free < size / 10 || free < 5 * 1024 ** 3
