/** Time between two readings of the wifi, in milliseconds (spec 1 §9). */
export const WIFI_POLL_MS = 5_000

/** The signal that means no network; signals above the second number mean a cable (spec 1 §4.8). */
const NO_NETWORK_SIGNAL = 999
const WIFI_SIGNAL_MAX = 100

export type NetworkSignal =
  | { readonly kind: 'none' | 'wired' }
  | { readonly kind: 'wifi'; readonly percent: number }

/** What a signal means. 'No network' is tested first, since its number is also above 100. */
export function readNetworkSignal(signal: number): NetworkSignal {
  if (signal === NO_NETWORK_SIGNAL) return { kind: 'none' }
  if (signal > WIFI_SIGNAL_MAX) return { kind: 'wired' }
  return { kind: 'wifi', percent: Math.max(0, Math.round(signal)) }
}
