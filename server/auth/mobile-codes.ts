import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'

const CODE_LIFE_MS = 10 * 60_000

/** Codes by which people pair their own devices (spec 3 §7). */
export class MobileCodes {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** A new code, which replaces the person's last one. */
  async begin(userID: number): Promise<string> {
    const code = newLinkToken()
    const values = { hash: hashLinkToken(code), expiresAt: this.#clock() + CODE_LIFE_MS }
    await this.#db
      .insertInto('mobileCodes')
      .values({ userID, ...values })
      .onConflict((conflict) => conflict.column('userID').doUpdateSet(values))
      .execute()
    return code
  }

  /** Uses up a code and answers whose it is; null for a bad one. */
  async take(code: string): Promise<number | null> {
    const row = await this.#db
      .deleteFrom('mobileCodes')
      .where('hash', '=', hashLinkToken(code))
      .where('expiresAt', '>', this.#clock())
      .returning('userID')
      .executeTakeFirst()
    return row?.userID ?? null
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('mobileCodes').where('expiresAt', '<=', this.#clock()).execute()
  }
}
