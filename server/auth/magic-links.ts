import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { magicLinkLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Account } from './accounts.ts'
import type { Place } from './known-places.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'
import type { RequestLimiter } from './request-limiter.ts'
import type { Sealer } from './sealer.ts'
import { SIGN_IN_LIFE_MS, type SignIns } from './sign-ins.ts'

export interface MagicLinkOptions {
  readonly db: Database
  readonly clock: Clock
  readonly signIns: SignIns
  readonly sealer: Sealer
  readonly outbox: Outbox
  readonly mailLimiter: RequestLimiter
}

export interface MagicLinkRequest {
  readonly account: Account
  readonly isPasswordless: boolean
  /** The origin of the mailed link. */
  readonly origin: string
  readonly place: Place
}

/** Sign-ins that wait for a mailed link (spec 1 §4.1). A link works once, within the time of its sign-in. */
export class MagicLinks {
  readonly #options: MagicLinkOptions

  constructor(options: MagicLinkOptions) {
    this.#options = options
  }

  /**
   * Mails a link and answers the key of the sign-in that waits for it. @throws Refusal 429 where the person
   * was sent too many.
   */
  async begin({ account, isPasswordless, origin, place }: MagicLinkRequest): Promise<string> {
    const { clock, signIns, outbox, mailLimiter } = this.#options
    const { id: userID, userName, displayName, email } = account
    if (email === null) throw new Error('A magic link for somebody without a mail address')
    await mailLimiter.take(userName, place)
    const token = newLinkToken()
    const clientKey = await signIns.begin(
      { userName, userID, stage: 'CONFIRM_MAGIC_LINK' },
      { linkHash: hashLinkToken(token), isPasswordless },
    )
    const link = `${origin}/public/magic-link/validate/${token}`
    const good = { href: link, minutes: SIGN_IN_LIFE_MS / 60_000, endsAt: clock() + SIGN_IN_LIFE_MS }
    await outbox.post(magicLinkLetter({ email, displayName, userID }, good))
    return clientKey
  }

  /** Uses the link up and answers the sign-in that continues; null for a bad link. */
  async confirm(token: string): Promise<{ clientKey: string; userName: string } | null> {
    const confirmed = await this.#options.signIns.confirm(hashLinkToken(token))
    if (!confirmed) return null
    const person = await this.#options.db
      .selectFrom('users')
      .select('userName')
      .where('id', '=', confirmed.userID)
      .where('isActive', '=', 1)
      .executeTakeFirst()
    return person ? { clientKey: confirmed.clientKey, userName: person.userName } : null
  }

  /**
   * The key that the waiting window sends with its login. It is computed from the client key and a secret of
   * the server, so it isn't stored and stays the same after a restart. It is valid after the link was
   * confirmed, until its sign-in is used up.
   */
  keyOf(clientKey: string): string {
    return this.#options.sealer.hash(clientKey, 'magic key')
  }

  isKeyOf(clientKey: string, key: string): boolean {
    const [own, given] = [Buffer.from(this.keyOf(clientKey)), Buffer.from(key)]
    return own.length === given.length && timingSafeEqual(own, given)
  }
}
