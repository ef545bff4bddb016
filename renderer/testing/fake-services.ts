import type { Call } from '#shared/contract/call.ts'
import { type ApiClient, ApiError } from '../services/api-client.ts'
import { createDesktop } from '../services/desktop.ts'
import { createHubClient } from '../services/hub-client.ts'
import { createNotices } from '../services/notices.ts'
import type { Services } from '../services/services.ts'
import { createSession } from '../services/session.ts'
import { createStorage } from '../services/storage.ts'
import { wait } from '../services/wait.ts'

type Answer = (request: never) => unknown

/** Services over a server that gives the answers it is told to, by path; other calls are unreachable. */
export function fakeServices(changes: Partial<Services> = {}) {
  const answers = new Map<string, Answer>()
  const made: { path: string; request: unknown }[] = []
  const api: ApiClient = {
    async call(call, request) {
      made.push({ path: call.path, request })
      const answer = answers.get(call.path)
      if (!answer)
        throw new ApiError('unreachable', 'The server cannot be reached, please check your network.')
      return (await answer(request as never)) as never
    },
  }
  let ids = 0
  const now = () => Date.UTC(2026, 10, 21, 12)
  const storage = createStorage(null, new EventTarget())
  const services: Services = {
    api,
    storage,
    session: createSession(storage, now),
    desktop: createDesktop({}),
    notices: createNotices(),
    hub: (declaration) =>
      createHubClient(declaration, { baseUrl: '', hubToken: async () => '', random: () => 0.5, wait }),
    now,
    deviceID: async () => null,
    newID: () => `id-${++ids}`,
    ...changes,
  }
  return {
    services,
    made,
    /** What the server answers to a call from now on; throw an ApiError to refuse. */
    answer<C extends Call>(call: C, answer: (request: never) => unknown) {
      answers.set(call.path, answer)
    },
  }
}

/** A refusal as the api client words it. */
export const refused = (status: number, message: string) => new ApiError('refused', message, status)
