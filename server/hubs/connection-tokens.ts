import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

const TOKEN_BYTES = 24

/** What a negotiation allows the holder of its token. */
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

/** A random name or secret for a connection, which can't be guessed. */
export function randomName(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Negotiations whose connection hasn't come. Each token works once and for a short time. */
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

  /** The token's negotiation; null where it is unknown, used or too old. */
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
