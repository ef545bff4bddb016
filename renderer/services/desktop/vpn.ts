import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { viewVpn } from '#shared/contract/tools.ts'
import { VPN_POLL_MS } from '#shared/domain/vpn.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'
import type { Session } from '../session/session.ts'
import { type Desktop, USE_DESKTOP_APP } from './desktop.ts'
import { onNumber, tell } from './window-events.ts'

export const VPN_TEXT = {
  desktopOnly: `${USE_DESKTOP_APP} to use VPN`,
  none: 'No details found',
  connecting: 'Connecting to VPN',
  connected: 'You are connected to our VPN.',
  ended: 'The VPN is disconnected.',
} as const

export interface VpnState {
  /** For which it has been connected; connected is above 0 (spec 1 §4.8). Null until anybody told. */
  readonly seconds: number | null
  /** What is being done about it. */
  readonly doing: 'nothing' | 'connecting' | 'ending'
}

/** The company's VPN, as the person sees and uses it (spec 1 §4.8, §5). */
export interface Vpn {
  readonly store: StoreApi<VpnState>
  /** Connects with the person's stored details. Says in a notice why it can't. */
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Follows the window's NO_VPN and NEW_VPN_TIME, which the desktop client's uptime is told by, and
   * connects by itself where the person's details say so, until the returned function is called.
   */
  watch(): () => void
}

interface VpnServices {
  readonly api: ApiClient
  readonly desktop: Desktop
  readonly session: Session
  readonly notices: Notices
  readonly timers: Timers
  /** Where the events are told and heard: the window. */
  readonly page: EventTarget
}

interface VpnDetails {
  readonly userName: string
  readonly password: string
  readonly isAutoConnect: boolean
}

/** The stored details, the one that connects by itself first; null for none. */
function detailsOf(answer: ResponseOf<typeof viewVpn>): VpnDetails | null {
  const all = Array.isArray(answer) ? answer : [{ ...answer, isAutoConnect: false }]
  const stored = all.filter(({ userName }) => userName !== '')
  return stored.find(({ isAutoConnect }) => isAutoConnect) ?? stored[0] ?? null
}

export function createVpn({ api, desktop, session, notices, timers, page }: VpnServices): Vpn {
  const store = createStore<VpnState>(() => ({ seconds: null, doing: 'nothing' }))

  const poll = async () => {
    const result = await desktop.invoke('vpnUptime', null)
    if (result.ok) told(result.value.seconds)
    return result.ok
  }
  const told = (seconds: number) => (seconds > 0 ? tell(page, 'NEW_VPN_TIME', seconds) : tell(page, 'NO_VPN'))

  /** Does one thing at a time, and asks afterwards how things are. */
  const change = async (doing: 'connecting' | 'ending', action: () => Promise<void>) => {
    if (store.getState().doing !== 'nothing') return
    store.setState({ doing })
    try {
      await action()
    } catch {
      // The client of the server has told why.
    } finally {
      store.setState({ doing: 'nothing' })
    }
  }
  const connect = async ({ userName, password }: VpnDetails) => {
    notices.show('success', VPN_TEXT.connecting)
    const result = await desktop.invoke('vpnStart', { userName, password })
    if (!result.ok) return notices.show('error', result.error.message)
    notices.show('success', VPN_TEXT.connected)
    await poll()
  }
  const connectByItself = async () => {
    const isThere = await poll()
    const mayUse = session.store.getState().permissions.can('CAN_USE_VPN')
    if (!isThere || !mayUse || store.getState().seconds !== 0) return
    await change('connecting', async () => {
      const details = detailsOf(await api.call(viewVpn, undefined, { quiet: true }))
      if (details?.isAutoConnect) await connect(details)
    })
  }
  const desktopOnly = () => {
    if (!desktop.available) notices.show('warning', VPN_TEXT.desktopOnly)
    return !desktop.available
  }

  return {
    store,
    async start() {
      if (desktopOnly()) return
      await change('connecting', async () => {
        const details = detailsOf(await api.call(viewVpn, undefined))
        if (details) await connect(details)
        else notices.show('error', VPN_TEXT.none)
      })
    },
    async stop() {
      if (desktopOnly()) return
      await change('ending', async () => {
        const result = await desktop.invoke('vpnStop', null)
        if (!result.ok) return notices.show('error', result.error.message)
        notices.show('success', VPN_TEXT.ended)
        await poll()
      })
    },
    watch() {
      const none = () => store.setState({ seconds: 0 })
      page.addEventListener('NO_VPN', none)
      const offs = [
        () => page.removeEventListener('NO_VPN', none),
        onNumber(page, 'NEW_VPN_TIME', (seconds) => store.setState({ seconds: Math.max(0, seconds) })),
      ]
      if (desktop.available) {
        offs.push(timers.every(VPN_POLL_MS, () => void poll()))
        void connectByItself()
      }
      return () => {
        for (const off of offs) off()
      }
    },
  }
}
