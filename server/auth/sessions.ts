import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** How long a session lasts without renewal. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000

/**
 * How long a session that was renewed still answers calls: those that were under way with its token
 * when the new one came. It can't be renewed again.
 */
export const RENEWED_GRACE_MS = 30_000

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

/** A sign-in whose sessions ended: its hub connections have to end, too. */
export interface EndedSignIn {
  readonly signInID: string
  readonly userID: number
  readonly tokenType: string
}

/** Whose sessions end. */
export interface EndingScope {
  readonly userID: number
  /** Of this type only. */
  readonly tokenType?: string
  /** All but this sign-in's. */
  readonly exceptSignInID?: string
  /** All but this device's. */
  readonly exceptDeviceID?: string
}

/** The sessions' rows: a token is as good as its row. */
export class Sessions {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async start(holder: SessionHolder): Promise<Session> {
    return this.#insert(this.#db, this.#fresh({ ...holder, signInID: randomUUID() }))
  }

  /** Starts a session and ends the person's others of its type: at any time there is one. */
  async startOnly(holder: SessionHolder): Promise<{ session: Session; ended: EndedSignIn[] }> {
    return this.#db.transaction().execute(async (transaction) => {
      const session = await this.#insert(transaction, this.#fresh({ ...holder, signInID: randomUUID() }))
      const { userID, tokenType, signInID: exceptSignInID } = session
      return { session, ended: await this.#end(transaction, { userID, tokenType, exceptSignInID }) }
    })
  }

  /** The session, while it is neither revoked nor expired; after a renewal for RENEWED_GRACE_MS more. */
  async findLive(id: string): Promise<Session | null> {
    const now = this.#clock()
    const row = await this.#db
      .selectFrom('sessions')
      .select(['id', 'signInID', 'userID', 'tokenType', 'deviceID', 'expiresAt'])
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('revokedAt', 'is', null), eb('renewedAt', '>', now - RENEWED_GRACE_MS)]))
      .where('expiresAt', '>', now)
      .executeTakeFirst()
    return row ?? null
  }

  /**
   * Ends the sign-in of the session, with what was renewed of it, and gives its id; null where it
   * had ended already.
   */
  async revoke(id: string): Promise<string | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('sessions')
        .select('signInID')
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) return null
      const { signInID } = row
      const { numUpdatedRows } = await transaction
        .updateTable('sessions')
        .set({ revokedAt: this.#clock() })
        .where('signInID', '=', signInID)
        .where('revokedAt', 'is', null)
        .executeTakeFirst()
      await transaction
        .updateTable('sessions')
        .set({ renewedAt: null })
        .where('signInID', '=', signInID)
        .execute()
      return numUpdatedRows > 0n ? signInID : null
    })
  }

  /** Ends the sessions of a person and gives the sign-ins that end with them. */
  async endAll(scope: EndingScope): Promise<EndedSignIn[]> {
    return this.#db.transaction().execute((transaction) => this.#end(transaction, scope))
  }

  /** Ends the session and starts its successor, both or neither; null where it had ended already. */
  async renew(id: string): Promise<Session | null> {
    const now = this.#clock()
    return this.#db.transaction().execute(async (transaction) => {
      const old = await transaction
        .updateTable('sessions')
        .set({ revokedAt: now, renewedAt: now })
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .returning(['signInID', 'userID', 'tokenType', 'deviceID'])
        .executeTakeFirst()
      return old ? this.#insert(transaction, this.#fresh(old)) : null
    })
  }

  /** The sign-ins of a person that are going on. */
  async signInsOf(userID: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select('signInID')
      .distinct()
      .where('userID', '=', userID)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', this.#clock())
      .execute()
    return rows.map(({ signInID }) => signInID)
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

  async #insert(db: Database, session: Session): Promise<Session> {
    await db
      .insertInto('sessions')
      .values({ ...session, createdAt: this.#clock(), revokedAt: null })
      .execute()
    return session
  }

  async #end(db: Database, scope: EndingScope): Promise<EndedSignIn[]> {
    const { userID, tokenType, exceptSignInID, exceptDeviceID } = scope
    const scoped = db
      .updateTable('sessions')
      .where('userID', '=', userID)
      .$if(tokenType !== undefined, (query) => query.where('tokenType', '=', tokenType ?? ''))
      .$if(exceptSignInID !== undefined, (query) => query.where('signInID', '!=', exceptSignInID ?? ''))
      .$if(exceptDeviceID !== undefined, (query) => query.where('deviceID', 'is not', exceptDeviceID ?? ''))
    const ended = await scoped
      .set({ revokedAt: this.#clock() })
      .where('revokedAt', 'is', null)
      .returning(['signInID', 'userID', 'tokenType'])
      .execute()
    await scoped.set({ renewedAt: null }).where('renewedAt', 'is not', null).execute()
    return ended
  }

  #fresh({ signInID, userID, tokenType, deviceID }: SessionHolder & Pick<Session, 'signInID'>): Session {
    const expiresAt = Math.floor((this.#clock() + SESSION_LIFE_MS) / 1000) * 1000
    return { id: randomUUID(), signInID, userID, tokenType, deviceID, expiresAt }
  }
}
