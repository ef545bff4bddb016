import { randomBytes } from 'node:crypto'
import type { NextStage } from '#shared/contract/auth.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a sign-in may take from one step to the next. */
export const SIGN_IN_LIFE_MS = 10 * 60 * 1000

/** How many one-time codes a sign-in may try. */
export const CODE_TRIES = 5

/** Time for the login after a link that was confirmed at the last moment. */
const AFTER_LINK_MS = 2 * 60 * 1000

/** Sign-ins under way that are kept; anybody can begin one, so the oldest give way. */
const SIGN_INS_MAX = 10_000

export interface SignIn {
  readonly userName: string
  /** Null for a user name that nobody has: it goes on like any other. */
  readonly userID: number | null
  /** The step that its key opens. */
  readonly stage: NextStage
}

/** A sign-in under way, as a step finds it. */
export interface FoundSignIn {
  readonly userName: string
  readonly userID: number
  readonly stage: string
  /** The link stands in for the password. */
  readonly isPasswordless: boolean
  readonly isConfirmed: boolean
}

/** The link of a sign-in that waits for one. */
export interface SignInLink {
  readonly linkHash: string
  readonly isPasswordless: boolean
}

/** Sign-ins under way, each under its client key (spec 1 §4.1). */
export class SignIns {
  readonly #db: Database
  readonly #clock: Clock
  readonly #max: number

  constructor(db: Database, clock: Clock, max: number = SIGN_INS_MAX) {
    this.#db = db
    this.#clock = clock
    this.#max = max
  }

  /** Records a step and gives the key that opens the next. */
  async begin(signIn: SignIn, link?: SignInLink): Promise<string> {
    const now = this.#clock()
    const clientKey = randomBytes(24).toString('base64url')
    await this.#makeRoom()
    await this.#db
      .insertInto('signIns')
      .values({
        clientKey,
        ...signIn,
        isPasswordless: link?.isPasswordless ? 1 : 0,
        linkHash: link?.linkHash ?? null,
        confirmedAt: null,
        wrongCodes: 0,
        createdAt: now,
        expiresAt: now + SIGN_IN_LIFE_MS,
      })
      .execute()
    return clientKey
  }

  /** The sign-in of the key, while there is time; null also where it is of nobody. */
  async find(clientKey: string): Promise<FoundSignIn | null> {
    const row = await this.#db
      .selectFrom('signIns')
      .select(['userName', 'userID', 'stage', 'isPasswordless', 'confirmedAt'])
      .where('clientKey', '=', clientKey)
      .where('expiresAt', '>', this.#clock())
      .executeTakeFirst()
    if (!row || row.userID === null) return null
    const { userName, userID, stage } = row
    const isConfirmed = row.confirmedAt !== null
    return { userName, userID, stage, isPasswordless: row.isPasswordless === 1, isConfirmed }
  }

  /** Uses a key up: true for one caller only, and only for the right person and step in time. */
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

  /** Counts a code before it is checked, so that many at once get no more tries; false where all are spent. */
  async countCode(clientKey: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('signIns')
      .set(({ eb }) => ({ wrongCodes: eb('wrongCodes', '+', 1) }))
      .where('clientKey', '=', clientKey)
      .where('wrongCodes', '<', CODE_TRIES)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Uses a link up and gives the sign-in that waited for it; null where none does. */
  async confirm(linkHash: string): Promise<{ clientKey: string; userID: number } | null> {
    const now = this.#clock()
    const row = await this.#db
      .updateTable('signIns')
      .set(({ fn, ref, val }) => ({
        linkHash: null,
        confirmedAt: now,
        expiresAt: fn<number>('max', [ref('expiresAt'), val(now + AFTER_LINK_MS)]),
      }))
      .where('linkHash', '=', linkHash)
      .where('expiresAt', '>', now)
      .returning(['clientKey', 'userID'])
      .executeTakeFirst()
    return row?.userID == null ? null : { clientKey: row.clientKey, userID: row.userID }
  }

  /** Ends those of a person, as when what they were begun with no longer holds. */
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
    // Those that gave a right password, or wait for a link, are not pushed out by those who only gave a name.
    const oldest = this.#db
      .selectFrom('signIns')
      .select('clientKey')
      .where('stage', '=', 'PASSWORD')
      .orderBy('createdAt')
      .limit(1)
    await this.#db.deleteFrom('signIns').where('clientKey', 'in', oldest).execute()
  }
}
