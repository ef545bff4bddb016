/** Hours that a project needs, by day and by hour (spec 4 §4.5.2). */
export interface NeedFacts {
  /** Hours of work that what is left takes (forecast.ts: hoursNeeded). */
  readonly hours: number
  /** Its first and last day, YYYY-MM-DD; null where it isn't known. */
  readonly start: string | null
  readonly end: string | null
  /** How likely somebody is reached, by London's hour from 0 to 23; the hours in which it calls have more than none. */
  readonly reached: readonly number[]
  /** Whether it calls on a day. */
  readonly isCallingDay?: (day: string) => boolean
}

const DAY_MS = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/**
 * Hours of work by London's hour of a day: what is needed, spread over the days left to its end on which it calls, and
 * over a day by how many are reached. None outside its days, or where nothing is left.
 * @param day @param today both YYYY-MM-DD
 */
export function neededByHour(facts: NeedFacts, day: string, today: string): number[] {
  const { hours, start, end, reached, isCallingDay = () => true } = facts
  const none = reached.map(() => 0)
  if (hours <= 0 || end === null) return none
  if (day < today || day > end || (start !== null && day < start) || !isCallingDay(day)) return none
  const whole = reached.reduce((sum, one) => sum + one, 0)
  if (whole <= 0) return none
  let days = 0
  for (let at = start !== null && start > today ? start : today; at <= end; at = dayAfter(at))
    if (isCallingDay(at)) days += 1
  return reached.map((one) => (hours * one) / days / whole)
}
