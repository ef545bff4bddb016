import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

const NAME_BYTES = 24

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
  /** The same on all servers of an installation. */
  readonly key: Uint8Array
}

/** A random name or secret for a connection, which can't be guessed. */
export function randomName(): string {
  return randomBytes(NAME_BYTES).toString('base64url')
}

/**
 * What connects a negotiation with its WebSocket: a signed text, so that the two may reach different servers. It is
 * valid for a short time, and only together with the access token that is asked for once more. A server takes it
 * once; whether the connection's name is taken on another one, the database says.
 */
export class ConnectionTokens {
  readonly #options: ConnectionTokensOptions
  /** Names that were taken here, in the order of their expiry. */
  readonly #taken = new Map<string, number>()

  constructor(options: ConnectionTokensOptions) {
    this.#options = options
  }

  issue({ path, connectionID, sessionID }: Negotiation): string {
    const { clock, lifetimeMs } = this.#options
    const said = JSON.stringify([path, connectionID, sessionID, clock() + lifetimeMs])
    const body = Buffer.from(said).toString('base64url')
    return `${body}.${this.#sign(body).toString('base64url')}`
  }

  /** The token's negotiation; null where it isn't ours, was used here, or is too old. */
  take(token: string): Negotiation | null {
    const [body = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const right = this.#sign(body)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    const [path, connectionID, sessionID, expiresAt] = JSON.parse(
      Buffer.from(body, 'base64url').toString('utf8'),
    ) as [string, string, string | null, number]
    const now = this.#options.clock()
    for (const [name, until] of this.#taken) {
      if (until > now) break
      this.#taken.delete(name)
    }
    if (expiresAt <= now || this.#taken.has(connectionID)) return null
    this.#taken.set(connectionID, expiresAt)
    return { path, connectionID, sessionID }
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#options.key).update(body).digest()
  }
}
