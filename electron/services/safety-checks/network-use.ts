import type { NetworkInterfaceInfo } from 'node:os'
import * as z from 'zod/mini'
import type { RunCommand } from '../../platform/command-runner.ts'
import { parseJsonList, powerShell, powerShellArguments, windowsProgram } from '../win32/windows-programs.ts'
import { checked } from './checked.ts'

/** Limit for the three programs, which run at the same time; PowerShell starts slowly. */
export const NETWORK_USE_LIMIT_MS = 15_000

/** Network interfaces by name, as from `os.networkInterfaces`. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

export interface NetworkSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunCommand
  readonly interfaces: () => Interfaces
}

export interface FoundNetworkUse {
  readonly proxy: string | null
  readonly vpn: string[]
}

const LIMITS = { timeLimitMs: NETWORK_USE_LIMIT_MS, outputLimitBytes: 256 * 1024 }
const INTERNET_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
const ADAPTERS =
  "Get-NetAdapter | Where-Object {$_.Status -eq 'Up'} | Select-Object Name,InterfaceDescription | ConvertTo-Json -Compress"

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

async function readWindows({ env, run }: NetworkSources): Promise<FoundNetworkUse> {
  const [settings, dialled, adapters] = await Promise.all([
    run(windowsProgram(env, 'reg.exe'), ['query', INTERNET_SETTINGS], LIMITS),
    run(windowsProgram(env, 'rasdial.exe'), [], LIMITS),
    run(powerShell(env), powerShellArguments(ADAPTERS), LIMITS),
  ])
  const vpn = new Set([...parseDialled(dialled), ...parseVpnAdapters(adapters)])
  return { proxy: parseProxySettings(settings), vpn: [...vpn] }
}

/** The proxy in the output of `reg query`; a proxy script counts as one. Throws for other output. */
export function parseProxySettings(output: string): string | null {
  const values = new Map<string, string>()
  for (const [, name, value] of output.matchAll(/^ {4}(\S.*?) {4}REG_\w+ {4}(.*?)\s*$/gm)) {
    if (name !== undefined && value !== undefined) values.set(name, value)
  }
  if (values.size === 0) throw new Error('The registry told no settings.')
  const enabled = Number(values.get('ProxyEnable') ?? 0) === 1
  return (enabled && values.get('ProxyServer')) || values.get('AutoConfigURL') || null
}

/**
 * The connections in the output of `rasdial`. Its sentences depend on the language, their places don't: the
 * first line says whether there are any, the last that it is done, and the names are in between. Throws for
 * shorter output.
 */
export function parseDialled(output: string): string[] {
  const lines = output.split(/\r?\n/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  if (filled.length < 2) throw new Error('The dialled connections were not listed.')
  return filled.slice(1, -1)
}

const VPN_ADAPTER =
  /vpn|wireguard|wintun|tap-|tunnel|anyconnect|globalprotect|pangp|zerotier|tailscale|fortinet/i
const printedAdapters = z.array(z.object({ Name: z.string(), InterfaceDescription: z.string() }))

/** Names of the adapters with a VPN's driver; drivers keep their English names in every language. */
export function parseVpnAdapters(output: string): string[] {
  return z
    .parse(printedAdapters, parseJsonList(output))
    .filter(({ InterfaceDescription }) => VPN_ADAPTER.test(InterfaceDescription))
    .map(({ Name }) => Name)
}

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
