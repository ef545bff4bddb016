import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { tokenType as readTokenType } from '#shared/contract/token.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { requestFacts } from '../request-facts.ts'
import { readSettings } from '../settings/settings.ts'

const HOUR_MS = 60 * 60 * 1000

/** How long a session lasts without renewal, and a sign-in however often it is renewed (spec 5 §5.1). */
async function livesOf(db: Database): Promise<{ readonly session: number; readonly longest: number }> {
  const read = await readSettings(db, ['signIn.sessionHours', 'signIn.longestHours'])
  return {
    session: read['signIn.sessionHours'] * HOUR_MS,
    longest: read['signIn.longestHours'] * HOUR_MS,
  }
}

/**
 * How long a renewed session still answers the calls that were already on their way with its token. If nobody
 * has used its successor by then, the answer with the new token may be lost: the old one goes on, and can be
 * renewed once more.
 */
export const RENEWED_GRACE_MS = 30_000

/** Uses within that time count as one, so that not every call writes. */
const USE_NOTED_MS = 60_000

/** Rows of ended sessions are deleted after this long. */
const ENDED_KEPT_MS = 30 * 24 * 60 * 60 * 1000

type TokenType = z.output<typeof readTokenType>

export interface Session {
  readonly id: string
  /** The sign-in that it belongs to. Renewed sessions and hub connections keep it. */
  readonly signInID: string
  readonly userID: number
  readonly tokenType: string
  readonly deviceID: string | null
  /** Milliseconds since 1970, in whole seconds like a token's `exp`. */
  readonly expiresAt: number
  /** When its sign-in began. */
  readonly startedAt: number
  /** It began for somebody who needs a second factor and had none (spec 5 §3.6). */
  readonly mustEnrol: boolean
}

/** What a session is started with. */
export type SessionHolder = Pick<Session, 'userID' | 'tokenType' | 'deviceID'> &
  Partial<Pick<Session, 'mustEnrol'>>

/** A sign-in as it is listed; times in milliseconds since 1970. */
export interface ListedSignIn {
  /** Of the sign-in, which stays when its token is renewed. */
  readonly id: string
  readonly tokenType: TokenType
  readonly deviceID: string | null
  readonly address: string
  readonly startedAt: number
  readonly lastUsedAt: number
}

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
  /** This sign-in's only. */
  readonly signInID?: string
  /** Those from this device only. */
  readonly deviceID?: string
}

/** Whether renewing can't extend the session, because its sign-in ends with it. */
export async function isLast(db: Database, { startedAt, expiresAt }: Session): Promise<boolean> {
  return expiresAt >= endOf(startedAt + (await livesOf(db)).longest)
}

/** A token's `exp` counts whole seconds. */
function endOf(time: number): number {
  return Math.floor(time / 1000) * 1000
}

