import { requestHubToken } from '#shared/contract/auth.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { createDesktop, type Desktop, serverOrigin } from './desktop.ts'
import { createHubClient, type HubClient } from './hub-client.ts'
import { createNotices, type Notices } from './notices.ts'
import { createSession, type Session } from './session.ts'
import { type AppStorage, browserStore, createStorage } from './storage.ts'
import { wait } from './wait.ts'

/** What features are given to work with. Made once, in the entry, and handed down. */
export interface Services {
  readonly api: ApiClient
  readonly session: Session
  readonly storage: AppStorage
  readonly desktop: Desktop
  readonly notices: Notices
  readonly hub: <H extends Hub>(declaration: H) => HubClient<H>
  /** The present, in milliseconds since 1970. */
  readonly now: () => number
  /** This machine's id where the desktop client knows one, else null. */
  readonly deviceID: () => Promise<string | null>
  /** A new unique id, for messages and requests. */
  readonly newID: () => string
}

export function createServices(page: Window): Services {
  const baseUrl = serverOrigin(page)
  const now = () => Date.now()
  const newID = () => page.crypto.randomUUID()
  const storage = createStorage(browserStore(), page)
  const session = createSession(storage, now)
  const notices = createNotices()
  const api = createApiClient({
    baseUrl,
    fetch: (input, init) => page.fetch(input, init),
    token: () => session.store.getState().token,
    newKey: newID,
    wait,
    onError: (error) => notices.show('error', error.message),
    onSessionExpired: (token) => {
      // An answer to an older token says nothing about the session that has taken its place.
      if (session.store.getState().token === token) session.signOut()
    },
    onActiveChange: () => {},
  })
  return {
    api,
    session,
    storage,
    desktop: createDesktop(page),
    notices,
    hub: (declaration) =>
      createHubClient(declaration, {
        baseUrl,
        hubToken: () => api.call(requestHubToken, undefined, { quiet: true }),
        random: Math.random,
        wait,
      }),
    now,
    deviceID: async () => null,
    newID,
  }
}
