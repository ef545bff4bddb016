export type ProgressTone = 'red' | 'amber' | 'green'

/** Progress below these, in percent, is red or amber (spec 3 §4). */
const AMBER_FROM = 65
const GREEN_FROM = 86

/** The colour of progress in percent: red below 65, amber below 86, else green (spec 3 §4). */
export function progressTone(percent: number): ProgressTone {
  if (percent >= GREEN_FROM) return 'green'
  return percent >= AMBER_FROM ? 'amber' : 'red'
}
