import { companyCalled } from '#shared/contract/company.ts'
import type { Call } from '#shared/contract/http-call.ts'
import type { RefusalCode } from '#shared/texts/refusal.ts'
import { createDesktop } from '../services/desktop/desktop.ts'
import { type ApiClient, ApiError, type UploadOptions } from '../services/http/api-client.ts'
import { refusalWords } from '../services/http/refusal-words.ts'
import { createRoundTrips } from '../services/http/round-trips.ts'
import { createSpinner } from '../services/http/spinner.ts'
import { wait } from '../services/http/wait.ts'
import { createHubClient } from '../services/hubs/hub-client.ts'
import { createBrowserNotifications } from '../services/notices/browser-notifications.ts'
import { createDialogs } from '../services/notices/dialogs.ts'
import { createNotices } from '../services/notices/notices.ts'
import { createPreviews } from '../services/notices/previews.ts'
import { createPrompts } from '../services/notices/prompts.ts'
import { createDiagnostics } from '../services/page/diagnostics.ts'
import { createNavigation } from '../services/page/navigation.ts'
import { createNavigationLock, NAVIGATION_LOCKED } from '../services/page/navigation-lock.ts'
import { createPageTitle } from '../services/page/page-title.ts'
import { createZoom } from '../services/page/zoom.ts'
import type { Services } from '../services/services.ts'
import { createPermissionTable } from '../services/session/permission-table.ts'
import { createSession } from '../services/session/session.ts'
import { createSessionLife } from '../services/session/session-life.ts'
import { createSessionRenewal } from '../services/session/session-renewal.ts'
import { createCaches } from '../services/storage/caches.ts'
import { createStorage } from '../services/storage/storage.ts'
import { systemTimers } from '../ui/timers.ts'
import { answered } from './answered.ts'

type Answer = (request: never, options: UploadOptions) => unknown

/** Services over a server that gives the answers it is told to, by path; other calls are unreachable. */
export function fakeServices(changes: Partial<Services> = {}) {
  const answers = new Map<string, Answer>()
  const made: { path: string; request: unknown }[] = []
  const make: ApiClient['upload'] = async (call, request, options) => {
    // Every brand asks for its text: no screen's own question.
    if (call.path !== companyCalled.path) made.push({ path: call.path, request })
    const answer = answers.get(call.path)
    if (!answer) throw new ApiError('unreachable', 'The server cannot be reached, please check your network.')
    return answered(await answer(request as never, options ?? {})) as never
  }
  const api: ApiClient = { call: make, upload: make }
  let ids = 0
  const now = () => Date.UTC(2026, 10, 21, 12)
  const storage = createStorage(null, new EventTarget())
  const session = createSession(storage, now)
  const notices = createNotices()
  const timers = systemTimers
  const caches = createCaches(undefined)
  const visited: string[] = []
  const pages = { served: true }
  const navigation = createNavigation(
    {
      protocol: 'http:',
      reload: () => void visited.push('reload'),
      assign: (url: string | URL) => void visited.push(String(url)),
    },
    async () => new Response(null, { status: pages.served ? 200 : 503 }),
  )
  const services: Services = {
    api,
    refusalWords,
    storage,
    session,
    permissionTable: createPermissionTable({ api, session, timers: changes.timers ?? timers }),
    desktop: createDesktop({}),
    notices,
    life: createSessionLife({ session, storage, notices, caches, navigation, timers, api: () => api }),
    renewal: createSessionRenewal({ api, session, timers, now, lock: (_name, task) => task() }),
    navigation,
    navigationLock: createNavigationLock(window, () => notices.show('warning', NAVIGATION_LOCKED)),
    notifications: createBrowserNotifications({ page: window, storage, notices }),
    caches,
    dialogs: createDialogs(),
    prompts: createPrompts(timers),
    previews: createPreviews(),
    spinner: createSpinner(timers),
    title: createPageTitle(document, timers),
    timers,
    zoom: createZoom(window, storage),
    machine: { screen: () => ({ width: 1920, height: 1080 }), onBattery: async () => false },
    roundTrips: createRoundTrips(now),
    diagnostics: createDiagnostics(now),
    isInMeeting: () => false,
    bindMeeting: () => () => {},
    hub: (declaration, options) =>
      createHubClient(declaration, {
        ...options,
        baseUrl: '',
        hubToken: async () => '',
        random: () => 0.5,
        wait,
      }),
    now,
    deviceID: async () => null,
    newID: () => `id-${++ids}`,
    ...changes,
  }
  return {
    services,
    made,
    /** Where the page was sent: paths that no router took, and 'reload'. */
    visited,
    /** Whether the page itself can be had. */
    pages,
    /** What the server answers to a call from now on; throw an ApiError to refuse. */
    answer<C extends Call>(call: C, answer: Answer) {
      answers.set(call.path, answer)
    },
  }
}

/** A refusal as the api client words it; `value` is what its body said, `code` why. */
export const refused = (
  status: number,
  message: string,
  value = '',
  code: RefusalCode | '' = '',
  fields: Readonly<Record<string, string>> = {},
) => new ApiError('refused', message, status, { value, code, fields })
