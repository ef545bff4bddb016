import { outsideUnits } from './db/unit-of-work.ts'

/** Runs once, after that many milliseconds; answers what prevents it. */
export type Schedule = (ms: number, run: () => void) => () => void

/** By the process's own timers, which don't keep it alive. */
export const systemSchedule: Schedule = (ms, run) => {
  const timer = outsideUnits(() => setTimeout(run, ms)).unref()
  return () => clearTimeout(timer)
}
