import type * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LiveStats } from '#shared/contract/live-panel.ts'
import { livePanelHub, type TicketChange, type ticketLookers } from '#shared/hubs/live-panel.ts'
import type { Services } from '../services.ts'
import type { HubClient, HubState } from './hub-client.ts'

/** Quoted by spec 3 §4 and §8. */
export const LIVE_PANEL_TEXT = {
  reconnecting: 'Reconnecting to live panel notification service',
  unreachable: 'Unable to connect to live panel notification services',
} as const

/** Somebody who has a ticket open. */
export type Looker = z.output<typeof ticketLookers>['lookers'][number]

export interface LivePanelState {
  readonly connection: HubState
  /** What people do just now, by their ids; empty for those whom the server doesn't tell. */
  readonly stats: LiveStats
  /** Who has a ticket open, by its id; only of those that this window has open itself. */
  readonly lookers: ReadonlyMap<number, readonly Looker[]>
}

/** The live panel's hub while somebody is signed in (spec 3 §4, §7). Framework-free; views subscribe. */
export interface LivePanel {
  readonly store: StoreApi<LivePanelState>
  /** For its other events. */
  readonly hub: HubClient<typeof livePanelHub>
  /** The person has the ticket open until the returned function is called. */
  look(ticketID: number): () => void
  /** Calls back with each change of a ticket; with null where some may have been missed. */
  onTicketChange(listener: (change: TicketChange | null) => void): () => void
  /** Connects, and again 5 s after a close, until the returned function is called. May be started again. */
  watch(): () => void
}

type Parts = Pick<Services, 'hub' | 'notices' | 'session'>

const nothing = (): LivePanelState => ({ connection: 'disconnected', stats: {}, lookers: new Map() })

/** Those who handle tickets are told that it is gone and comes back; for others nothing depends on it. */
function createWarnings({ notices, session }: Pick<Parts, 'notices' | 'session'>) {
  return (text: string) => {
    const { permissions } = session.store.getState()
    if (permissions.can('ISUPERVISOR_CAN_SEE_MODULE')) notices.show('warning', text)
  }
}

export function createLivePanel(services: Parts): LivePanel {
  const warn = createWarnings(services)
  const store = createStore(nothing)
  const hub = services.hub(livePanelHub, { onStartFailed: () => warn(LIVE_PANEL_TEXT.unreachable) })
  /** How often this window has a ticket open. */
  const looking = new Map<number, number>()
  const listeners = new Set<(change: TicketChange | null) => void>()
  const tell = (change: TicketChange | null) => {
    for (const listener of [...listeners]) listener(change)
  }
  // Without a connection nobody hears it; the next connection says it again.
  const say = (method: 'lookAtTicket' | 'leaveTicket', ticketID: number) =>
    void hub.invoke(method, ticketID).catch(() => {})

  const setLookers = (ticketID: number, lookers: readonly Looker[]) => {
    const all = new Map(store.getState().lookers)
    if (lookers.length === 0 || !looking.has(ticketID)) all.delete(ticketID)
    else all.set(ticketID, lookers)
    store.setState({ lookers: all })
  }
  const followState = () => {
    const connection = hub.state
    if (connection === store.getState().connection) return
    store.setState({ connection })
    if (connection === 'reconnecting') warn(LIVE_PANEL_TEXT.reconnecting)
    // Given up: whoever stops it doesn't listen any more.
    if (connection === 'disconnected') warn(LIVE_PANEL_TEXT.unreachable)
  }

  return {
    store,
    hub,
    look(ticketID) {
      const open = looking.get(ticketID) ?? 0
      looking.set(ticketID, open + 1)
      if (open === 0) say('lookAtTicket', ticketID)
      return () => {
        const left = (looking.get(ticketID) ?? 1) - 1
        if (left > 0) return void looking.set(ticketID, left)
        looking.delete(ticketID)
        setLookers(ticketID, [])
        say('leaveTicket', ticketID)
      }
    },
    onTicketChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch() {
      const offs = [
        // The first event after a connect tells of everybody, later ones of those for whom it changed.
        hub.on('LivePanelDataChange', (changed) =>
          store.setState({ stats: { ...store.getState().stats, ...changed } }),
        ),
        hub.on('ticketChanged', tell),
        hub.on('ticketLookers', ({ ticketID, lookers }) => setLookers(ticketID, lookers)),
        hub.subscribe(followState),
        hub.onConnected((again) => {
          for (const ticketID of looking.keys()) say('lookAtTicket', ticketID)
          if (again) tell(null)
        }),
      ]
      // A connection that can't be made at all, for example for a bad address, is told in the same way.
      hub.start().catch(() => warn(LIVE_PANEL_TEXT.unreachable))
      return () => {
        // Before it is stopped, so that its end isn't told as a failure.
        for (const off of offs) off()
        void hub.stop()
        store.setState(nothing(), true)
      }
    },
  }
}
