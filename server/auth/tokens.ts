import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { type TokenClaims, tokenClaims } from '#shared/contract/token.ts'
import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { keyringOf } from '../secrets/keyring.ts'

const ISSUER = 'fieldwork'
/** A token's audience: a hub token is no bearer token, and the other way round. */
const SESSION_AUDIENCE = 'fieldwork-session'
const HUB_AUDIENCE = 'fieldwork-hub'
const ALGORITHM = 'HS256'

/** Life of a hub token: enough to negotiate and connect. A reconnect asks for another one. */
export const HUB_TOKEN_LIFE_MS = 60_000

export interface SessionToken {
  readonly sessionID: string
  readonly claims: TokenClaims
}

const sessionPayload = z.object({ ...tokenClaims.shape, jti: z.string() })
const hubPayload = z.object({ sid: z.string() })

/** How many verified tokens are remembered, since verifying costs more than the rest of a small call. */
const READ_MAX = 2000

/** Signs and reads the server's tokens (JWT, HS256; spec 1 §3). Reading answers null for a bad one. */
export class Tokens {
  readonly #secret: Uint8Array
  readonly #clock: Clock
  readonly #read = new Map<string, SessionToken>()
  /** The permissions' numbers in tokens. */
  readonly permissionNumbers: PermissionTable

  private constructor(secret: Uint8Array, clock: Clock, permissionNumbers: PermissionTable) {
    this.#secret = secret
    this.#clock = clock
    this.permissionNumbers = permissionNumbers
  }

  static async open(
    db: Database,
    clock: Clock,
    permissionNumbers: PermissionTable = PERMISSIONS,
  ): Promise<Tokens> {
    return new Tokens((await keyringOf(db)).token, clock, permissionNumbers)
  }

  async signSession({ sessionID, claims: { iat: _, ...claims } }: SessionToken): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(SESSION_AUDIENCE)
      .setIssuedAt(new Date(this.#clock()))
      .setJti(sessionID)
      .sign(this.#secret)
  }

  async signHub(sessionID: string): Promise<string> {
    const now = this.#clock()
    return new SignJWT({ sid: sessionID })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(HUB_AUDIENCE)
      .setIssuedAt(new Date(now))
      .setExpirationTime(new Date(now + HUB_TOKEN_LIFE_MS))
      .sign(this.#secret)
  }

  async readSession(token: string): Promise<SessionToken | null> {
    const known = this.#read.get(token)
    if (known && known.claims.exp * 1000 > this.#clock()) return known
    const payload = await this.#verify(token, SESSION_AUDIENCE)
    const read = sessionPayload.safeParse(payload)
    if (!read.success) return null
    const { jti, ...claims } = read.data
    const session = { sessionID: jti, claims }
    if (this.#read.size >= READ_MAX) this.#read.clear()
    this.#read.set(token, session)
    return session
  }

  /** The session that a hub token belongs to. */
  async readHub(token: string): Promise<string | null> {
    const payload = await this.#verify(token, HUB_AUDIENCE)
    const read = hubPayload.safeParse(payload)
    return read.success ? read.data.sid : null
  }

  async #verify(token: string, audience: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        currentDate: new Date(this.#clock()),
        requiredClaims: ['exp'],
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null
      throw error
    }
  }
}
