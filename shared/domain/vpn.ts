/** Uptime above which the VPN's time is a warning, then a danger, in seconds (spec 1 §9). */
export const VPN_WARNING_SECONDS = 32_400
export const VPN_DANGER_SECONDS = 34_200

/** How often the host is asked for the VPN's uptime, in milliseconds. Ours. */
export const VPN_POLL_MS = 5_000

/**
 * How the VPN's time looks: pulsing, warning, or pulsing in danger's colour; `off` where it isn't connected.
 */
export type VpnTone = 'off' | 'normal' | 'warning' | 'danger'

/** @param seconds for which the VPN has been connected; connected is above 0 (spec 1 §4.8) */
export function vpnTone(seconds: number): VpnTone {
  if (!(seconds > 0)) return 'off'
  if (seconds > VPN_DANGER_SECONDS) return 'danger'
  return seconds > VPN_WARNING_SECONDS ? 'warning' : 'normal'
}
