/** How long a request waits, as Resource home counts them: less than a day, up to 3 days, longer (spec 4 §4.5.1). */
export const WAITING_AGES = ['today', 'days', 'older'] as const
export type WaitingAge = (typeof WAITING_AGES)[number]

const DAY_MS = 24 * 3_600_000
const OLDER_DAYS = 3

/** @param askedAt in milliseconds, as is `now` */
export function waitingAge(askedAt: number, now: number): WaitingAge {
  const days = (now - askedAt) / DAY_MS
  return days < 1 ? 'today' : days < OLDER_DAYS ? 'days' : 'older'
}
