import type { RequestOf } from '#shared/contract/http-call.ts'
import { logEvent } from '#shared/contract/session.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'
import type { Session } from '../session/session.ts'

export const CONNECTIVITY_TEXT = {
  lost: 'You lost internet connection.',
  back: 'You are now back online.',
} as const

/** Entries of the event log that wait for a connection, at most; the oldest go first. */
const QUEUE_LIMIT = 50

interface ConnectivityServices {
  readonly api: ApiClient
  readonly session: Session
  readonly notices: Notices
  readonly now: () => number
}

type Entry = RequestOf<typeof logEvent>

/**
 * Tells the person and their event log of a lost and a regained connection (spec 1 §4.2, §8). What
 * can't be logged waits until the page is online and somebody is signed in.
 *
 * @param page where 'online' and 'offline' are heard: the window
 * @returns what ends it
 */
export function watchConnectivity(page: EventTarget, services: ConnectivityServices): () => void {
  const { api, session, notices, now } = services
  let waiting: Entry[] = []
  let sending = false
  let online = true

  const note = (actionName: string) => {
    const description = `${CONNECTIVITY_TEXT[actionName === 'OFFLINE' ? 'lost' : 'back']} ${new Date(now()).toISOString()}`
    waiting = [...waiting, { actionName, description }].slice(-QUEUE_LIMIT)
  }
  const send = async () => {
    if (sending) return
    sending = true
    try {
      for (
        let entry = waiting[0];
        entry && online && session.store.getState().token !== null;
        entry = waiting[0]
      ) {
        const sent = entry
        await api.call(logEvent, sent, { quiet: true })
        waiting = waiting.filter((other) => other !== sent)
      }
    } catch {
      // It stays in the queue for the next time online.
    } finally {
      sending = false
    }
  }
  const lost = () => {
    if (!online) return
    online = false
    notices.show('warning', CONNECTIVITY_TEXT.lost)
    note('OFFLINE')
  }
  const back = () => {
    if (online) return
    online = true
    notices.show('success', CONNECTIVITY_TEXT.back)
    note('ONLINE')
    void send()
  }

  page.addEventListener('offline', lost)
  page.addEventListener('online', back)
  const off = session.store.subscribe((state, before) => {
    if (state.user && state.user.id !== before.user?.id) void send()
  })
  return () => {
    page.removeEventListener('offline', lost)
    page.removeEventListener('online', back)
    off()
  }
}
