import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { keyringOf } from '../../secrets/keyring.ts'

/** How long an address streams. A player asks for parts of a film as long as it is watched. */
const GOOD_FOR_MS = 12 * 60 * 60 * 1000

/**
 * Tokens for addresses that stream one file within one sign-in, since players can't send the bearer token.
 */
export class StreamTokens {
  readonly #secret: Buffer
  readonly #clock: Clock

  constructor(secret: Buffer, clock: Clock) {
    this.#secret = secret
    this.#clock = clock
  }

  static async open(db: Database, clock: Clock): Promise<StreamTokens> {
    return new StreamTokens(Buffer.from((await keyringOf(db)).stream), clock)
  }

  /** A token for this message's file, for the session's person. */
  issue(messageID: number, sessionID: string): string {
    const facts = `${messageID}.${sessionID}.${this.#clock() + GOOD_FOR_MS}`
    return `${facts}.${this.#sign(facts)}`
  }

  /** The content of a token; null for a foreign or expired one. */
  read(token: string): { messageID: number; sessionID: string } | null {
    const match = /^((\d{1,15})\.([\w-]{1,64})\.(\d{1,15}))\.([\w-]{43})$/.exec(token)
    if (!match) return null
    const [, facts = '', messageID, sessionID = '', until, signature = ''] = match
    const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(facts)))
    if (!isOurs || Number(until) <= this.#clock()) return null
    return { messageID: Number(messageID), sessionID }
  }

  #sign(facts: string): string {
    return createHmac('sha256', this.#secret).update(facts).digest('base64url')
  }
}
