import { createStore, type StoreApi } from 'zustand/vanilla'
import type { HubClient, HubState } from './hub-client.ts'

/** Whether the communication hub is connected (spec 1 §2.6), for whoever shows it. */
export interface HubLink {
  readonly store: StoreApi<{ readonly state: HubState }>
  /** Follows that hub until the returned function is called. */
  follow(hub: Pick<HubClient<never>, 'state' | 'subscribe'>): () => void
}

export function createHubLink(): HubLink {
  const store = createStore<{ state: HubState }>(() => ({ state: 'disconnected' }))
  return {
    store,
    follow(hub) {
      const read = () => {
        // Only a change is a change (spec 1 §4.8).
        if (hub.state !== store.getState().state) store.setState({ state: hub.state })
      }
      read()
      return hub.subscribe(read)
    },
  }
}
