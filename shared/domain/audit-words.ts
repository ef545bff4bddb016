import { numberText } from './locale.ts'
import { londonField } from './london-time.ts'

/** What a check of the audit's chain found; moments are ISO 8601 or milliseconds since 1970. */
export type ChainVerdict =
  | {
      readonly isWhole: true
      readonly entries: number
      readonly from: string | number | null
      readonly to: string | number | null
    }
  | {
      readonly isWhole: false
      readonly sequence: number
      readonly kind: 'EDITED' | 'MISSING' | 'REORDERED' | 'CUT_OFF'
    }

const BROKEN = {
  EDITED: 'was changed',
  MISSING: 'is missing',
  REORDERED: 'was moved',
  CUT_OFF: 'and all after it were cut off',
} as const

const day = (moment: string | number | null) =>
  moment === null ? '–' : londonField(new Date(moment).getTime()).replace('T', ' ')

/**
 * A verdict in words (spec 5 §5.6).
 * @param unchained entries of the last second, which have no hash yet
 */
export function chainInWords(verdict: ChainVerdict, unchained = 0): string {
  const tail =
    unchained === 0
      ? ''
      : ` ${numberText(unchained)} ${unchained === 1 ? 'entry of the last second has' : 'entries of the last second have'} no hash yet.`
  if (verdict.isWhole)
    return `Whole: ${numberText(verdict.entries)} ${verdict.entries === 1 ? 'entry' : 'entries'}, ${day(verdict.from)} to ${day(verdict.to)}.${tail}`
  return `${verdict.kind}: entry ${verdict.sequence} ${BROKEN[verdict.kind]}.${tail}`
}
