import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})

/** A moment as it is written here. */
export const momentText = (at: unknown): string => MOMENT.format(Date.parse(String(at)))
