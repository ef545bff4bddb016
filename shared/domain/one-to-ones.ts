import { londonDayAfter, londonField } from './london-time.ts'

/** Talks of a person and who looks after them (spec 6 §5.1). */
export const ONE_TO_ONE_STATUSES = ['DUE', 'SCHEDULED', 'HELD', 'SIGNED', 'MISSED', 'CANCELLED'] as const
export type OneToOneStatus = (typeof ONE_TO_ONE_STATUSES)[number]

export const ONE_TO_ONE_MINUTES = { min: 15, max: 120 } as const
export const AGENDA_MAX = 2000

/** Something that was agreed on; `doneAt` null while it is open. */
export interface TalkAction {
  readonly text: string
  /** YYYY-MM-DD; null for no day. */
  readonly due: string | null
  readonly doneAt: string | null
}

/** So many days after the last one that was held, or after the start (spec 6 §17). */
const FIRST_DAYS = 14
const EVERY_DAYS = 28

/** The day by which the next one is due, YYYY-MM-DD: `last` in milliseconds since 1970, `startDay` of employment. */
export function nextDueDay(last: number | null, startDay: string | null, now: number): string {
  const day = (at: number, days: number) => londonField(londonDayAfter(at, days)).slice(0, 10)
  if (last !== null) return day(last, EVERY_DAYS)
  return startDay === null ? day(now, 0) : day(Date.parse(`${startDay}T12:00Z`), FIRST_DAYS)
}
