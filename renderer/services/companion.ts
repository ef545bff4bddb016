import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SessionLink } from '#shared/domain/session.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClient } from './hub-client.ts'

interface CompanionState {
  readonly primary: SessionLink
  readonly companion: SessionLink
}

/** Which of the person's sessions are connected (spec 1 §2.6, §4.4). */
export interface CompanionSessions {
  readonly store: StoreApi<CompanionState>
  /** Follows the hub until the returned function is called. */
  follow(hub: Pick<HubClient<typeof mainHub>, 'on' | 'onConnected' | 'invoke'>): () => void
}

export function createCompanionSessions(): CompanionSessions {
  const store = createStore<CompanionState>(() => ({ primary: 'unknown', companion: 'unknown' }))
  return {
    store,
    follow(hub) {
      const ask = () => {
        // A connection that breaks while it is asked is asked again when it stands.
        hub.invoke('requestPrimarySessionStatus').catch(() => {})
        hub.invoke('requestCompanionSessionStatus').catch(() => {})
      }
      const offs = [
        hub.on('primarySessionConnected', () => store.setState({ primary: 'connected' })),
        hub.on('primarySessionDisconnected', () => store.setState({ primary: 'disconnected' })),
        hub.on('companionSessionConnected', () => store.setState({ companion: 'connected' })),
        hub.on('companionSessionDisconnected', () => store.setState({ companion: 'disconnected' })),
        hub.onConnected(ask),
      ]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}
