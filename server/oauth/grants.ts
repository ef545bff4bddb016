import { createHash } from 'node:crypto'
import type { AccessGrant } from '#shared/contract/oauth.ts'
import type { Scope } from '#shared/domain/oauth.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { scopesIn } from './clients.ts'

/** How long a code waits for its app, and how long tokens are good: in milliseconds. */
export const CODE_LIFE_MS = 60_000
export const ACCESS_LIFE_MS = 60 * 60_000
export const REFRESH_LIFE_MS = 60 * 24 * 60 * 60_000
/** Uses within that time count as one, so that not every call writes. */
const USE_NOTED_MS = 60_000
/** Codes and tokens are remembered that long after they ended: one that comes back ends the access. */
const ENDED_KEPT_MS = 24 * 60 * 60_000

const ACCESS_MARK = 'fwa_'
const REFRESH_MARK = 'fwr_'
export const MAY_GIVE_ACCESS = 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  readonly scopes: string
}

interface Consent {
  readonly userID: number
  readonly clientID: string
  readonly redirectURI: string
  readonly scopes: readonly Scope[]
  readonly codeChallenge: string
}

interface CodeUse {
  readonly code: string
  readonly clientID: string
  readonly redirectURI: string
  readonly codeVerifier: string
}

/** SHA-256 of the verifier, as RFC 7636 §4.2 wants it. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/**
 * Ends all access that the person gave: with a new password, an account that is shut, and signing out
 * everywhere. Whoever had got in may have given it (docs/decisions/sign-in.md).
 * @param db the transaction in which that happens
 */
export async function endAccessOf(db: Database, userID: number, now: number): Promise<void> {
  await db
    .updateTable('oauthGrants')
    .set({ revokedAt: now })
    .where('userID', '=', userID)
    .where('revokedAt', 'is', null)
    .execute()
}

/** What the person allowed and the app may still ask for. */
const scopesNow = ({ scopes, allowed }: { scopes: string; allowed: string }): Scope[] =>
  scopesIn(scopes).filter((scope) => scopesIn(allowed).includes(scope))

/** What people allow others' apps: codes, tokens and their ends (RFC 6749, 7636; decisions, 'OAuth for third-party apps'). */
export class Grants {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Notes what the person allows; answers the code that the app comes for it with. */
  async consent({ userID, clientID, redirectURI, scopes, codeChallenge }: Consent): Promise<string> {
    const code = newLinkToken()
    const now = this.#clock()
    await this.#db.transaction().execute(async (trx) => {
      const grant = { userID, clientID, scopes: scopes.join(' '), grantedAt: now }
      const { id } = await trx
        .insertInto('oauthGrants')
        .values({ ...grant, lastUsedAt: null, revokedAt: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const kept = { hash: hashLinkToken(code), grantID: id, redirectURI, challenge: codeChallenge }
      await trx
        .insertInto('oauthCodes')
        .values({ ...kept, expiresAt: now + CODE_LIFE_MS, usedAt: null })
        .execute()
    })
    return code
  }

