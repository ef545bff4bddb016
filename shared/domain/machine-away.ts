/** Why somebody can't use their machine: its screen is locked, or it sleeps. */
export const MACHINE_AWAY = ['LOCKED', 'ASLEEP'] as const
export type MachineAway = (typeof MACHINE_AWAY)[number]

/** What is known of the machines that somebody works on. */
export interface MachineFacts {
  /** Whether a window of theirs is connected. */
  readonly isOnline: boolean
  /** Nobody touched it for long, and nobody answered. */
  readonly isIdle: boolean
  /** Whether they have ever used the desktop client. */
  readonly hasClient: boolean
  /** Of each window that is connected: why its machine can't be used; null where it can. */
  readonly windows: readonly (MachineAway | null)[]
  /** The machine of their desktop client went to sleep and hasn't come back. */
  readonly isAsleep: boolean
}

/**
 * How the live panel calls somebody's machine (spec 4 §4.4.1), by the best of several: nothing where they have no window
 * and never had one of the client.
 */
export function machineStatus({ isOnline, isIdle, hasClient, windows, isAsleep }: MachineFacts): string {
  if (!isOnline) return hasClient ? (isAsleep ? 'ASLEEP' : 'OFFLINE') : 'UNKNOWN'
  const [first] = windows
  // A second machine that can be used is the one that they sit at.
  if (first && windows.every((away) => away !== null)) return windows.includes('LOCKED') ? 'LOCKED' : first
  return isIdle ? 'IDLE' : 'ACTIVE'
}
