import type { PlanPerson } from '#shared/contract/planner.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { RETURN_WORDS } from '#shared/domain/return-to-work.ts'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** What somebody's work is to be like for a while. */
export const adjustedText = ({ adjustments, until }: NonNullable<PlanPerson['adjusted']>): string =>
  TEXT.adjusted(
    adjustments
      .map((one, at) =>
        at === 0 ? RETURN_WORDS.adjustment[one] : RETURN_WORDS.adjustment[one].toLowerCase(),
      )
      .join(', '),
    DAY.format(Date.parse(`${until}T00:00:00Z`)),
  )
