import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppHistoryEntry, myAppHistory, visitApp } from '#shared/contract/app-history.ts'
import { APP_HISTORY_LIMIT, APP_NAME_MAX, visited } from '#shared/domain/app-history.ts'
import type { ApiClient } from '../http/api-client.ts'

/** How a visited app is opened again. */
type Reopen = () => void

/** The screens and tools that the person opened last, newest first (spec 1 §3). */
export interface AppHistory {
  readonly store: StoreApi<readonly AppHistoryEntry[]>
  /** Notes a visit, here and on the server. `reopen` is kept for as long as the page lives. */
  visit(app: string, reopen: Reopen): void
  /** How to open that app again; undefined where it wasn't visited since the page came. */
  reopenOf(app: string): Reopen | undefined
  /** Reads what the server has, also from other devices. Never rejects. */
  load(): Promise<void>
}

export function createAppHistory({
  api,
  now,
}: {
  readonly api: ApiClient
  readonly now: () => number
}): AppHistory {
  const store = createStore<readonly AppHistoryEntry[]>(() => [])
  const ways = new Map<string, Reopen>()
  return {
    store,
    visit(name, reopen) {
      const app = name.trim().slice(0, APP_NAME_MAX)
      if (app === '') return
      ways.set(app, reopen)
      const entryTime = new Date(now()).toISOString()
      store.setState(visited(store.getState(), { app, entryTime }), true)
      api.call(visitApp, { app }, { quiet: true }).catch(() => {})
    },
    reopenOf: (app) => ways.get(app),
    async load() {
      try {
        const kept = await api.call(myAppHistory, undefined, { quiet: true })
        const [newest] = kept
        // Visits of this page that the server's answer doesn't have yet come first.
        const own = store.getState().filter(({ entryTime }) => !newest || entryTime > newest.entryTime)
        store.setState([...own, ...kept].slice(0, APP_HISTORY_LIMIT), true)
      } catch {
        // This page's own visits are there all the same.
      }
    },
  }
}
