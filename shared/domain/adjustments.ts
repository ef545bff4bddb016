/** What work is to be like for a while after an illness (spec 6 §5.3); why isn't said. */
export const ADJUSTMENTS = ['SHORTER_SHIFT', 'MORE_BREAKS', 'NO_LATE_SHIFT'] as const
export type Adjustment = (typeof ADJUSTMENTS)[number]

export const ADJUSTMENT_WORDS: Readonly<Record<Adjustment, string>> = {
  SHORTER_SHIFT: 'Shorter shifts',
  MORE_BREAKS: 'More breaks',
  NO_LATE_SHIFT: 'No late shifts',
}
