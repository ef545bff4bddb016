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
export const SYSTEM_ISSUES_SHARE = 0.05
export const EXCESSIVE_SYSTEM_ISSUES_SHARE = 0.15

/** What follows from how many of the people on shift have system issues. */
export function systemIssuesLevel(affected: number, onShift: number): 'NONE' | 'SOME' | 'EXCESSIVE' {
  if (affected === 0 || affected < SYSTEM_ISSUES_SHARE * onShift) return 'NONE'
  return affected < EXCESSIVE_SYSTEM_ISSUES_SHARE * onShift ? 'SOME' : 'EXCESSIVE'
}

/** A disk is low under a tenth of it, or under 5 GB (spec 5 §5.12). Sizes in bytes. */
export const isDiskLow = (free: number, size: number): boolean => free < size / 10 || free < 5 * 1024 ** 3
