import { tokenType } from '#shared/contract/token.ts'
import { isMobileRefused } from '#shared/domain/session.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { HubIdentity } from '../hubs/types.ts'
import { Refusal } from '../refusal.ts'
import { findPerson, type Person } from './people.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { hasToEnrol } from './two-factor.ts'

export interface AuthenticatorServices {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly sessions: Sessions
  /** A sign-in was ended because two parties held its tokens. */
  readonly onReuse?: (signInID: string) => void
}

/** Finds who a token belongs to. It checks the signature, the session's row and the person's account. */
export class Authenticator {
  readonly #services: AuthenticatorServices

  constructor(services: AuthenticatorServices) {
    this.#services = services
  }

  /**
   * The caller of a request by its Authorization header; null where it names no live session.
   * Who has to set up a second factor first is marked so; what they may reach the caller decides.
   *
   * @throws Refusal 403 for a mobile session of who may not use the mobile app.
   */
  async authenticate(authorization: string | undefined): Promise<Caller | null> {
    const token = authorization?.match(/^Bearer +([\w.~+/=-]+)$/i)?.[1]
    const read = token === undefined ? null : await this.#services.tokens.readSession(token)
    if (!read) return null
    const found = await this.#find(read.sessionID)
    if (!found) await this.#endReused(read.sessionID)
    if (found?.isRefused) throw new Refusal(403, 'session.invalidMobile')
    return (
      found && {
        ...{ ...found.person, sessionID: found.session.id, claims: read.claims },
        ...(found.mustEnrol && { mustEnrol: true as const }),
      }
    )
  }

  /**
   * The holder of a hub token, under the id of the sign-in, so that connections survive a renewal and end
   * with the sign-out. Null where the token is no hub token or too old, its session has ended, or its holder has
   * to set up a second factor first.
   */
  async authenticateHubToken(token: string): Promise<HubIdentity | null> {
    const sessionID = await this.#services.tokens.readHub(token)
    const found = sessionID === null ? null : await this.#find(sessionID)
    if (!found || found.isRefused || found.mustEnrol) return null
    const { person, session, type } = found
    return { ...person, sessionID: session.signInID, tokenType: type }
  }

  /**
   * The person of a session's sign-in, for addresses that keep working over renewals; null where the sign-in
   * has ended.
   */
  async holderOf(sessionID: string): Promise<Person | null> {
    const userID = await this.#services.sessions.holderOf(sessionID)
    return userID === null ? null : findPerson(this.#services.db, userID, this.#services.clock())
  }

  /** Two parties hold tokens of one sign-in, and nothing tells which one is its person: it ends for both. */
  async #endReused(sessionID: string): Promise<void> {
    const { sessions, onReuse } = this.#services
    if (!(await sessions.isReused(sessionID))) return
    const signInID = await sessions.revoke(sessionID)
    if (signInID !== null) onReuse?.(signInID)
  }

  async #find(sessionID: string) {
    const session = await this.#services.sessions.findLive(sessionID)
    const found = session && (await findPerson(this.#services.db, session.userID, this.#services.clock()))
    if (!found) return null
    const { userID, userName, displayName, permissions } = found
    const type = tokenType.parse(session.tokenType)
    const isRefused = isMobileRefused(type, permissions)
    const mustEnrol = await hasToEnrol(this.#services.db, session, permissions)
    return { session, type, isRefused, mustEnrol, person: { userID, userName, displayName, permissions } }
  }
}
