import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

const TOKEN_BYTES = 24

/** What a negotiation promised to whoever connects with its token. */
export interface Negotiation {
  readonly path: string
  readonly connectionID: string
  /** Null on a hub that needs no token. */
  readonly sessionID: string | null
}

interface ConnectionTokensOptions {
  readonly clock: Clock
  readonly lifetimeMs: number
  readonly capacity: number
}

/** A public name for a connection, or a secret for one: nobody guesses it. */
export function randomName(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Negotiations that wait for their connection. Each token works once and for a short time. */
export class ConnectionTokens {
  readonly #options: ConnectionTokensOptions
  /** In the order of issue, which is the order of expiry. */
  readonly #waiting = new Map<string, Negotiation & { readonly expiresAt: number }>()

  constructor(options: ConnectionTokensOptions) {
    this.#options = options
  }

  issue(negotiation: Negotiation): string {
    this.#forgetOld()
    const token = randomName()
    this.#waiting.set(token, { ...negotiation, expiresAt: this.#options.clock() + this.#options.lifetimeMs })
    return token
  }

  /** The token's negotiation, or null where it isn't known, was used or is too old. */
  take(token: string): Negotiation | null {
    const negotiation = this.#waiting.get(token)
    this.#waiting.delete(token)
    return negotiation && negotiation.expiresAt > this.#options.clock() ? negotiation : null
  }

  revokeSession(sessionID: string): void {
    for (const [token, negotiation] of this.#waiting) {
      if (negotiation.sessionID === sessionID) this.#waiting.delete(token)
    }
  }

  #forgetOld(): void {
    const now = this.#options.clock()
    for (const [token, { expiresAt }] of this.#waiting) {
      if (expiresAt > now && this.#waiting.size < this.#options.capacity) return
      this.#waiting.delete(token)
    }
  }
}
