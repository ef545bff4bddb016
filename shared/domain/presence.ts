import { SYSTEM_USER_ID } from './chat.ts'

/** A person's presence (spec 1 §3), in the wire's spelling. */
export const PRESENCE_VALUES = [
  'ONLINE',
  'AVAILABLE',
  'AWAY',
  'BE RIGHT BACK',
  'BUSY',
  'IN_CALL',
  'MEETING',
  'DO_NOT_DISTURB',
  'PRESENTING',
  'OUT_OF_OFFICE',
] as const
export type Presence = (typeof PRESENCE_VALUES)[number]

/** The id of nobody: shown by initials, and never asked for (spec 1 §3). */
export const NO_USER_ID = 0

/** How a status dot looks: present, away, occupied, not to be disturbed, or offline. */
export type PresenceTone = 'here' | 'away' | 'busy' | 'blocked' | 'out'

export interface PresenceLook {
  readonly label: string
  readonly tone: PresenceTone
}

export const PRESENCE_LOOKS: Readonly<Record<Presence, PresenceLook>> = {
  ONLINE: { label: 'Online', tone: 'here' },
  AVAILABLE: { label: 'Available', tone: 'here' },
  AWAY: { label: 'Away', tone: 'away' },
  'BE RIGHT BACK': { label: 'Be right back', tone: 'away' },
  BUSY: { label: 'Busy', tone: 'busy' },
  IN_CALL: { label: 'In a call', tone: 'busy' },
  MEETING: { label: 'In a meeting', tone: 'busy' },
  DO_NOT_DISTURB: { label: 'Do not disturb', tone: 'blocked' },
  PRESENTING: { label: 'Presenting', tone: 'blocked' },
  OUT_OF_OFFICE: { label: 'Out of office', tone: 'out' },
}

/** The wire's status as a presence; null for an unknown one. */
export function readPresence(status: string): Presence | null {
  return PRESENCE_VALUES.find((value) => value === status) ?? null
}

/** A person's presence: SAM is always ONLINE, nobody has none (spec 1 §3). */
export function presenceOf(userID: number, status: Presence | null): Presence | null {
  if (userID === SYSTEM_USER_ID) return 'ONLINE'
  return userID === NO_USER_ID ? null : status
}
