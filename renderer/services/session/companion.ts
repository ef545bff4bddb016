import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SessionLink } from '#shared/domain/session.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClient } from '../hubs/hub-client.ts'
import type { HubEffects } from '../hubs/hub-effects.ts'

interface CompanionState {
  readonly primary: SessionLink
  readonly companion: SessionLink
}

type LinkEvent =
  | 'primarySessionConnected'
  | 'primarySessionDisconnected'
  | 'companionSessionConnected'
  | 'companionSessionDisconnected'

/** Which of the person's sessions are connected (spec 1 §2.6, §4.4). */
export interface CompanionSessions {
  readonly store: StoreApi<CompanionState>
  /** What the hub's events about it do. */
  readonly effects: Pick<HubEffects<typeof mainHub>, LinkEvent>
  /** Asks the hub how they stand. */
  ask(hub: Pick<HubClient<typeof mainHub>, 'invoke'>): void
}

export function createCompanionSessions(): CompanionSessions {
  const store = createStore<CompanionState>(() => ({ primary: 'unknown', companion: 'unknown' }))
  return {
    store,
    effects: {
      primarySessionConnected: () => store.setState({ primary: 'connected' }),
      primarySessionDisconnected: () => store.setState({ primary: 'disconnected' }),
      companionSessionConnected: () => store.setState({ companion: 'connected' }),
      companionSessionDisconnected: () => store.setState({ companion: 'disconnected' }),
    },
    ask(hub) {
      // A connection that breaks while it is asked is asked again when it stands.
      hub.invoke('requestPrimarySessionStatus').catch(() => {})
      hub.invoke('requestCompanionSessionStatus').catch(() => {})
    },
  }
}
