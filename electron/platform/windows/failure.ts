/**
 * Why a call of Windows gave no answer.
 * - `missing`: this Windows has no such function, or the module that calls it is missing.
 * - `denied`: Windows doesn't allow it.
 * - `notRunning`: a service of Windows that it needs doesn't run.
 * - `timeout`: it took too long, and its process was ended.
 * - `ended`: the process that calls Windows ended by itself.
 * - `failed`: anything else; `code` has Windows' error number where there is one.
 */
export const WINDOWS_FAILURE_REASONS = [
  'missing',
  'denied',
  'notRunning',
  'timeout',
  'ended',
  'failed',
] as const
export type WindowsFailureReason = (typeof WINDOWS_FAILURE_REASONS)[number]

/** Names only the call, the reason and Windows' number: what it was given may be secret. */
export class WindowsFailure extends Error {
  override readonly name = 'WindowsFailure'
  readonly call: string
  readonly reason: WindowsFailureReason
  /** Windows' error number; null where there is none. */
  readonly code: number | null

  constructor(call: string, reason: WindowsFailureReason, code: number | null = null) {
    super(`${call}: ${reason}${code === null ? '' : ` (${code})`}`)
    this.call = call
    this.reason = reason
    this.code = code
  }
}

/** ERROR_ACCESS_DENIED, ERROR_NOT_SUPPORTED, ERROR_CALL_NOT_IMPLEMENTED, ERROR_SERVICE_… not active, not there. */
const REASONS: Readonly<Record<number, WindowsFailureReason>> = {
  5: 'denied',
  50: 'missing',
  120: 'missing',
  1060: 'notRunning',
  1062: 'notRunning',
}

/** The failure for an error number of Windows. */
export function failureOf(call: string, code: number): WindowsFailure {
  return new WindowsFailure(call, REASONS[code] ?? 'failed', code)
}
