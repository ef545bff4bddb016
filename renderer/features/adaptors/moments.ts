import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })

/** A time stamp as people read it, in London. */
export const momentOf = (text: string): string => MOMENT.format(Date.parse(text))
export const dayOf = (text: string): string => DAY.format(Date.parse(text))
