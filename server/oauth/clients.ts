import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const CLIENT_ID_BYTES = 16

export interface Client {
  readonly clientID: string
  readonly name: string
  readonly redirectURIs: string[]
}

/** The apps that people may give access to; kept by who manages adaptors (decisions, 'OAuth for third-party apps'). */
export class OAuthClients {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  #standing() {
    return this.#db
      .selectFrom('oauthClients')
      .where('endedAt', 'is', null)
      .select(['id as clientID', 'name', 'redirectURIs'])
  }

  async all(): Promise<Client[]> {
    const rows = await this.#standing().orderBy('name').execute()
    return rows.map((row) => ({ ...row, redirectURIs: JSON.parse(row.redirectURIs) as string[] }))
  }

  /** @throws Refusal 400 for an app that isn't known, and for an address that isn't one of its own, letter by letter. */
  async require(clientID: string, redirectURI: string): Promise<Client> {
    const row = await this.#standing().where('id', '=', clientID).executeTakeFirst()
    if (!row) throw new Refusal(400, 'oauth.noApp')
    const redirectURIs = JSON.parse(row.redirectURIs) as string[]
    if (!redirectURIs.includes(redirectURI)) throw new Refusal(400, 'oauth.noRedirect')
    return { ...row, redirectURIs }
  }

  async add(client: Omit<Client, 'clientID'>, createdBy: number): Promise<Client> {
    const id = randomBytes(CLIENT_ID_BYTES).toString('base64url')
    const { name, redirectURIs } = client
    await this.#db
      .insertInto('oauthClients')
      .values({
        id,
        name,
        redirectURIs: JSON.stringify(redirectURIs),
        createdBy,
        createdAt: this.#clock(),
        endedAt: null,
      })
      .execute()
    return { clientID: id, name, redirectURIs }
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
