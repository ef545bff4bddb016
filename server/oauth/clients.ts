import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OAuthClient } from '#shared/contract/oauth.ts'
import { isScope, type Scope } from '#shared/domain/oauth.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const CLIENT_ID_BYTES = 16
const SECRET_MARK = 'fws_'

/** What whoever keeps an app says of it. */
export interface ClientFields {
  readonly name: string
  readonly redirectURIs: readonly string[]
  readonly scopes: readonly Scope[]
}

/** What is needed to put an app's request to a person. */
interface TrustedClient {
  readonly clientID: string
  readonly name: string
  readonly scopes: readonly Scope[]
}

interface WithSecret {
  readonly client: OAuthClient
  /** Kept nowhere. */
  readonly secret: string
}

export const scopesIn = (text: string): Scope[] => text.split(' ').filter(isScope)

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** Of equal length whatever the texts are, so that the time to compare tells nothing. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/** The apps that people may give access to; kept by who manages adaptors (decisions, 'OAuth for third-party apps'). */
export class OAuthClients {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  #standing() {
    return this.#db.selectFrom('oauthClients as client').where('client.endedAt', 'is', null)
  }

  async all(): Promise<OAuthClient[]> {
    const rows = await this.#listed().orderBy('client.name').orderBy('client.id').execute()
    return rows.map(described)
  }

  async #one(clientID: string): Promise<OAuthClient> {
    const row = await this.#listed().where('client.id', '=', clientID).executeTakeFirst()
    if (!row) throw new Refusal(400, 'oauth.noApp')
    return described(row)
  }

  #listed() {
    const now = this.#clock()
    return this.#standing()
      .select(['client.id', 'client.name', 'client.redirectURIs', 'client.scopes', 'client.secretAt'])
      .select(['client.createdAt', 'client.disabledAt', 'client.version'])
      .select(({ selectFrom }) => {
        const given = selectFrom('oauthGrants as grant')
          .whereRef('grant.clientID', '=', 'client.id')
          .where('grant.revokedAt', 'is', null)
          .where(({ exists, selectFrom: select }) =>
            exists(
              select('oauthTokens as token')
                .whereRef('token.grantID', '=', 'grant.id')
                .where('token.kind', '=', 'REFRESH')
                .where('token.usedAt', 'is', null)
                .where('token.expiresAt', '>', now)
                .select('token.hash'),
            ),
          )
        return [
          given.select(({ fn }) => fn.count<number>('grant.userID').distinct().as('people')).as('people'),
          given.select(({ fn }) => fn.max('grant.lastUsedAt').as('lastUsedAt')).as('lastUsedAt'),
        ]
      })
  }

  /** @throws Refusal 400 for an app that isn't known or is off, and for an address that isn't one of its own, letter by letter. */
  async require(clientID: string, redirectURI: string): Promise<TrustedClient> {
    const row = await this.#standing()
      .where('client.id', '=', clientID)
      .where('client.disabledAt', 'is', null)
      .select(['client.name', 'client.redirectURIs', 'client.scopes'])
      .executeTakeFirst()
    if (!row) throw new Refusal(400, 'oauth.noApp')
    const redirectURIs = JSON.parse(row.redirectURIs) as string[]
    if (!redirectURIs.includes(redirectURI)) throw new Refusal(400, 'oauth.noRedirect')
    return { clientID, name: row.name, scopes: scopesIn(row.scopes) }
  }

  /**
   * Whether that is the app: one that keeps a secret shows it (RFC 6749 §2.3.1), one that can't keep any has
   * none to show.
   */
  async isAuthentic(clientID: string, secret: string | null): Promise<boolean> {
    const row = await this.#standing()
      .where('client.id', '=', clientID)
      .where('client.disabledAt', 'is', null)
      .select('client.secretHash')
      .executeTakeFirst()
    if (!row) return false
    if (row.secretHash === null) return secret === null
    return secret !== null && timingSafeEqual(digest(row.secretHash), digest(hashLinkToken(secret)))
  }

  async add(
    { isConfidential, ...fields }: ClientFields & { isConfidential: boolean },
    createdBy: number,
  ): Promise<{ client: OAuthClient; secret: string | null }> {
    const id = randomBytes(CLIENT_ID_BYTES).toString('base64url')
    const secret = isConfidential ? SECRET_MARK + newLinkToken() : null
    const now = this.#clock()
    await this.#db
      .insertInto('oauthClients')
      .values({
        id,
        ...columns(fields),
        secretHash: secret === null ? null : hashLinkToken(secret),
        secretAt: secret === null ? null : now,
        createdBy,
        createdAt: now,
        disabledAt: null,
        endedAt: null,
        version: 1,
      })
      .execute()
    return { client: await this.#one(id), secret }
  }

  /** @throws Refusal 400 where there is none; 409 where it isn't the version that was changed. */
  async update(clientID: string, version: number, fields: ClientFields): Promise<OAuthClient> {
    const { numUpdatedRows } = await this.#db
      .updateTable('oauthClients')
      .set((eb) => ({ ...columns(fields), version: eb('version', '+', 1) }))
      .where('id', '=', clientID)
      .where('version', '=', version)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    const client = await this.#one(clientID)
    if (numUpdatedRows === 0n) throw new Refusal(409, 'oauth.appChanged')
    return client
  }

  /** @throws Refusal 400 where there is none. */
  async switch(clientID: string, isDisabled: boolean): Promise<OAuthClient> {
    await this.#db
      .updateTable('oauthClients')
      .set({ disabledAt: isDisabled ? this.#clock() : null })
      .where('id', '=', clientID)
      .where('endedAt', 'is', null)
      .execute()
    return this.#one(clientID)
  }

  /** A new secret; the old one is no good from then on. @throws Refusal 400 where there is no app that keeps one. */
  async rotateSecret(clientID: string): Promise<WithSecret> {
    const secret = SECRET_MARK + newLinkToken()
    const { numUpdatedRows } = await this.#db
      .updateTable('oauthClients')
      .set({ secretHash: hashLinkToken(secret), secretAt: this.#clock() })
      .where('id', '=', clientID)
      .where('secretHash', 'is not', null)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    const client = await this.#one(clientID)
    if (numUpdatedRows === 0n) throw new Refusal(400, 'oauth.noSecret')
    return { client, secret }
  }

  /** @throws Refusal 400 where there is none. */
  async end(clientID: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('oauthClients')
      .set({ endedAt: this.#clock() })
      .where('id', '=', clientID)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal(400, 'oauth.noApp')
  }
}

const columns = ({ name, redirectURIs, scopes }: ClientFields) => ({
  name,
  redirectURIs: JSON.stringify([...new Set(redirectURIs)]),
  scopes: [...new Set(scopes)].join(' '),
})

interface ListedRow {
  readonly id: string
  readonly name: string
  readonly redirectURIs: string
  readonly scopes: string
  readonly secretAt: number | null
  readonly createdAt: number
  readonly disabledAt: number | null
  readonly version: number
  readonly people: number | null
  readonly lastUsedAt: number | null
}

function described(row: ListedRow): OAuthClient {
  return {
    clientID: row.id,
    name: row.name,
    redirectURIs: JSON.parse(row.redirectURIs) as string[],
    scopes: scopesIn(row.scopes),
    isConfidential: row.secretAt !== null,
    secretAt: iso(row.secretAt),
    isDisabled: row.disabledAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    people: Number(row.people),
    lastUsedAt: iso(row.lastUsedAt === null ? null : Number(row.lastUsedAt)),
    version: row.version,
  }
}
