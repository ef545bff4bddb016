import { londonDayAfter, londonField, momentOfField, startOfLondonDay } from './london-time.ts'

/** When a background service runs by itself; times of day are London's, HH:MM. */
export type ServiceSchedule =
  | { readonly every: number }
  | { readonly dailyAt: string }
  /** 0 is Sunday. */
  | { readonly weekday: number; readonly at: string }

/** What a service is doing (spec 5 §5.2). */
export const SERVICE_STATES = ['IDLE', 'RUNNING', 'PAUSED', 'FAILED', 'OFF'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

/** How a run ended. LOST: the server ended while it ran. */
export const RUN_OUTCOMES = ['DONE', 'FAILED', 'LOST'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** So many failures in a row raise a system flag. */
export const FAILURES_TOLD = 3
/** So many runs of a service can be looked at. */
export const RUNS_SHOWN = 100
export const PAUSE_REASON_MAX = 200

const MINUTE_MS = 60_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The weekday of a London day; 0 is Sunday. */
const weekdayOf = (at: number) => new Date(`${londonField(at).slice(0, 10)}T12:00:00Z`).getUTCDay()

/** The first moment after `after` at which the service is due; both in milliseconds since 1970. */
export function nextRun(schedule: ServiceSchedule, after: number): number {
  if ('every' in schedule) return after + schedule.every * MINUTE_MS
  const time = 'dailyAt' in schedule ? schedule.dailyAt : schedule.at
  for (let days = 0; ; days++) {
    const day = londonDayAfter(startOfLondonDay(after), days)
    const due = momentOfField(`${londonField(day).slice(0, 10)}T${time}`)
    if (due > after && ('dailyAt' in schedule || weekdayOf(day) === schedule.weekday)) return due
  }
}

/** Such as 'Every 5 minutes', 'Daily at 02:00', 'Mondays at 03:00'. */
export function scheduleWords(schedule: ServiceSchedule): string {
  if ('dailyAt' in schedule) return `Daily at ${schedule.dailyAt}`
  if ('at' in schedule) return `${WEEKDAYS[schedule.weekday]}s at ${schedule.at}`
  if (schedule.every === 1) return 'Every minute'
  if (schedule.every === 60) return 'Every hour'
  return schedule.every % 60 === 0 ? `Every ${schedule.every / 60} hours` : `Every ${schedule.every} minutes`
}