  /** Tokens for a code; null where it isn't good. One that comes back ends what it gave (RFC 6749 §4.1.2). */
  async redeem({ code, clientID, redirectURI, codeVerifier }: CodeUse): Promise<TokenPair | null> {
    const now = this.#clock()
    const hash = hashLinkToken(code)
    return this.#db.transaction().execute(async (trx) => {
      const row = await this.#standing(trx)
        .innerJoin('oauthCodes as code', 'code.grantID', 'grant.id')
        .where('code.hash', '=', hash)
        .where('grant.clientID', '=', clientID)
        .select(['grant.id', 'grant.scopes', 'client.scopes as allowed'])
        .select(['code.redirectURI', 'code.challenge'])
        .select(['code.expiresAt', 'code.usedAt'])
        .executeTakeFirst()
      if (!row) return null
      if (row.usedAt !== null) return this.#end(trx, row.id)
      if (row.expiresAt <= now || row.redirectURI !== redirectURI) return null
      if (row.challenge !== challengeOf(codeVerifier)) return null
      const { numUpdatedRows } = await trx
        .updateTable('oauthCodes')
        .set({ usedAt: now })
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n ? this.#issue(trx, row) : this.#end(trx, row.id)
    })
  }

  /**
   * New tokens for a refresh token, which is good once; null where it isn't good. Of two who hold one, one
   * isn't the app, and nothing tells which: the access ends for both.
   */
  async refresh(refreshToken: string, clientID: string): Promise<TokenPair | null> {
    const now = this.#clock()
    const hash = hashLinkToken(refreshToken)
    return this.#db.transaction().execute(async (trx) => {
      const row = await this.#standing(trx)
        .innerJoin('oauthTokens as token', 'token.grantID', 'grant.id')
        .where('token.hash', '=', hash)
        .where('token.kind', '=', 'REFRESH')
        .where('grant.clientID', '=', clientID)
        .select(['grant.id', 'grant.scopes', 'client.scopes as allowed', 'token.expiresAt', 'token.usedAt'])
        .executeTakeFirst()
      if (!row) return null
      if (row.usedAt !== null) return this.#end(trx, row.id)
      if (row.expiresAt <= now) return null
      const { numUpdatedRows } = await trx
        .updateTable('oauthTokens')
        .set({ usedAt: now })
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n) return this.#end(trx, row.id)
      await trx.deleteFrom('oauthTokens').where('grantID', '=', row.id).where('kind', '=', 'ACCESS').execute()
      return this.#issue(trx, row)
    })
  }

  /** The app says that it needs its access no more (RFC 7009), by either of its tokens. */
  async giveUp(token: string, clientID: string): Promise<void> {
    const row = await this.#standing(this.#db)
      .innerJoin('oauthTokens as token', 'token.grantID', 'grant.id')
      .where('token.hash', '=', hashLinkToken(token))
      .where('grant.clientID', '=', clientID)
      .select('grant.id')
      .executeTakeFirst()
    if (row) await this.#end(this.#db, row.id)
  }

  /**
   * Who an app calls for, by its Authorization header: the person with the permissions that they have now. Null
   * where it isn't good any more, or the person may not give access any more.
   * @param scope what the call declares; null where it is for no app
   * @throws Refusal 403 where the person didn't allow that
   */
  async callerOf(authorization: string | undefined, scope: Scope | null): Promise<Caller | null> {
    const token = /^Bearer +(fwa_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return null
    const now = this.#clock()
    const row = await this.#standing(this.#db)
      .innerJoin('oauthTokens as token', 'token.grantID', 'grant.id')
      .where('token.hash', '=', hashLinkToken(token))
      .where('token.kind', '=', 'ACCESS')
      .where('token.expiresAt', '>', now)
      .select(['grant.id', 'grant.userID', 'grant.scopes', 'client.scopes as allowed'])
      .select(['grant.lastUsedAt', 'token.expiresAt'])
      .executeTakeFirst()
    const person = row && (await findPerson(this.#db, row.userID, now))
    if (!row || !person?.permissions.can(MAY_GIVE_ACCESS)) return null
    if (scope === null || !scopesNow(row).includes(scope)) throw new Refusal(403, 'oauth.scopeMissing')
    if (now - (row.lastUsedAt ?? 0) >= USE_NOTED_MS)
      await this.#db.updateTable('oauthGrants').set({ lastUsedAt: now }).where('id', '=', row.id).execute()
    const { userID, userName, displayName, permissions, manager, role, userType } = person
    const claims = {
      ...{ userId: userID, interviewerNameId: displayName, name: displayName, userName, manager, role },
      ...{ userType, allowedPermissions: '', tokenType: 'OTHER' as const },
      exp: Math.floor(row.expiresAt / 1000),
    }
    return { sessionID: `app ${row.id}`, userID, userName, displayName, permissions, claims }
  }

  /** What the person has given and what can still be used. */
  async of(userID: number): Promise<AccessGrant[]> {
    const rows = await this.#kept(this.#db)
      .where('grant.userID', '=', userID)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('oauthTokens')
            .whereRef('oauthTokens.grantID', '=', 'grant.id')
            .where('kind', '=', 'REFRESH')
            .where('usedAt', 'is', null)
            .where('expiresAt', '>', this.#clock())
            .select('hash'),
        ),
      )
      .select(['grant.id', 'client.name as appName', 'grant.scopes', 'client.scopes as allowed'])
      .select(['grant.grantedAt', 'grant.lastUsedAt', 'client.disabledAt'])
      .orderBy('grant.id', 'desc')
      .execute()
    return rows.map(({ id, appName, scopes, allowed, grantedAt, lastUsedAt, disabledAt }) => ({
      id,
      appName,
      scopes: scopesNow({ scopes, allowed }),
      isDisabled: disabledAt !== null,
      grantedAt: new Date(grantedAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }))
  }

  /** @throws Refusal 400 where the person gave none by that id that stands. */
  async revoke(userID: number, id: number): Promise<void> {
    const own = await this.#kept(this.#db)
      .where('grant.id', '=', id)
      .where('grant.userID', '=', userID)
      .select('grant.id')
      .executeTakeFirst()
    if (!own) throw new Refusal(400, 'oauth.noGrant')
    await this.#end(this.#db, id)
  }

  /** Forgets what is over; what people gave whose account is shut ends for good. */
  async purge(): Promise<void> {
    const shut = this.#db.selectFrom('users').where('isActive', '=', 0).select('id')
    await this.#db
      .updateTable('oauthGrants')
      .set({ revokedAt: this.#clock() })
      .where('revokedAt', 'is', null)
      .where('userID', 'in', shut)
      .execute()
    const before = this.#clock() - ENDED_KEPT_MS
    await this.#db.deleteFrom('oauthCodes').where('expiresAt', '<', before).execute()
    await this.#db.deleteFrom('oauthTokens').where('expiresAt', '<', before).execute()
  }

  /** That can be used now: its app isn't switched off, and its person may still sign in. */
  #standing(db: Database) {
    return this.#kept(db)
      .innerJoin('users as person', 'person.id', 'grant.userID')
      .where('person.isActive', '=', 1)
      .where('client.disabledAt', 'is', null)
  }

  /** Access that was neither revoked nor ended with its app. */
  #kept(db: Database) {
    return db
      .selectFrom('oauthGrants as grant')
      .innerJoin('oauthClients as client', 'client.id', 'grant.clientID')
      .where('grant.revokedAt', 'is', null)
      .where('client.endedAt', 'is', null)
  }

  async #issue(
    trx: Database,
    { id, ...row }: { id: number; scopes: string; allowed: string },
  ): Promise<TokenPair> {
    const now = this.#clock()
    const accessToken = ACCESS_MARK + newLinkToken()
    const refreshToken = REFRESH_MARK + newLinkToken()
    const kept = (token: string, kind: 'ACCESS' | 'REFRESH', life: number) => ({
      hash: hashLinkToken(token),
      grantID: id,
      kind,
      expiresAt: now + life,
      usedAt: null,
    })
    await trx
      .insertInto('oauthTokens')
      .values([kept(accessToken, 'ACCESS', ACCESS_LIFE_MS), kept(refreshToken, 'REFRESH', REFRESH_LIFE_MS)])
      .execute()
    return { accessToken, refreshToken, scopes: scopesNow(row).join(' ') }
  }

  async #end(db: Database, id: number): Promise<null> {
    await db.updateTable('oauthGrants').set({ revokedAt: this.#clock() }).where('id', '=', id).execute()
    return null
  }
}
