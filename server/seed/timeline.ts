import { LOCALE } from '#shared/domain/locale.ts'
import type { Random } from './random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How busy each hour of a day is, from midnight, in UTC. */
const HOURS = [0, 0, 0, 0, 0, 0, 0, 0.2, 0.6, 1, 1, 1, 0.8, 0.9, 1, 1, 1.1, 1.3, 1.5, 1.4, 0.9, 0.2, 0, 0]
/** How busy each day of a week is, from Sunday. */
const WEEK = [0.15, 1, 1, 1, 1, 0.95, 0.4]

/**
 * Draws times of work between two points in time (milliseconds since 1970): mostly on weekdays,
 * hardly on Sundays, never at night.
 */
export function createTimeline(from: number, to: number): (random: Random) => number {
  const starts: number[] = []
  const sums: number[] = []
  let sum = 0
  for (let start = Math.ceil(from / HOUR) * HOUR; start + HOUR <= to; start += HOUR) {
    const date = new Date(start)
    const weight = (HOURS[date.getUTCHours()] ?? 0) * (WEEK[date.getUTCDay()] ?? 0)
    if (weight === 0) continue
    sum += weight
    starts.push(start)
    sums.push(sum)
  }
  return (random) => {
    const drawn = random.next() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > drawn) high = middle
      else low = middle + 1
    }
    return (starts[low] ?? to - HOUR) + Math.floor(random.next() * HOUR)
  }
}

const RELATIVE = /\{([+-]\d+)\}/g

/**
 * Writes `{+90}`, an hour and a half after the start, as a time of day on a quarter of an hour;
 * what would be late in the evening is next morning.
 */
export function clockTimes(text: string, start: number): string {
  return text.replace(RELATIVE, (_, minutes: string) => {
    const quarter = 15 * MINUTE
    const date = new Date(Math.round((start + Number(minutes) * MINUTE) / quarter) * quarter)
    const hour = date.getUTCHours()
    if (hour >= 21 || hour < 7) return minutes.startsWith('+') ? '9:30 tomorrow' : '20:45'
    return `${hour}:${String(date.getUTCMinutes()).padStart(2, '0')}`
  })
}

/** 'Morning', 'Afternoon' or 'Evening'. */
export function greetingAt(time: number): string {
  const hour = new Date(time).getUTCHours()
  if (hour < 12) return 'Morning'
  return hour < 17 ? 'Afternoon' : 'Evening'
}

/** The first Monday after the time, as '23 Nov'. */
export function nextMonday(time: number): string {
  const daysAhead = (8 - new Date(time).getUTCDay()) % 7 || 7
  return new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    time + daysAhead * DAY,
  )
}
