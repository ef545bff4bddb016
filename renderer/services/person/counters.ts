import { createStore, type StoreApi } from 'zustand/vanilla'
import { type CounterName, type CounterValues, myCounters } from '#shared/contract/counters.ts'
import type { ApiClient } from '../http/api-client.ts'

/** What waits for the person, for the shell's badges (spec 1 §3). */
export interface Counters {
  readonly store: StoreApi<CounterValues>
  /** A count that is known otherwise, such as by an event of a hub; below 0 counts as 0. */
  set(name: CounterName, count: number): void
  /** Reads all from the server. What was set meanwhile stays; where it fails all stays. Never rejects. */
  refresh(): Promise<void>
}

export const NO_COUNTS: CounterValues = {
  pendingRequestsCount: 0,
  availableOpportunities: 0,
  pendingTasksCount: 0,
  toDoCount: 0,
  unreadNotificationCount: 0,
  outstandingTickets: 0,
  openMeetingCount: 0,
  unreadChat: 0,
  newsfeed: 0,
  suggestions: 0,
  whatsapp: 0,
}

export function createCounters({ api }: { readonly api: ApiClient }): Counters {
  const store = createStore<CounterValues>(() => NO_COUNTS)
  /** What was set since the read that is under way began. */
  let setSince: Partial<CounterValues> = {}
  return {
    store,
    set(name, count) {
      const value = Math.max(0, Math.trunc(count) || 0)
      setSince = { ...setSince, [name]: value }
      if (store.getState()[name] !== value) store.setState({ [name]: value })
    },
    async refresh() {
      setSince = {}
      try {
        const counts = await api.call(myCounters, undefined, { quiet: true })
        store.setState({ ...counts, ...setSince })
      } catch {
        // The next reconnect reads them again.
      }
    },
  }
}
