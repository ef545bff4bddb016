import { londonDayAfter, londonDaysBetween, londonField, startOfLondonWeek } from './london-time.ts'

/**
 * Talks that count as having been spoken to (spec 4 §4.3.4). Messages and calls don't, nor what is in them.
 */
export const INTERACTION_KINDS = [
  'ONE_TO_ONE',
  'COACHING',
  'QC_FEEDBACK',
  'FILE_NOTE',
  'RECOGNITION',
  'RETURN_TO_WORK',
  'PIP',
  'WELFARE',
] as const
export type InteractionKind = (typeof INTERACTION_KINDS)[number]

export const INTERACTION_WORDS: Readonly<Record<InteractionKind, string>> = {
  ONE_TO_ONE: 'One-to-one',
  COACHING: 'Coaching',
  QC_FEEDBACK: 'QC feedback',
  FILE_NOTE: 'File note',
  RECOGNITION: 'Recognition',
  RETURN_TO_WORK: 'Return to work',
  PIP: 'PIP meeting',
  WELFARE: 'Welfare contact',
}

/** How somebody was asked. */
export const WELFARE_KINDS = ['CALL', 'MEETING', 'MESSAGE', 'VISIT'] as const
export type WelfareKind = (typeof WELFARE_KINDS)[number]
export const WELFARE_WORDS: Readonly<Record<WelfareKind, string>> = {
  CALL: 'By phone',
  MEETING: 'Face to face',
  MESSAGE: 'In writing',
  VISIT: 'At their home',
}
export const WELFARE_LENGTH = { min: 3, max: 2000 } as const

/** Somebody is due to be spoken to after more than so many days (spec 4 §5.7). */
export const INTERACTION_DUE_DAYS = 7

/** The Monday of a moment's London week, YYYY-MM-DD. */
export const weekOf = (at: number): string => londonField(startOfLondonWeek(at)).slice(0, 10)

/**
 * Days since somebody was spoken to, of weeks with a shift only: those of other weeks don't count. Without any talk
 * they are counted from `from`. Null where neither is known.
 * @param weeks the Mondays of weeks with a shift, YYYY-MM-DD
 */
export function daysSince(
  { last, from, now }: { readonly last: number | null; readonly from: number | null; readonly now: number },
  weeks: ReadonlySet<string>,
): number | null {
  const since = last ?? from
  if (since === null) return null
  let days = 0
  for (let day = 1; day <= londonDaysBetween(since, now); day++)
    if (weeks.has(weekOf(londonDayAfter(since, day)))) days += 1
  return days
}

export const isInteractionDue = (days: number | null): boolean => days !== null && days > INTERACTION_DUE_DAYS
