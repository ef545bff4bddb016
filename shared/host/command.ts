import type * as z from 'zod/mini'

/**
 * Why a command of the desktop host failed.
 * - `unsupported`: this system can't do it; `message` says so in words for a person.
 * - `badRequest`: the request doesn't fit the command's schema.
 * - `forbidden`: the sender isn't a window of this application.
 * - `denied`: the system or the person doesn't allow it; `message` says what would.
 * - `timeout`: it took too long and was given up.
 * - `failed`: anything else.
 */
export type HostErrorCode = 'unsupported' | 'badRequest' | 'forbidden' | 'denied' | 'timeout' | 'failed'

export interface HostError {
  readonly code: HostErrorCode
  readonly message: string
}

/** What main answers: a value or a typed error, never an exception. */
export type HostResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: HostError }

/** One command of the desktop host, declared once (spec 1 §3). */
export interface HostCommand<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Value extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly request: Request
  readonly value: Value
}

/* @__NO_SIDE_EFFECTS__ */
export function command<Request extends z.ZodMiniType, Value extends z.ZodMiniType>(
  request: Request,
  value: Value,
): HostCommand<Request, Value> {
  return { request, value }
}
