import { createStore, type StoreApi } from 'zustand/vanilla'
import { readNetworkSignal } from '#shared/domain/wifi.ts'
import { onNumber } from '../desktop/window-events.ts'

export type NetworkKind = 'wired' | 'wifi' | 'mobile' | 'none' | 'unknown'

export interface NetworkState {
  readonly online: boolean
  readonly kind: NetworkKind
  /** Of the wifi, in percent; null where it isn't known or isn't wifi. */
  readonly signal: number | null
}

/** The network as the page and the desktop host tell it (spec 1 §2.6, §4.8, §7). */
export interface NetworkStatus {
  readonly store: StoreApi<NetworkState>
  /** Listens until the returned function is called. */
  watch(): () => void
}

interface ConnectionInfo extends EventTarget {
  readonly type?: string
}
type NetworkPage = EventTarget & {
  readonly navigator: { readonly onLine: boolean; readonly connection?: ConnectionInfo }
}

const KIND_OF_TYPE: Readonly<Record<string, NetworkKind>> = {
  ethernet: 'wired',
  wifi: 'wifi',
  cellular: 'mobile',
}

/** @param page the window: it hears WIFI_SIGNAL, online and offline; the VPN is `desktop/vpn.ts` */
export function createNetworkStatus(page: NetworkPage): NetworkStatus {
  const { navigator } = page
  const { connection } = navigator
  const told = (): NetworkKind => KIND_OF_TYPE[connection?.type ?? ''] ?? 'unknown'
  const store = createStore<NetworkState>(() => ({
    online: navigator.onLine,
    kind: told(),
    signal: null,
  }))

  const plain: readonly (readonly [event: string, heard: () => void])[] = [
    ['online', () => store.setState({ online: true })],
    ['offline', () => store.setState({ online: false })],
  ]
  const changed = () => store.setState({ kind: told(), signal: null })

  return {
    store,
    watch() {
      store.setState({ online: navigator.onLine })
      for (const [name, heard] of plain) page.addEventListener(name, heard)
      connection?.addEventListener?.('change', changed)
      const offs = [onNumber(page, 'WIFI_SIGNAL', (signal) => store.setState(stateOf(signal)))]
      return () => {
        for (const off of offs) off()
        for (const [name, heard] of plain) page.removeEventListener(name, heard)
        connection?.removeEventListener?.('change', changed)
      }
    },
  }
}

function stateOf(told: number): Pick<NetworkState, 'kind' | 'signal'> {
  const signal = readNetworkSignal(told)
  return { kind: signal.kind, signal: signal.kind === 'wifi' ? signal.percent : null }
}
