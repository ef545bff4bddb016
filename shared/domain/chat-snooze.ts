const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The hour at which 'until tomorrow' ends, by the local clock. Ours. */
const MORNING_HOUR = 8

/** For how long a conversation may be snoozed (spec 2 §4 names no lengths; these are ours). */
export const SNOOZE_CHOICES = ['30-minutes', '1-hour', 'tomorrow', '1-week'] as const
export type SnoozeChoice = (typeof SNOOZE_CHOICES)[number]

/** The end of a snooze that begins now; both in milliseconds since 1970. */
export function snoozeEnd(choice: SnoozeChoice, now: number): number {
  switch (choice) {
    case '30-minutes':
      return now + 30 * MINUTE_MS
    case '1-hour':
      return now + HOUR_MS
    case '1-week':
      return now + 7 * DAY_MS
    case 'tomorrow': {
      const day = new Date(now)
      return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).getTime()
    }
  }
}

/** A conversation counts as snoozed while its snooze's end is in the future (spec 2 §4). */
export function isSnoozed(end: number | undefined, now: number): boolean {
  return end !== undefined && end > now
}
