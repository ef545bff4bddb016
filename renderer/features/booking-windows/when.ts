import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const whenOf = (time: string): string => WHEN.format(Date.parse(time))
export const spanOf = (start: string, end: string): string =>
  `${whenOf(start)}–${CLOCK.format(Date.parse(end))}`
export const dayText = (day: string): string => DAY.format(Date.parse(day))
