/**
 * The season that decorates the sign-in screen (spec 1 §2.3). The documents name no dates; these are ours.
 */
export type Season =
  | 'NEW_YEAR'
  | 'SPRING'
  | 'EASTER'
  | 'SUMMER'
  | 'AUTUMN'
  | 'HALLOWEEN'
  | 'BONFIRE'
  | 'CHRISTMAS'

/** First and last day of each, as month × 100 + day. Where two overlap, the first of the list counts. */
const FIXED: readonly (readonly [Season, number, number])[] = [
  ['NEW_YEAR', 101, 106],
  ['HALLOWEEN', 1025, 1031],
  ['BONFIRE', 1101, 1106],
  ['CHRISTMAS', 1201, 1231],
  ['SPRING', 301, 531],
  ['SUMMER', 601, 831],
  ['AUTUMN', 901, 1024],
]

const DAY_MS = 24 * 60 * 60 * 1000

/** The season of a day by its local calendar; null on days without one. */
export function seasonOf(date: Date): Season | null {
  const year = date.getFullYear()
  if (isEaster(year, date.getMonth(), date.getDate())) return 'EASTER'
  const day = (date.getMonth() + 1) * 100 + date.getDate()
  return FIXED.find(([, first, last]) => first <= day && day <= last)?.[0] ?? null
}

/** From Good Friday to Easter Monday. Months count from 0. */
function isEaster(year: number, month: number, day: number): boolean {
  const sunday = easterSunday(year)
  const days = (Date.UTC(year, month, day) - Date.UTC(year, sunday.month, sunday.day)) / DAY_MS
  return days >= -2 && days <= 1
}

/** Easter Sunday in the Gregorian calendar (Meeus/Jones/Butcher). The month counts from 0. */
export function easterSunday(year: number): { month: number; day: number } {
  const cycle = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * cycle + century - Math.floor(century / 4) - moonShift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.floor((cycle + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * correction + 114
  return { month: Math.floor(days / 31) - 1, day: (days % 31) + 1 }
}
