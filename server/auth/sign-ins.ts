import { randomBytes } from 'node:crypto'
import type { NextStage } from '#shared/contract/auth.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a sign-in may take from one step to the next. */
export const SIGN_IN_LIFE_MS = 10 * 60 * 1000

/** How many one-time codes a sign-in may try. */
export const CODE_TRIES = 5

/** Time for the login after a link that was confirmed just in time. */
const AFTER_LINK_MS = 2 * 60 * 1000

/** Most sign-ins in progress. Anybody can begin one, so the oldest give way. */
const SIGN_INS_MAX = 10_000

export interface SignIn {
  readonly userName: string
  /** Null for an unknown user name, which goes on like any other. */
  readonly userID: number | null
  /** The step that the key allows. */
  readonly stage: NextStage
}

/** A sign-in in progress. */
export interface FoundSignIn {
  readonly userName: string
  readonly userID: number
  readonly stage: string
  /** The link replaces the password. */
  readonly isPasswordless: boolean
  readonly isConfirmed: boolean
  /** The sign-in at a provider that replaces the password. */
  readonly ssoFlow: string | null
}

/** The link that a sign-in waits for. */
export interface SignInLink {
  readonly linkHash: string
  readonly isPasswordless: boolean
}

/** Sign-ins in progress, each under its client key (spec 1 §4.1). */
export class SignIns {
  readonly #db: Database
  readonly #clock: Clock
  readonly #max: number

  constructor(db: Database, clock: Clock, max: number = SIGN_INS_MAX) {
    this.#db = db
    this.#clock = clock
    this.#max = max
  }

  /**
   * Stores a step and answers the key for the next.
   * @param ssoFlow the sign-in at a provider that replaces the password
   */
  async begin(signIn: SignIn, link?: SignInLink, ssoFlow: string | null = null): Promise<string> {
    const now = this.#clock()
    const clientKey = randomBytes(24).toString('base64url')
    await this.#makeRoom()
    await this.#db
      .insertInto('signIns')
      .values({
        clientKey,
        ...signIn,
        isPasswordless: link?.isPasswordless || ssoFlow !== null ? 1 : 0,
        ssoFlow,
        linkHash: link?.linkHash ?? null,
        confirmedAt: null,
        wrongCodes: 0,
        createdAt: now,
        expiresAt: now + SIGN_IN_LIFE_MS,
      })
      .execute()
    return clientKey
  }

  /** The sign-in with that key, while it is in time; null also for an unknown user name. */
  async find(clientKey: string): Promise<FoundSignIn | null> {
    const row = await this.#db
      .selectFrom('signIns')
      .select(['userName', 'userID', 'stage', 'isPasswordless', 'confirmedAt', 'ssoFlow'])
      .where('clientKey', '=', clientKey)
      .where('expiresAt', '>', this.#clock())
      .executeTakeFirst()
    if (!row || row.userID === null) return null
    const { userName, userID, stage } = row
    const isConfirmed = row.confirmedAt !== null
    const { ssoFlow } = row
    return { userName, userID, stage, isPasswordless: row.isPasswordless === 1, isConfirmed, ssoFlow }
  }

  /** Uses a key up. True for one caller only, and only for the right person and step, in time. */
  async consume(
    clientKey: string,
    { userName, userID, stage }: SignIn & { userID: number },
  ): Promise<boolean> {
    const used = await this.#db
      .deleteFrom('signIns')
      .where('clientKey', '=', clientKey)
      .where('userName', '=', userName)
      .where('userID', '=', userID)
      .where('stage', '=', stage)
      .where('expiresAt', '>', this.#clock())
      .executeTakeFirst()
    return used.numDeletedRows > 0n
  }

  /**
   * Counts a code before it is checked, so that many at once get no more tries; false where there are none
   * left.
   */
  async countCode(clientKey: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('signIns')
      .set(({ eb }) => ({ wrongCodes: eb('wrongCodes', '+', 1) }))
      .where('clientKey', '=', clientKey)
      .where('wrongCodes', '<', CODE_TRIES)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Uses a link up and answers the sign-in that waited for it; null where none does. */
  async confirm(linkHash: string): Promise<{ clientKey: string; userID: number } | null> {
    const now = this.#clock()
    const row = await this.#db
      .updateTable('signIns')
      .set((eb) => ({
        linkHash: null,
        confirmedAt: now,
        expiresAt: eb
          .case()
          .when('expiresAt', '<', now + AFTER_LINK_MS)
          .then(now + AFTER_LINK_MS)
          .else(eb.ref('expiresAt'))
          .end(),
      }))
      .where('linkHash', '=', linkHash)
      .where('expiresAt', '>', now)
      .returning(['clientKey', 'userID'])
      .executeTakeFirst()
    return row?.userID == null ? null : { clientKey: row.clientKey, userID: row.userID }
  }

  /** Ends a person's sign-ins in progress, when what they were begun with has changed. */
  async forget(userID: number, db: Database = this.#db): Promise<void> {
    await db.deleteFrom('signIns').where('userID', '=', userID).execute()
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('signIns').where('expiresAt', '<=', this.#clock()).execute()
  }

  async #makeRoom(): Promise<void> {
    const { count } = await this.#db
      .selectFrom('signIns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count < this.#max) return
    // Sign-ins with a right password or a mailed link aren't pushed out by those with only a name.
    const oldest = this.#db
      .selectFrom('signIns')
      .select('clientKey')
      .where('stage', '=', 'PASSWORD')
      .orderBy('createdAt')
      .limit(1)
    await this.#db.deleteFrom('signIns').where('clientKey', 'in', oldest).execute()
  }
}
