/** Hours that a project needs, by day and by hour (spec 4 §4.5.2). */
export interface NeedFacts {
  readonly targetCompletes: number
  readonly achieved: number
  readonly interviewsPerHour: number
  /** Days on which it calls, YYYY-MM-DD; null where it isn't known. */
  readonly start: string | null
  readonly end: string | null
  /** How likely somebody is reached, by London's hour from 0 to 23; the hours in which it calls have more than none. */
  readonly reached: readonly number[]
}

const DAY_MS = 86_400_000

/**
 * Hours of work by London's hour of a day: what is left of the target at the expected rate, spread over the days left to
 * its end, and over a day by how many are reached. None outside its days, or where nothing is left.
 * @param day @param today both YYYY-MM-DD
 */
export function neededByHour(facts: NeedFacts, day: string, today: string): number[] {
  const { targetCompletes, achieved, interviewsPerHour, start, end, reached } = facts
  const none = reached.map(() => 0)
  const left = Math.max(0, targetCompletes - achieved)
  if (left === 0 || interviewsPerHour <= 0 || end === null) return none
  if (day < today || day > end || (start !== null && day < start)) return none
  const first = start !== null && start > today ? start : today
  const days = (Date.parse(end) - Date.parse(first)) / DAY_MS + 1
  const whole = reached.reduce((sum, one) => sum + one, 0)
  if (whole <= 0) return none
  const hours = left / interviewsPerHour / days
  return reached.map((one) => (hours * one) / whole)
}
