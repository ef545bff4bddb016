import { dateFormat } from '#shared/domain/date-format.ts'
import { LOCALE } from '#shared/domain/locale.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const DATE = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** How long ago that was, in words; after a week the date. Times in milliseconds since 1970. */
export function timeAgo(time: number, now: number): string {
  const age = now - time
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return RELATIVE.format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return RELATIVE.format(-Math.floor(age / HOUR), 'hour')
  if (age < 7 * DAY) return RELATIVE.format(-Math.floor(age / DAY), 'day')
  return DATE.format(new Date(time))
}
