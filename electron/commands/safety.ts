import type { OSHotfixes } from '#shared/host/safety-checks.ts'
import type { FoundNetworkUse } from '../services/safety-checks/network-use.ts'
import type { CommandHandlers } from './handlers.ts'

interface SafetyParts {
  readonly localAddress: () => string | null
  readonly readHotfixes: () => Promise<OSHotfixes>
  readonly readNetworkUse: () => Promise<FoundNetworkUse>
  /** Proxies and VPN connections that the company allows, by the present configuration. */
  readonly allowed: () => readonly string[]
}

/** The machine's location, network and updates (spec 1 §3, §4.8). */
export function safetyCommands(
  parts: SafetyParts,
): Pick<CommandHandlers, 'localAddress' | 'osHotfixCheck' | 'vpnProxyCheck'> {
  return {
    localAddress: () => parts.localAddress(),
    osHotfixCheck: () => parts.readHotfixes(),
    // No process is started for it, so that nobody waits for a turn, whether they ask `atOnce` or not.
    vpnProxyCheck: async () => ({
      ...(await parts.readNetworkUse()),
      allowed: [...parts.allowed()],
    }),
  }
}
