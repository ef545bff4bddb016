import { dateFormat } from '#shared/domain/date-format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time as people read it, such as '21 Nov, 14:02'. */
export function moment(time: string): string {
  return MOMENT.format(new Date(time))
}

/** A length of time in its two largest units: '2 d 5 h', '12 min'; below a minute '1 min'. */
export function lengthOf(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`
  return `${Math.max(1, Math.floor(ms / MINUTE))} min`
}

/** How long ago it was, in words. */
export function ago(time: string, now: number): string {
  const age = now - Date.parse(time)
  return age < MINUTE ? 'just now' : `${lengthOf(age)} ago`
}

/** Seconds as 'h:mm:ss'. */
export function clockTime(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
