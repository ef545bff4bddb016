/** The value that the client words as '{url} - Access denied' (spec 1 §8). */
export const ACCESS_DENIED = 'access denied'

/** A refusal: its status, and the words for the person in the body's `value` (spec 1 §8). */
export class Refusal extends Error {
  readonly status: number
  readonly value: string | undefined
  /** When to try again, for the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, value?: string, retryAfterSeconds?: number) {
    super(value ?? `refused with ${status}`)
    this.name = 'Refusal'
    this.status = status
    this.value = value
    this.retryAfterSeconds = retryAfterSeconds
  }
}
