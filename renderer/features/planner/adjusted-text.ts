import type { PlanPerson } from '#shared/contract/planner.ts'
import { ADJUSTMENT_WORDS } from '#shared/domain/adjustments.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** What somebody's work is to be like for a while. */
export const adjustedText = ({ adjustments, until }: NonNullable<PlanPerson['adjusted']>): string =>
  TEXT.adjusted(
    adjustments
      .map((one, at) => (at === 0 ? ADJUSTMENT_WORDS[one] : ADJUSTMENT_WORDS[one].toLowerCase()))
      .join(', '),
    DAY.format(Date.parse(`${until}T00:00:00Z`)),
  )
