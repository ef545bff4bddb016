import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

const LONG_DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const NEAR_MS = 180 * 86_400_000

/** A day, YYYY-MM-DD, in words; one that is far off has its year. */
export function dayText(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return (Math.abs(at - Date.now()) > NEAR_MS ? LONG_DAY : DAY).format(at)
}
export const whenText = (at: string): string => WHEN.format(Date.parse(at))
/** The parts that there are, in one line. */
export const line = (...parts: readonly (string | null | false)[]): string =>
  parts.filter(Boolean).join(' · ')
