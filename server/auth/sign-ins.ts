import { randomBytes } from 'node:crypto'
import type { NextStage } from '#shared/contract/auth.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a sign-in may take from one step to the next. */
export const SIGN_IN_LIFE_MS = 10 * 60 * 1000

/** Sign-ins under way that are kept; anybody can begin one, so the oldest give way. */
const SIGN_INS_MAX = 10_000

export interface SignIn {
  readonly userName: string
  /** Null for a user name that nobody has: it goes on like any other. */
  readonly userID: number | null
  /** The step that its key opens. */
  readonly stage: NextStage
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
  async begin(signIn: SignIn): Promise<string> {
    const now = this.#clock()
    const clientKey = randomBytes(24).toString('base64url')
    await this.#makeRoom()
    await this.#db
      .insertInto('signIns')
      .values({ clientKey, ...signIn, createdAt: now, expiresAt: now + SIGN_IN_LIFE_MS })
      .execute()
    return clientKey
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

  async purge(): Promise<void> {
    await this.#db.deleteFrom('signIns').where('expiresAt', '<=', this.#clock()).execute()
  }

  async #makeRoom(): Promise<void> {
    const { count } = await this.#db
      .selectFrom('signIns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count < this.#max) return
    // Those that gave a right password are not pushed out by those who only gave a name.
    const oldest = this.#db
      .selectFrom('signIns')
      .select('clientKey')
      .where('stage', '=', 'PASSWORD')
      .orderBy('createdAt')
      .limit(1)
    await this.#db.deleteFrom('signIns').where('clientKey', 'in', oldest).execute()
  }
}