/** The rows of sessions. A token is valid only while its row is. */
export class Sessions {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** @param db the transaction that decides whether the session may start */
  async start(holder: SessionHolder, db: Database = this.#db): Promise<Session> {
    const now = this.#clock()
    const session = await this.#insert(
      db,
      await this.#fresh(db, { ...holder, signInID: randomUUID(), startedAt: now }),
    )
    await db.updateTable('users').set({ lastSignInAt: now }).where('id', '=', holder.userID).execute()
    return session
  }

  /**
   * Starts a session and ends the person's others of its type: at any time there is one.
   * @param transaction see `start`
   */
  async startOnly(
    holder: SessionHolder,
    transaction: Database,
  ): Promise<{ session: Session; ended: EndedSignIn[] }> {
    const session = await this.start(holder, transaction)
    const { userID, tokenType, signInID: exceptSignInID } = session
    return { session, ended: await this.endAll({ userID, tokenType, exceptSignInID }, transaction) }
  }

  /** The session, unless it was revoked or has expired; after a renewal see RENEWED_GRACE_MS. */
  async findLive(id: string): Promise<Session | null> {
    const now = this.#clock()
    const row = await this.#db
      .selectFrom('sessions')
      .select(['id', 'signInID', 'userID', 'tokenType', 'deviceID', 'expiresAt', 'startedAt', 'createdAt'])
      .select(['replaces', 'lastUsedAt', 'mustEnrol'])
      .where('id', '=', id)
      .where(({ or, eb }) =>
        or([
          eb('revokedAt', 'is', null),
          eb('renewedAt', '>', now - RENEWED_GRACE_MS),
          eb('id', 'in', this.#withoutUsedSuccessor()),
        ]),
      )
      .where('expiresAt', '>', now)
      .executeTakeFirst()
    if (!row) return null
    const { replaces, createdAt, lastUsedAt, mustEnrol, ...session } = row
    if (now - (lastUsedAt ?? 0) >= USE_NOTED_MS)
      await this.#db.updateTable('sessions').set({ lastUsedAt: now }).where('id', '=', id).execute()
    if (replaces !== null)
      await this.#db.updateTable('sessions').set({ replaces: null }).where('id', '=', id).execute()
    return { ...session, startedAt: session.startedAt ?? createdAt, mustEnrol: mustEnrol === 1 }
  }

  /**
   * Whether the session was renewed, its successor was used and its grace is over: then two parties hold
   * tokens of the sign-in. Only asked for a token that is still valid.
   */
  async isReused(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('renewedAt', '<=', this.#clock() - RENEWED_GRACE_MS)
      .where('id', 'not in', this.#withoutUsedSuccessor())
      .executeTakeFirst()
    return row !== undefined
  }

  /** Ends the session's sign-in with all its renewals and answers its id; null where it had already ended. */
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

  /**
   * Ends the sessions of a person and answers their sign-ins. @param within the transaction that removes the
   * reason for them; without it, one of its own
   */
  async endAll(scope: EndingScope, within?: Database): Promise<EndedSignIn[]> {
    if (within) return this.#end(within, scope)
    return this.#db.transaction().execute((transaction) => this.#end(transaction, scope))
  }

  /**
   * Ends the session and starts its successor, both or neither; null where it had already ended. The last
   * session of a sign-in is returned unchanged.
   */
  async renew(id: string): Promise<Session | null> {
    const live = await this.findLive(id)
    if (live === null || (await isLast(this.#db, live))) return live
    const now = this.#clock()
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sessions')
        .set({ revokedAt: now, renewedAt: now })
        .where('id', '=', id)
        .where(({ or, and, eb }) =>
          or([
            eb('revokedAt', 'is', null),
            and([
              eb('renewedAt', '<=', now - RENEWED_GRACE_MS),
              eb('id', 'in', this.#withoutUsedSuccessor()),
            ]),
          ]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return null
      await transaction
        .updateTable('sessions')
        .set({ revokedAt: now, replaces: null })
        .where('replaces', '=', id)
        .execute()
      return this.#insert(transaction, await this.#fresh(transaction, live), id)
    })
  }

  /** Ends sign-ins with all their renewals. Gives those that hadn't ended. */
  async endSignIns(signInIDs: readonly string[]): Promise<EndedSignIn[]> {
    if (signInIDs.length === 0) return []
    const ended = await this.#db
      .updateTable('sessions')
      .set({ revokedAt: this.#clock() })
      .where('signInID', 'in', signInIDs)
      .where('revokedAt', 'is', null)
      .returning(['signInID', 'userID', 'tokenType'])
      .execute()
    await this.#db
      .updateTable('sessions')
      .set({ renewedAt: null })
      .where('signInID', 'in', signInIDs)
      .execute()
    return ended
  }

  /** The sign-ins of a person that haven't ended. */
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

  /** Somebody's sign-ins that haven't ended, the last used first, and when each of their devices was used last. */
  async listOf(userID: number): Promise<{ live: ListedSignIn[]; devices: ReadonlyMap<string, number> }> {
    const rows = await this.#db
      .selectFrom('sessions')
      .where('userID', '=', userID)
      .orderBy('createdAt', 'desc')
      .select(['signInID', 'tokenType', 'deviceID', 'address', 'startedAt', 'createdAt', 'lastUsedAt'])
      .select(['revokedAt', 'expiresAt'])
      .execute()
    const used = rows.map((row) => ({ ...row, lastUsedAt: Math.max(row.createdAt, row.lastUsedAt ?? 0) }))
    const now = this.#clock()
    const live = used
      .filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now)
      .map(({ signInID, startedAt, createdAt, revokedAt: _revoked, expiresAt: _expires, ...row }) => ({
        ...row,
        id: signInID,
        tokenType: readTokenType.parse(row.tokenType),
        startedAt: startedAt ?? createdAt,
      }))
      .sort((a, b) => b.lastUsedAt - a.lastUsedAt)
    const devices = new Map<string, number>()
    for (const { deviceID, lastUsedAt } of used)
      if (deviceID !== null) devices.set(deviceID, Math.max(lastUsedAt, devices.get(deviceID) ?? 0))
    return { live, devices }
  }

  /** The person of a session's sign-in, while any session of that is alive; null afterwards. */
  async holderOf(id: string): Promise<number | null> {
    const row = await this.#db
      .selectFrom('sessions as own')
      .innerJoin('sessions as live', 'live.signInID', 'own.signInID')
      .select('live.userID')
      .where('own.id', '=', id)
      .where('live.revokedAt', 'is', null)
      .where('live.expiresAt', '>', this.#clock())
      .executeTakeFirst()
    return row?.userID ?? null
  }

  /** Sign-ins whose last session expired after `since`, without a renewal. */
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

  /** Sign-ins that somebody ended at that time or later, in milliseconds since 1970. */
  async endedSince(since: number): Promise<EndedSignIn[]> {
    return (
      this.#db
        .selectFrom('sessions as gone')
        .where('gone.revokedAt', '>=', since)
        // One that was renewed goes on.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('sessions as live')
                .whereRef('live.signInID', '=', 'gone.signInID')
                .where('live.revokedAt', 'is', null)
                .select('live.id'),
            ),
          ),
        )
        .select(['gone.signInID', 'gone.userID', 'gone.tokenType'])
        .distinct()
        .execute()
    )
  }

  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('sessions')
      .where('expiresAt', '<', this.#clock() - ENDED_KEPT_MS)
      .execute()
  }

  /** Renewed sessions whose successor nobody has used. */
  #withoutUsedSuccessor() {
    return this.#db
      .selectFrom('sessions as successors')
      .select(({ ref }) => ref('successors.replaces').$castTo<string>().as('replaced'))
      .where('successors.replaces', 'is not', null)
      .where('successors.revokedAt', 'is', null)
  }

  async #insert(db: Database, session: Session, replaces: string | null = null): Promise<Session> {
    await db
      .insertInto('sessions')
      .values({
        ...{ ...session, replaces, createdAt: this.#clock(), revokedAt: null },
        mustEnrol: session.mustEnrol ? 1 : 0,
        address: requestFacts().address,
      })
      .execute()
    return session
  }

  async #end(db: Database, scope: EndingScope): Promise<EndedSignIn[]> {
    const { userID, tokenType, exceptSignInID, exceptDeviceID, signInID, deviceID } = scope
    const scoped = db
      .updateTable('sessions')
      .where('userID', '=', userID)
      .$if(tokenType !== undefined, (query) => query.where('tokenType', '=', tokenType ?? ''))
      .$if(exceptSignInID !== undefined, (query) => query.where('signInID', '!=', exceptSignInID ?? ''))
      .$if(exceptDeviceID !== undefined, (query) =>
        query.where('deviceID', 'is distinct from', exceptDeviceID ?? ''),
      )
      .$if(signInID !== undefined, (query) => query.where('signInID', '=', signInID ?? ''))
      .$if(deviceID !== undefined, (query) => query.where('deviceID', '=', deviceID ?? ''))
    const ended = await scoped
      .set({ revokedAt: this.#clock() })
      .where('revokedAt', 'is', null)
      .returning(['signInID', 'userID', 'tokenType'])
      .execute()
    await scoped.set({ renewedAt: null }).where('renewedAt', 'is not', null).execute()
    return ended
  }

  async #fresh(
    db: Database,
    holder: SessionHolder & Pick<Session, 'signInID' | 'startedAt'>,
  ): Promise<Session> {
    const { signInID, userID, tokenType, deviceID, startedAt, mustEnrol = false } = holder
    const { session, longest } = await livesOf(db)
    const expiresAt = endOf(Math.min(this.#clock() + session, startedAt + longest))
    return { id: randomUUID(), signInID, userID, tokenType, deviceID, expiresAt, startedAt, mustEnrol }
  }
}
