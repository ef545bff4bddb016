/** What somebody does at the dialler (spec 4 §4.4.1). */
export const DIALLER_STATUSES = [
  'LOGGED_OUT',
  'READY',
  'DIALLING',
  'ON_CALL',
  'WRAP_UP',
  'PAUSED',
  'UNKNOWN',
] as const
export type DiallerStatus = (typeof DIALLER_STATUSES)[number]

/** No call is longer (spec 4 §3.3): a status that is older than that isn't known to be true any more. */
export const DIALLER_STALE_MS = 4 * 3_600_000

/** Whether somebody who does that is busy with a respondent: nobody asks them whether they still work. */
export const isDialling = (status: string): boolean => status === 'ON_CALL' || status === 'DIALLING'
