import { requestHubToken } from '#shared/contract/auth.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import { systemTimers, type Timers } from '../ui/timers.ts'
import { createDesktop, type Desktop, serverOrigin } from './desktop/desktop.ts'
import { type ApiClient, createApiClient } from './http/api-client.ts'
import { type RefusalWords, refusalWords } from './http/refusal-words.ts'
import { createRoundTrips, type RoundTrips } from './http/round-trips.ts'
import { createSpinner, type Spinner } from './http/spinner.ts'
import { wait } from './http/wait.ts'
import { createHubClient, type HubClient, type HubOptions } from './hubs/hub-client.ts'
import { createMachine, type Machine } from './machine/machine.ts'
import { type BrowserNotifications, createBrowserNotifications } from './notices/browser-notifications.ts'
import { createDialogs, type Dialogs } from './notices/dialogs.ts'
import { createNotices, type Notices } from './notices/notices.ts'
import { createPreviews, type Previews } from './notices/previews.ts'
import { createPrompts, type Prompts } from './notices/prompts.ts'
import { createDiagnostics, type Diagnostics } from './page/diagnostics.ts'
import { createNavigation, type Navigation } from './page/navigation.ts'
import { createNavigationLock, NAVIGATION_LOCKED, type NavigationLock } from './page/navigation-lock.ts'
import { createPageTitle, type PageTitle } from './page/page-title.ts'
import { createZoom, type Zoom } from './page/zoom.ts'
import { readDeviceID } from './session/device-id.ts'
import { createPermissionTable, type PermissionTable } from './session/permission-table.ts'
import { createSession, type Session } from './session/session.ts'
import { createSessionLife, type SessionLife } from './session/session-life.ts'
import { browserLock, createSessionRenewal, type SessionRenewal } from './session/session-renewal.ts'
import { type Caches, createCaches } from './storage/caches.ts'
import { type AppStorage, browserStore, createStorage } from './storage/storage.ts'

/** What features are given to work with. Made once, in the entry, and handed down. */
export interface Services {
  readonly api: ApiClient
  /** Words of a refusal that came another way than through `api`. */
  readonly refusalWords: RefusalWords
  readonly session: Session
  readonly permissionTable: PermissionTable
  readonly storage: AppStorage
  readonly desktop: Desktop
  readonly notices: Notices
  readonly hub: <H extends Hub>(declaration: H, options?: HubOptions) => HubClient<H>
  /** The ends of the session, and what shows meanwhile. */
  readonly life: SessionLife
  readonly renewal: SessionRenewal
  readonly navigation: Navigation
  readonly navigationLock: NavigationLock
  readonly notifications: BrowserNotifications
  readonly caches: Caches
  /** The dialogs that open from the shell. */
  readonly dialogs: Dialogs
  /** Questions and messages that wait for the person. */
  readonly prompts: Prompts
  /** A picture or message over everything else. */
  readonly previews: Previews
  readonly spinner: Spinner
  readonly title: PageTitle
  readonly timers: Timers
  /** How large the page is shown. */
  readonly zoom: Zoom
  /** The machine, as far as a page can tell. */
  readonly machine: Machine
  /** How the last requests to the server went. */
  readonly roundTrips: RoundTrips
  /** The page's last warnings and errors, which its console doesn't show. */
  readonly diagnostics: Diagnostics
  /** True while the person is in a meeting, which no reload may end. */
  readonly isInMeeting: () => boolean
  /** Who brings meetings says whether one runs; returns what ends that. */
  readonly bindMeeting: (isInMeeting: () => boolean) => () => void
  /** The present, in milliseconds since 1970. */
  readonly now: () => number
  /** This machine's id where the desktop client knows one, else null. */
  readonly deviceID: () => Promise<string | null>
  /** A new unique id, for messages and requests. */
  readonly newID: () => string
}

/** Warnings and errors of the page that are kept for support. */
const DIAGNOSTICS_KEPT = 200

export function createServices(page: Window): Services {
  const baseUrl = serverOrigin(page)
  const now = () => Date.now()
  const newID = () => page.crypto.randomUUID()
  const timers = systemTimers
  const desktop = createDesktop(page)
  const storage = createStorage(browserStore(), page)
  const session = createSession(storage, now)
  const diagnostics = createDiagnostics(
    now,
    () => {
      const { user } = session.store.getState()
      return user ? [user.displayName, user.userName] : []
    },
    DIAGNOSTICS_KEPT,
    () => page.location.pathname,
  )
  const notices = createNotices()
  const fetch: typeof globalThis.fetch = (input, init) => page.fetch(input, init)
  const navigation = createNavigation(page.location, fetch)
  const caches = createCaches(cacheStorageOf(page))
  const spinner = createSpinner(timers)
  const roundTrips = createRoundTrips(() => page.performance.now())
  const life = createSessionLife({ session, storage, notices, caches, navigation, timers, api: () => api })
  const api: ApiClient = createApiClient({
    baseUrl,
    fetch: roundTrips.measured(fetch),
    newUpload: () => new XMLHttpRequest(),
    words: refusalWords,
    token: session.present,
    newKey: newID,
    wait,
    onFailed: diagnostics.callFailed,
    onError: (error) => notices.show('error', error.message),
    onSessionExpired: life.invalid,
    onActiveChange: spinner.setActive,
  })
  return {
    api,
    refusalWords,
    session,
    permissionTable: createPermissionTable({ api, session, timers }),
    storage,
    desktop,
    notices,
    hub: (declaration, options) =>
      createHubClient(declaration, {
        ...options,
        baseUrl,
        hubToken: () => api.call(requestHubToken, undefined, { quiet: true }),
        random: Math.random,
        wait,
        onConnectionChanged: (listener) => desktop.on('connectionChanged', listener),
      }),
    life,
    renewal: createSessionRenewal({ api, session, timers, now, lock: browserLock(page.navigator.locks) }),
    navigation,
    navigationLock: createNavigationLock(page, () => notices.show('warning', NAVIGATION_LOCKED)),
    notifications: createBrowserNotifications({ page, storage, notices }),
    caches,
    dialogs: createDialogs(),
    prompts: createPrompts(timers),
    previews: createPreviews(),
    spinner,
    title: createPageTitle(page.document, timers),
    timers,
    zoom: createZoom(page, storage),
    machine: createMachine(page),
    roundTrips,
    diagnostics,
    ...createMeetingCheck(),
    now,
    deviceID: () => readDeviceID(desktop),
    newID,
  }
}

/** Nobody is in a meeting until somebody who knows says so. */
function createMeetingCheck(): Pick<Services, 'isInMeeting' | 'bindMeeting'> {
  const nobody = () => false
  let check = nobody
  return {
    isInMeeting: () => check(),
    bindMeeting(isInMeeting) {
      check = isInMeeting
      return () => {
        check = nobody
      }
    },
  }
}

/** The page's Cache Storage; asking for it throws where the browser blocks it. */
function cacheStorageOf(page: Window): CacheStorage | undefined {
  try {
    return (page as Window & { readonly caches?: CacheStorage }).caches
  } catch {
    return undefined
  }
}
