import { ROUND_TRIPS_KEPT, type RoundTrip } from './round-trips.ts'

/** How often the machine's load is read, in milliseconds. */
export const LOAD_CHECK_MS = 30_000
/** How often the network and the security updates are checked, in milliseconds. */
export const SAFETY_CHECK_MS = 300_000
/** A notice of the guard is repeated after this long at the earliest, in milliseconds. */
export const GUARD_NOTICE_MS = 300_000

/** Loads above these are poor, in percent (spec 1 §9). */
const POOR_CPU_USAGE = 90
const POOR_MEMORY_USAGE = 90
/** How many readings in a row must be poor: short peaks don't count. The spec names no number. */
const SLOW_READINGS = 3

/** How many of the last round trips must be bad. The spec names no number. */
const UNSTABLE_ROUND_TRIPS = 3
/** From here on a round trip is bad, in milliseconds: three times what the spinner waits (spec 1 §9). */
const SLOW_ROUND_TRIP_MS = 3000

const DAY_MS = 86_400_000
/**
 * Windows is updated monthly: without an update for this long at least two were missed. The spec names no
 * number.
 */
export const PATCH_AGE_DAYS = 90

const ON_BATTERY = 'You are on battery: plug in the charger.'

/**
 * Spec 1 §8 gives how the texts begin, and says without detail that the wording differs on battery. Here the
 * text on battery goes on with a hint, since machines save power at the cost of speed.
 */
export const GUARD_TEXT = {
  unstable: 'Your internet connection is unstable...',
  slow: 'Your machine is running slow...',
  unsupported: 'Unsupported device',
} as const

export function guardWording(about: 'unstable' | 'slow', onBattery: boolean): string {
  return onBattery ? `${GUARD_TEXT[about]} ${ON_BATTERY}` : GUARD_TEXT[about]
}

export type NetworkLocation = 'OFFICE' | 'HOME' | 'UNKNOWN'

/** Where a person works, by their machine's local address; null as long as it isn't known (spec 1 §4.8). */
export function networkLocation(address: string | null): NetworkLocation {
  if (address === null) return 'UNKNOWN'
  return address.startsWith('172.') ? 'OFFICE' : 'HOME'
}

/** One reading, in percent; null where it couldn't be read, which doesn't count as poor. */
export interface LoadReading {
  readonly cpuUsage: number | null
  readonly memoryUsage: number | null
}

/** How many readings in a row were poor, with this one. */
export function poorReadings(before: number, { cpuUsage, memoryUsage }: LoadReading): number {
  const poor = (cpuUsage ?? 0) > POOR_CPU_USAGE || (memoryUsage ?? 0) > POOR_MEMORY_USAGE
  return poor ? before + 1 : 0
}

export function isSlow(poorInARow: number): boolean {
  return poorInARow >= SLOW_READINGS
}

/** Whether 3 of the last 10 round trips had no answer or took over 3 s. A refusal is an answer. */
export function isUnstable(trips: readonly RoundTrip[]): boolean {
  const bad = trips
    .slice(-ROUND_TRIPS_KEPT)
    .filter(({ answered, ms }) => !answered || ms > SLOW_ROUND_TRIP_MS)
  return bad.length >= UNSTABLE_ROUND_TRIPS
}

export interface NetworkUse {
  /** A proxy's address or the address of its script; null for none. */
  readonly proxy: string | null
  /** Names of the connected VPNs. */
  readonly vpn: readonly string[]
}

/**
 * The proxy and VPNs in use that the company doesn't allow; null where there are none. By default no VPN is
 * allowed (spec 1 §9). As in Windows, upper and lower case don't matter.
 */
export function unauthorised({ proxy, vpn }: NetworkUse, allowed: readonly string[]): NetworkUse | null {
  const known = new Set(allowed.map((name) => name.toLowerCase()))
  const isForeign = (name: string) => !known.has(name.toLowerCase())
  const foreign = { proxy: proxy !== null && isForeign(proxy) ? proxy : null, vpn: vpn.filter(isForeign) }
  return foreign.proxy === null && foreign.vpn.length === 0 ? null : foreign
}

/**
 * Whether the newest update is older than 90 days.
 * @param installedOn days as YYYY-MM-DD; null where the system doesn't tell, which depends on its language.
 * If it tells none, nothing is known and nobody is warned.
 * @param now in milliseconds since 1970
 */
export function patchesMissing(installedOn: readonly (string | null)[], now: number): boolean {
  const days = installedOn.flatMap((day) => (day === null ? [] : [Date.parse(day)]))
  return days.length > 0 && now - Math.max(...days) > PATCH_AGE_DAYS * DAY_MS
}
