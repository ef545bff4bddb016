import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

/** A day, YYYY-MM-DD, in words. */
export const dayText = (day: string): string => DAY.format(Date.parse(`${day}T00:00:00Z`))
export const whenText = (at: string): string => WHEN.format(Date.parse(at))
/** The parts that there are, in one line. */
export const line = (...parts: readonly (string | null | false)[]): string =>
  parts.filter(Boolean).join(' · ')
