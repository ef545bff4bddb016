import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const SHORT_DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
const LONG_DAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: LONDON })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Of a day, YYYY-MM-DD. */
export const dayText = (day: string): string => DAY.format(momentOfField(day))
/** Of a moment on the wire. */
export const shortDayText = (at: string): string => SHORT_DAY.format(Date.parse(at))
export const longDayText = (at: string): string => LONG_DAY.format(Date.parse(at))
const WEEKDAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

export const weekdayText = (at: string): string => WEEKDAY.format(Date.parse(at))
export const whenText = (at: string): string => WHEN.format(Date.parse(at))
export const timesText = (start: string, end: string): string =>
  `${TIME.format(Date.parse(start))}–${TIME.format(Date.parse(end))}`
