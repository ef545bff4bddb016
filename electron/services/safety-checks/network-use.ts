import type { NetworkInterfaceInfo } from 'node:os'
import type { WindowsInterface } from '../../platform/windows/windows-calls.ts'
import { checked } from './checked.ts'

/** Network interfaces by name, as from `os.networkInterfaces`. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

export interface NetworkSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly windows: Pick<WindowsInterface, 'ask'>
  readonly interfaces: () => Interfaces
}

export interface FoundNetworkUse {
  readonly proxy: string | null
  readonly vpn: string[]
}

/** The first IPv4 address that isn't this machine's loopback; null where there is none. */
export function localAddressOf(interfaces: Interfaces): string | null {
  const addresses = Object.values(interfaces).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}

/**
 * The proxy and the VPN connections in use (spec 1 §3). On Windows from settings, dialled connections and
 * adapters; elsewhere from the environment and tunnel interfaces. Throws `HostFailure`.
 */
export function readNetworkUse(sources: NetworkSources): Promise<FoundNetworkUse> {
  return checked('VPN and proxy', async () =>
    sources.platform === 'win32' ? await readWindows(sources) : readOther(sources),
  )
}

async function readWindows({ windows: { ask } }: NetworkSources): Promise<FoundNetworkUse> {
  const [proxy, dialled, adapters] = await Promise.all([
    ask('proxySetting', {}),
    ask('dialled', {}),
    ask('adapters', {}),
  ])
  const connections = dialled.map(({ entry }) => entry)
  const tunnels = adapters.filter(({ description }) => VPN_ADAPTER.test(description)).map(({ name }) => name)
  return { proxy, vpn: [...new Set([...connections, ...tunnels])] }
}

/** Of adapters' descriptions: drivers keep their English names in every language. */
const VPN_ADAPTER =
  /vpn|wireguard|wintun|tap-|tunnel|anyconnect|globalprotect|pangp|zerotier|tailscale|fortinet/i

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
/** Linux's names for tunnels. macOS' `utun` doesn't count, as the system has some of its own. */
const TUNNEL = /^(tun|tap|wg)\d+$/

function readOther({ env, interfaces }: NetworkSources): FoundNetworkUse {
  const proxy = PROXY_VARIABLES.map((name) => env[name]).find((value) => value)
  return {
    proxy: proxy === undefined ? null : withoutCredentials(proxy),
    vpn: Object.keys(interfaces()).filter((name) => TUNNEL.test(name)),
  }
}

/** A proxy's address without name and password. */
function withoutCredentials(proxy: string): string {
  return proxy.replace(/^([^/]*\/\/)?.*@/, '$1')
}
