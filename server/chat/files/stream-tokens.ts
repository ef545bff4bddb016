import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { settingOrFirst } from '../../db/settings.ts'

/** How long an address streams: a player asks for parts of a film as long as it is watched. */
const GOOD_FOR_MS = 12 * 60 * 60 * 1000
const SECRET_SETTING = 'chat.streamSecret'

/** Addresses that stream one person one file: players can't send the bearer token. */
export class StreamTokens {
  readonly #secret: Buffer
  readonly #clock: Clock

  constructor(secret: Buffer, clock: Clock) {
    this.#secret = secret
    this.#clock = clock
  }

  static async open(db: Database, clock: Clock): Promise<StreamTokens> {
    const secret = await settingOrFirst(db, SECRET_SETTING, randomBytes(32).toString('base64url'))
    return new StreamTokens(Buffer.from(secret, 'base64url'), clock)
  }

  /** For the file of this message, to this person. */
  issue(messageID: number, userID: number): string {
    const facts = `${messageID}.${userID}.${this.#clock() + GOOD_FOR_MS}`
    return `${facts}.${this.#sign(facts)}`
  }

  /** What a token says; null for one that is not of here, or over. */
  read(token: string): { messageID: number; userID: number } | null {
    const match = /^((\d{1,15})\.(-?\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/.exec(token)
    if (!match) return null
    const [, facts = '', messageID, userID, until, signature = ''] = match
    const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(facts)))
    if (!isOurs || Number(until) <= this.#clock()) return null
    return { messageID: Number(messageID), userID: Number(userID) }
  }

  #sign(facts: string): string {
    return createHmac('sha256', this.#secret).update(facts).digest('base64url')
  }
}
