import { SCOPES, type Scope } from '#shared/domain/oauth.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import type { Database } from '../db/database.ts'
import { REFRESH_LIFE_MS } from '../oauth/grants.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { DAY, HOUR } from './timeline.ts'

interface SampleApp {
  /** Known to everybody, like the demo company's passwords; neither keeps a secret. */
  readonly clientID: string
  readonly name: string
  readonly redirectURIs: readonly string[]
  readonly scopes: readonly Scope[]
  /** Who allows it what. */
  readonly given: readonly (readonly [name: string, scopes: readonly Scope[], daysAgo: number])[]
}

const APPS: readonly SampleApp[] = [
  {
    clientID: 'example-rota-sync',
    name: 'Rota Sync',
    redirectURIs: ['http://localhost:8000/callback', 'https://rota-sync.example/callback'],
    scopes: ['profile:read', 'calendar:read', 'activity:read', 'tasks:read'],
    given: [
      ['Jamie Whitfield', ['profile:read', 'calendar:read'], 12],
      ['Priya Nair', ['calendar:read', 'tasks:read'], 30],
    ],
  },
  {
    clientID: 'example-api-explorer',
    name: 'API explorer',
    redirectURIs: ['http://localhost:8000/explorer'],
    scopes: SCOPES,
    given: [],
  },
]

/** Apps to try the access of others' apps with, and what people allowed them. */
export async function seedApps(trx: Database, now: number): Promise<void> {
  await insertRows(
    trx,
    'oauthClients',
    ['id', 'name', 'redirectURIs', 'scopes', 'createdBy', 'createdAt', 'version'],
    APPS.map(({ clientID, name, redirectURIs, scopes }) => {
      const by = personCalled('Tom Hargreaves').id
      return [clientID, name, JSON.stringify(redirectURIs), scopes.join(' '), by, now - 60 * DAY, 1]
    }),
  )
  const given = APPS.flatMap(({ clientID, given }) =>
    given.map(([name, scopes, days]) => ({ clientID, userID: personCalled(name).id, scopes, days })),
  )
  await insertRows(
    trx,
    'oauthGrants',
    ['id', 'userID', 'clientID', 'scopes', 'grantedAt', 'lastUsedAt'],
    given.map(({ clientID, userID, scopes, days }, index) => {
      return [index + 1, userID, clientID, scopes.join(' '), now - days * DAY, now - (index + 2) * HOUR]
    }),
  )
  // Nobody knows these: the apps of the demo company are asleep.
  await insertRows(
    trx,
    'oauthTokens',
    ['hash', 'grantID', 'kind', 'expiresAt'],
    given.map((_grant, index) => [
      hashLinkToken(newLinkToken()),
      index + 1,
      'REFRESH',
      now + REFRESH_LIFE_MS,
    ]),
  )
}
