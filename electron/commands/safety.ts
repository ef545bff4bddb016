import type { OSHotfixes } from '#shared/host/safety-checks.ts'
import type { FoundNetworkUse } from '../services/safety-checks/network-use.ts'
import type { CommandHandlers } from './handlers.ts'

interface SafetyParts {
  readonly localAddress: () => string | null
  readonly readHotfixes: () => Promise<OSHotfixes>
  /** @param atOnce without waiting for other polls */
  readonly readNetworkUse: (atOnce: boolean) => Promise<FoundNetworkUse>
  /** Proxies and VPN connections that are the company's own, as they are configured now. */
  readonly allowed: () => readonly string[]
}

/** Where the machine is, and whether its network and its updates are in order (spec 1 §3, §4.8). */
export function safetyCommands(
  parts: SafetyParts,
): Pick<CommandHandlers, 'localAddress' | 'osHotfixCheck' | 'vpnProxyCheck'> {
  return {
    localAddress: () => parts.localAddress(),
    osHotfixCheck: () => parts.readHotfixes(),
    vpnProxyCheck: async (request) => ({
      ...(await parts.readNetworkUse(request?.atOnce ?? false)),
      allowed: [...parts.allowed()],
    }),
  }
}
