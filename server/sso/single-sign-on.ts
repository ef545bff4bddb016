import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import { ssoSettings } from '#shared/contract/adaptors.ts'
import type { NextStage } from '#shared/contract/auth.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import { findAccount, needsCode } from '../auth/accounts.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { TellSettled } from '../roles/tell-settled.ts'
import { staffDomains } from '../setup/staff-domains.ts'
import { type ExternalPerson, personIn } from './claims.ts'
import { followDirectory, linkByEmail, linkedPerson, type Provider } from './identities.ts'
import { because, openProvider } from './provider.ts'

/** How long somebody may take at the provider, and then to come back. */
const FLOW_MS = 10 * 60_000
const TICKET_MS = 2 * 60_000
/** Most sign-ins at providers at the same time. Anybody can begin one, so the oldest give way. */
const FLOWS_MAX = 10_000

const flowPlace = (stateHash: string) => `ssoFlow/${stateHash}`

export interface SsoParts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'seal' | 'unseal'>
  readonly adaptors: Pick<Adaptors, 'secret' | 'note'>
  readonly signIns: SignIns
  readonly sessions: Sessions
  readonly tellSettled: TellSettled
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
  /** Makes a person at their first sign-in. Gives their id. @throws Refusal where their values break a rule */
  readonly makePerson: (provider: Provider, person: ExternalPerson) => Promise<number>
}

/** Who begins a sign-in, and where the provider sends them back to. */
interface Beginning {
  readonly challenge: string
  readonly redirectURI: string
  readonly isInClient: boolean
}

/** Signing in at a provider of the company's by OpenID Connect (spec 5 §5.4). */
export class SingleSignOn {
  readonly #parts: SsoParts

  constructor(parts: SsoParts) {
    this.#parts = parts
  }

  /** The providers that are switched on. */
  async providers(): Promise<Provider[]> {
    const rows = await this.#parts.db
      .selectFrom('adaptors')
      .where('kind', '=', 'SINGLE_SIGN_ON')
      .where('isEnabled', '=', 1)
      .orderBy('name')
      .select(['id', 'name', 'settings'])
      .execute()
    return rows.map(({ settings, ...row }) => ({ ...row, settings: ssoSettings.parse(JSON.parse(settings)) }))
  }

