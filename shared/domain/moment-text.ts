import { dateFormat } from './date-format.ts'
import { LONDON } from './london-time.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})

/** A time stamp as people read it: day, year and minute, by London's clock. */
export const momentText = (stamp: string): string => MOMENT.format(Date.parse(stamp))
