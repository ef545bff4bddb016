import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LiveStats } from '#shared/contract/live-panel.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import type { HubClient, HubState } from './hub-client.ts'
import type { Notices } from './notices.ts'
import type { Services } from './services.ts'

/** Quoted by spec 3 §4 and §8. */
export const LIVE_PANEL_TEXT = {
  reconnecting: 'Reconnecting to live panel notification service',
  unreachable: 'Unable to connect to live panel notification services',
} as const

export interface LivePanelState {
  readonly connection: HubState
  /** What people do just now, by their ids; empty for those whom the server doesn't tell. */
  readonly stats: LiveStats
}

/** The live panel's hub while somebody is signed in (spec 3 §4, §7). Framework-free; views subscribe. */
export interface LivePanel {
  readonly store: StoreApi<LivePanelState>
  /** For its other events, and to say which ticket is open. */
  readonly hub: HubClient<typeof livePanelHub>
  /** Connects, and again 5 s after a close, until the returned function is called. May be started again. */
  watch(): () => void
}

const NOTHING: LivePanelState = { connection: 'disconnected', stats: {} }

export function createLivePanel({ hub: open, notices }: Pick<Services, 'hub' | 'notices'>): LivePanel {
  const store = createStore<LivePanelState>(() => NOTHING)
  const hub = open(livePanelHub, {
    onStartFailed: () => notices.show('warning', LIVE_PANEL_TEXT.unreachable),
  })
  return {
    store,
    hub,
    watch() {
      const offs = [
        // The first event after a connect tells of everybody, later ones of those for whom it changed.
        hub.on('LivePanelDataChange', (changed) =>
          store.setState({ stats: { ...store.getState().stats, ...changed } }),
        ),
        hub.subscribe(() => followState(hub.state, store, notices)),
      ]
      void hub.start()
      return () => {
        // First of all: its end is no failure to tell of.
        for (const off of offs) off()
        void hub.stop()
        store.setState(NOTHING, true)
      }
    },
  }
}

function followState(connection: HubState, store: LivePanel['store'], notices: Notices): void {
  const before = store.getState().connection
  if (connection === before) return
  store.setState({ connection })
  if (connection === 'reconnecting') notices.show('warning', LIVE_PANEL_TEXT.reconnecting)
  // Given up: whoever stops it doesn't listen any more.
  if (connection === 'disconnected') notices.show('warning', LIVE_PANEL_TEXT.unreachable)
}
