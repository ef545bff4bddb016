import { callLength } from '#shared/domain/calls.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })

/** The day of a moment of the wire. */
export const dayText = (at: string): string => DAY.format(Date.parse(at))
/** A moment of the wire with its day. */
export const whenText = (at: string): string => WHEN.format(Date.parse(at))
/** Its time alone. */
export const timeText = (at: string): string => TIME.format(Date.parse(at))
export const lengthText = (start: string, end: string): string =>
  callLength(Date.parse(end) - Date.parse(start))
