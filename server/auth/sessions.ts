import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a session lasts without renewal. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000

/** Ended sessions are kept this long before their rows go. */
const ENDED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

export interface Session {
  readonly id: string
  /** The sign-in that it came from: a renewed session keeps it, and so do its hub connections. */
  readonly signInID: string
  readonly userID: number
  readonly tokenType: string
  readonly deviceID: string | null
  /** Milliseconds since 1970, a whole second: a token's `exp` says it without rounding. */
  readonly expiresAt: number
}

/** What a session is started with. */
export type SessionHolder = Pick<Session, 'userID' | 'tokenType' | 'deviceID'>

/** The sessions' rows: a token is as good as its row. */
export class Sessions {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async start(holder: SessionHolder): Promise<Session> {
    const session = this.#fresh({ ...holder, signInID: randomUUID() })
    await this.#db
      .insertInto('sessions')
      .values({ ...session, createdAt: this.#clock(), revokedAt: null })
      .execute()
    return session
  }

  /** The session, while it is neither revoked nor expired. */
  async findLive(id: string): Promise<Session | null> {
    const row = await this.#db
      .selectFrom('sessions')
      .select(['id', 'signInID', 'userID', 'tokenType', 'deviceID', 'expiresAt'])
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', this.#clock())
      .executeTakeFirst()
    return row ?? null
  }

  /** Ends the session and gives the sign-in that ends with it; null where it had ended already. */
  async revoke(id: string): Promise<string | null> {
    const ended = await this.#db
      .updateTable('sessions')
      .set({ revokedAt: this.#clock() })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('signInID')
      .executeTakeFirst()
    return ended?.signInID ?? null
  }

  /** Ends the session and starts its successor, both or neither; null where it had ended already. */
  async renew(id: string): Promise<Session | null> {
    const now = this.#clock()
    return this.#db.transaction().execute(async (transaction) => {
      const old = await transaction
        .updateTable('sessions')
        .set({ revokedAt: now })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returning(['signInID', 'userID', 'tokenType', 'deviceID'])
        .executeTakeFirst()
      if (!old) return null
      const session = this.#fresh(old)
      await transaction
        .insertInto('sessions')
        .values({ ...session, createdAt: now, revokedAt: null })
        .execute()
      return session
    })
  }

  /** Sign-ins whose last session ran out after `since` and by now, without a renewal. */
  async expiredSince(since: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select('signInID')
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', since)
      .where('expiresAt', '<=', this.#clock())
      .execute()
    return rows.map(({ signInID }) => signInID)
  }

  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('sessions')
      .where('expiresAt', '<', this.#clock() - ENDED_KEPT_MS)
      .execute()
  }

  #fresh({ signInID, userID, tokenType, deviceID }: SessionHolder & Pick<Session, 'signInID'>): Session {
    const expiresAt = Math.floor((this.#clock() + SESSION_LIFE_MS) / 1000) * 1000
    return { id: randomUUID(), signInID, userID, tokenType, deviceID, expiresAt }
  }
}