  /** @throws Refusal 503 where there is none of that id */
  async #provider(id: number): Promise<Provider> {
    const provider = (await this.providers()).find((one) => one.id === id)
    if (!provider) throw new Refusal(503, 'sso.unavailable')
    return provider
  }

  async open({ id, settings }: Provider): Promise<oidc.Configuration> {
    const { adaptors } = this.#parts
    return openProvider(settings, {
      clientSecret: await adaptors.secret(id, 'clientSecret'),
      privateKey: await adaptors.secret(id, 'privateKey'),
    })
  }

  /** Where the browser goes. Who began it is known by `challenge` alone. @throws Refusal 503 */
  async start(providerID: number, { challenge, redirectURI, isInClient }: Beginning): Promise<string> {
    const { db, clock, sealer } = this.#parts
    const provider = await this.#provider(providerID)
    const config = await this.open(provider)
    const [state, nonce, verifier] = [newLinkToken(), newLinkToken(), oidc.randomPKCECodeVerifier()]
    const stateHash = hashLinkToken(state)
    await this.#makeRoom()
    await db
      .insertInto('ssoFlows')
      .values({
        ...{ stateHash, adaptorID: providerID, challenge, nonce, redirectURI },
        ...{ expiresAt: clock() + FLOW_MS, ticketHash: null, userID: null, subject: null, sid: null },
        sealedVerifier: sealer.seal(verifier, flowPlace(stateHash)),
        isInClient: isInClient ? 1 : 0,
      })
      .execute()
    return oidc
      .buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectURI, scope: 'openid profile email', state, nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      .toString()
  }

  /** Whether the desktop client began what a browser comes back from; false for what nobody began. */
  async isOfClient(search: string): Promise<boolean> {
    const row = await this.#parts.db
      .selectFrom('ssoFlows')
      .where('stateHash', '=', hashLinkToken(new URLSearchParams(search).get('state') ?? ''))
      .select('isInClient')
      .executeTakeFirst()
    return row?.isInClient === 1
  }

  async #makeRoom(): Promise<void> {
    const { db } = this.#parts
    const { count } = await db
      .selectFrom('ssoFlows')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) < FLOWS_MAX) return
    const oldest = db.selectFrom('ssoFlows').where('userID', 'is', null).orderBy('expiresAt').limit(1)
    await db.deleteFrom('ssoFlows').where('stateHash', 'in', oldest.select('stateHash')).execute()
  }

  /**
   * The provider sends the browser back. Everything that it says is checked; then it is known who somebody is, and
   * the page that began it may fetch that with the ticket.
   * @throws Refusal 401 where anything is wrong, 403 where they have no account, 503 where it can't be asked
   */
  async comeBack(search: string): Promise<string> {
    const { db, clock, sealer, adaptors } = this.#parts
    const now = clock()
    const state = new URLSearchParams(search).get('state') ?? ''
    const stateHash = hashLinkToken(state)
    // Used up before anything else is asked: a state is good once.
    const flow = await db
      .updateTable('ssoFlows')
      .set({ usedAt: now })
      .where('stateHash', '=', stateHash)
      .where('expiresAt', '>', now)
      .where('usedAt', 'is', null)
      .returning(['adaptorID', 'nonce', 'redirectURI', 'sealedVerifier'])
      .executeTakeFirst()
    if (!flow) throw new Refusal(401, 'sso.refused')
    const provider = await this.#provider(flow.adaptorID)
    try {
      const person = await this.#ask(provider, search, state, {
        ...flow,
        verifier: sealer.unseal(flow.sealedVerifier, flowPlace(stateHash)),
      })
      const userID = await this.#userOf(provider, person)
      const ticket = newLinkToken()
      await db
        .updateTable('ssoFlows')
        .set({
          ...{ userID, subject: person.subject, sid: person.sid, ticketHash: hashLinkToken(ticket) },
          ...{ isTwoFactorDone: person.isTwoFactorDone ? 1 : 0, expiresAt: now + TICKET_MS },
        })
        .where('stateHash', '=', stateHash)
        .execute()
      await adaptors.note(provider.id, {
        startedAt: now,
        what: 'Somebody signed in',
        answer: '',
        fault: null,
      })
      return ticket
    } catch (error) {
      const [answer, isBlocked] = whyNot(error)
      await adaptors.note(provider.id, {
        ...{ startedAt: now, what: 'A sign-in was refused', answer, fault: { isWayBlocked: isBlocked } },
      })
      throw error
    }
  }

  /** Asks the provider who came back. @throws Refusal 401 where any check fails, 503 where it doesn't answer */
  async #ask(
    provider: Provider,
    search: string,
    state: string,
    { nonce, redirectURI, verifier }: { nonce: string; redirectURI: string; verifier: string },
  ): Promise<ExternalPerson> {
    const config = await this.open(provider)
    const url = new URL(redirectURI)
    url.search = search
    let tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
    try {
      tokens = await oidc.authorizationCodeGrant(config, url, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      })
    } catch (error) {
      throw because(
        isUnreachable(error) ? new Refusal(503, 'sso.unavailable') : new Refusal(401, 'sso.refused'),
        error,
      )
    }
    const claims = tokens.claims()
    if (!claims) throw new Refusal(401, 'sso.refused')
    const { emailDomains } = provider.settings
    return personIn(claims, {
      ...provider.settings,
      emailDomains: emailDomains.length > 0 ? emailDomains : await staffDomains(this.#parts.db),
    })
  }

  /** Who that is here, with the roles that the directory gives them now. @throws Refusal 403 where nobody */
  async #userOf(provider: Provider, person: ExternalPerson): Promise<number> {
    const { db, clock, makePerson, tellSettled } = this.#parts
    const now = clock()
    const known =
      (await linkedPerson(db, provider, person, now)) ??
      (await db.transaction().execute((trx) => linkByEmail(trx, provider, person, now)))
    if (known === null && !provider.settings.isJustInTime) throw new Refusal(403, 'sso.notSetUp')
    const userID = known ?? (await makePerson(provider, person))
    const account = await db
      .selectFrom('users')
      .where('id', '=', userID)
      .select(['isActive', 'lockedAt'])
      .executeTakeFirst()
    // As a right password is answered: who left or is suspended has no account, and a lock is told.
    if (account?.isActive !== 1) throw new Refusal(403, 'sso.notSetUp')
    if (account.lockedAt !== null) throw new Refusal(403, 'signIn.locked')
    await tellSettled(await followDirectory(db, provider, person, userID, now))
    return userID
  }

  /**
   * The page that began a sign-in fetches its result: what is left of the sign-in, under a client key as after a
   * password. @throws Refusal 401 where it isn't that page, it comes late or twice
   */
  async finish(
    ticket: string,
    verifier: string,
  ): Promise<{ userName: string; nextStage: NextStage; clientKey: string }> {
    const { db, clock, signIns } = this.#parts
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const row = await db
      .updateTable('ssoFlows')
      .set({ ticketHash: null, expiresAt: clock() + FLOW_MS })
      .where('ticketHash', '=', hashLinkToken(ticket))
      .where('challenge', '=', challenge)
      .where('expiresAt', '>', clock())
      .returning(['stateHash', 'userID', 'isTwoFactorDone'])
      .executeTakeFirst()
    const user =
      row &&
      (await db
        .selectFrom('users')
        .where('id', '=', row.userID)
        .where('isActive', '=', 1)
        .select('userName')
        .executeTakeFirst())
    const account = user && (await findAccount(db, user.userName, clock()))
    if (!row || !account) throw new Refusal(401, 'sso.refused')
    const { userName, id: userID } = account
    const nextStage: NextStage = row.isTwoFactorDone === 0 && needsCode(account) ? '2FA' : 'LOGIN'
    const clientKey = await signIns.begin({ userName, userID, stage: nextStage }, undefined, row.stateHash)
    return { userName, nextStage, clientKey }
  }

  /** Whether the provider asked for a second factor itself (spec 5 §5.4). */
  async isTwoFactorDone(trx: Database, stateHash: string): Promise<boolean> {
    const flow = await trx
      .selectFrom('ssoFlows')
      .where('stateHash', '=', stateHash)
      .select('isTwoFactorDone')
      .executeTakeFirst()
    return flow?.isTwoFactorDone === 1
  }

  /** Notes from which sign-in at a provider a session came, in the transaction that starts it. */
  async noteSession(trx: Database, stateHash: string, signInID: string): Promise<void> {
    const flow = await trx
      .selectFrom('ssoFlows')
      .where('stateHash', '=', stateHash)
      .select(['adaptorID', 'userID', 'subject', 'sid'])
      .executeTakeFirst()
    if (!flow || flow.userID === null || flow.subject === null) return
    await trx
      .insertInto('ssoSessions')
      .values({
        ...{ signInID, adaptorID: flow.adaptorID, userID: flow.userID, subject: flow.subject },
        ...{ sid: flow.sid, startedAt: this.#parts.clock() },
      })
      .execute()
  }

  /** Ends the sessions that came from a sign-in at the provider: of one session there, or of a person's all. */
  async endSessions(
    adaptorID: number,
    { sid, subject }: { readonly sid: string | null; readonly subject: string | null },
  ): Promise<number> {
    const { db, sessions, tellEnded } = this.#parts
    const rows = await db
      .selectFrom('ssoSessions')
      .where('adaptorID', '=', adaptorID)
      .$if(sid !== null, (query) => query.where('sid', '=', sid ?? ''))
      .$if(subject !== null, (query) => query.where('subject', '=', subject ?? ''))
      .select('signInID')
      .execute()
    const ended = await sessions.endSignIns(rows.map(({ signInID }) => signInID))
    await db
      .deleteFrom('ssoSessions')
      .where('signInID', 'in', ['', ...rows.map(({ signInID }) => signInID)])
      .execute()
    tellEnded(ended)
    return ended.length
  }
}

/** Forgets sign-ins at providers that are over, and which sessions came from them once those are gone. */
export async function purgeSso(db: Database, now: number): Promise<void> {
  await db.deleteFrom('ssoFlows').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('ssoSessions')
    .where('signInID', 'not in', db.selectFrom('sessions').select('signInID'))
    .execute()
}

/** Why somebody wasn't signed in, without what is said of them, and whether the provider is at fault. */
function whyNot(error: unknown): [string, boolean] {
  if (!(error instanceof Refusal)) return ['It failed.', false]
  const { cause } = error
  const isOurs = cause === undefined || cause instanceof Refusal
  const why = isOurs ? '' : ` (${cause instanceof Error ? cause.message : 'unknown'})`
  return [`${error.value}${why}`, error.status === 503]
}

/** Whether the provider couldn't be asked, rather than said something wrong. */
function isUnreachable(error: unknown): boolean {
  const { name = '', code = '', cause } = error as { name?: string; code?: string; cause?: unknown }
  const isNetwork = name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT'
  return isNetwork && !(cause instanceof oidc.ClientError)
}
