import type { PermissionName } from './permissions.ts'

/** What of a person is recorded (spec 4 §2.2). VIEW is that somebody looked. */
export const READING_KINDS = [
  'ACTIVITY',
  'OVERRIDE',
  'IDLE',
  'ACTIVE_APP',
  'PRESENCE',
  'DIALLER_STATUS',
  'DEVICE_GRADE',
  'WIFI',
  'VPN',
  'LOCATION',
  'INTERVIEW',
  'QC_LISTEN',
  'SCREEN',
  'MOOD',
  'REMOTE_COMMAND',
  'VIEW',
] as const
export type ReadingKind = (typeof READING_KINDS)[number]

/** Those that are read of a machine while its person works: an installation has each on or off. */
export const MACHINE_KINDS = ['IDLE', 'ACTIVE_APP', 'DEVICE_GRADE', 'WIFI', 'VPN', 'LOCATION'] as const
/** Those that say how good a machine and its network are. */
export const DEVICE_KINDS = ['DEVICE_GRADE', 'WIFI', 'VPN'] as const
export type MachineKind = (typeof MACHINE_KINDS)[number]

export const isMachineKind = (kind: ReadingKind): kind is MachineKind =>
  MACHINE_KINDS.some((one) => one === kind)

/** Nothing of these is kept in this product: who is there and what a screen shows is seen while it is so. */
export const NEVER_KEPT: readonly ReadingKind[] = ['PRESENCE', 'SCREEN']

/** When a reading is taken. */
export type TakenWhen = 'SHIFT' | 'AVAILABLE' | 'ASKING' | 'ALWAYS' | 'NEVER'

interface ReadingRule {
  readonly when: TakenWhen
  /** What shows it to others; null: nobody is shown it. */
  readonly seenBy: PermissionName | null
}

export const READING_RULES: Readonly<Record<ReadingKind, ReadingRule>> = {
  ACTIVITY: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  OVERRIDE: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  IDLE: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  ACTIVE_APP: { when: 'AVAILABLE', seenBy: 'IRESOURCE_CAN_SEE_MEASUREMENTS' },
  PRESENCE: { when: 'NEVER', seenBy: null },
  DIALLER_STATUS: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  DEVICE_GRADE: { when: 'ASKING', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  WIFI: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  VPN: { when: 'SHIFT', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  LOCATION: { when: 'SHIFT', seenBy: 'IRESOURCE_CAN_SEE_MEASUREMENTS' },
  INTERVIEW: { when: 'AVAILABLE', seenBy: 'ISUPERVISOR_CAN_SEE_PERFORMANCE' },
  QC_LISTEN: { when: 'AVAILABLE', seenBy: 'ISUPERVISOR_CAN_SEE_QUALITY' },
  SCREEN: { when: 'NEVER', seenBy: null },
  MOOD: { when: 'ASKING', seenBy: null },
  REMOTE_COMMAND: { when: 'ALWAYS', seenBy: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL' },
  VIEW: { when: 'ALWAYS', seenBy: 'ADMIN_CAN_SEE_AUDIT_LOG' },
}

/** How one kind is kept. */
export interface KindPolicy {
  readonly isOn: boolean
  /** Whole days. */
  readonly keepDays: number
}
export type ReadingPolicy = Readonly<Record<MachineKind, KindPolicy>>

/** A policy that was saved, and the one before it. `at` in milliseconds since 1970. */
export interface PolicyChange {
  readonly at: number
  readonly before: ReadingPolicy
  readonly after: ReadingPolicy
}

/** So long after it was saved a looser policy takes effect; a stricter one does at once (spec 4 §5.4). */
export const LOOSER_AFTER_MS = 7 * 86_400_000

/** Kinds that one policy takes, or keeps longer, and the other doesn't. */
export const looserKinds = (before: ReadingPolicy, after: ReadingPolicy): MachineKind[] =>
  MACHINE_KINDS.filter((kind) => {
    const [was, is] = [before[kind], after[kind]]
    return is.isOn && (!was.isOn || is.keepDays > was.keepDays)
  })

/** Of a kind the strictest that was saved in the last seven days, or held when they began. */
function strictest(policies: readonly ReadingPolicy[], kind: MachineKind): KindPolicy {
  const all = policies.map((policy) => policy[kind])
  return {
    isOn: all.every(({ isOn }) => isOn),
    keepDays: Math.min(...all.map(({ keepDays }) => keepDays)),
  }
}

/**
 * What holds now (spec 4 §5.4). @param changes of the last days, in the order in which they were saved
 * @param saved the policy as it was saved last
 */
export function policyInForce(
  changes: readonly PolicyChange[],
  saved: ReadingPolicy,
  now: number,
): ReadingPolicy {
  const recent = changes.filter(({ at }) => at > now - LOOSER_AFTER_MS)
  const policies = [saved, ...recent.flatMap(({ before, after }) => [before, after])]
  const entries = MACHINE_KINDS.map((kind) => [kind, strictest(policies, kind)])
  // Each kind is there.
  return Object.fromEntries(entries) as unknown as ReadingPolicy
}

/** From when a kind is as it was saved; null where it is already. */
export function loosensAt(
  changes: readonly PolicyChange[],
  saved: ReadingPolicy,
  kind: MachineKind,
  now: number,
): number | null {
  const inForce = policyInForce(changes, saved, now)[kind]
  if (inForce.isOn === saved[kind].isOn && inForce.keepDays === saved[kind].keepDays) return null
  const last = changes.findLast(({ before }) => looserKinds(before, saved).includes(kind))
  return last ? last.at + LOOSER_AFTER_MS : null
}
