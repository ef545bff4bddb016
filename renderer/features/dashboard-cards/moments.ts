import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const MINUTE_MS = 60_000

export const timeOf = (iso: string): string => TIME.format(Date.parse(iso))
export const dayOf = (iso: string): string => DAY.format(Date.parse(iso))

/** '5 min', '2 h 10 min', '3 days'. */
export function spanText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** '14:00' of today, else 'Tue 5 May 14:00'. */
export function momentText(iso: string, now: number): string {
  const isToday = londonField(Date.parse(iso)).slice(0, 10) === londonField(now).slice(0, 10)
  return isToday ? timeOf(iso) : `${dayOf(iso)} ${timeOf(iso)}`
}
