import { DEVICE_HEALTH_LIMIT_MS } from '../services/device-health/device-health-service.ts'
import { HOTFIX_LIMIT_MS } from '../services/safety-checks/hotfixes.ts'
import { NETWORK_USE_LIMIT_MS } from '../services/safety-checks/network-use.ts'

const USUAL_LIMIT_MS = 5_000

/** A command that has a time limit of its own is given this much more, so that its own words arrive. */
const MARGIN_MS = 2_000

const limits: Readonly<Record<string, number>> = {
  deviceHealthCheck: DEVICE_HEALTH_LIMIT_MS + MARGIN_MS,
  osHotfixCheck: HOTFIX_LIMIT_MS + MARGIN_MS,
  vpnProxyCheck: NETWORK_USE_LIMIT_MS + MARGIN_MS,
}

/** After how many milliseconds a command is given up. */
export function commandTimeLimit(name: string): number {
  return limits[name] ?? USUAL_LIMIT_MS
}
