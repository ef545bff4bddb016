import type { PermissionName } from './permissions.ts'
import type { ReadingKind, TakenWhen } from './recorded-readings.ts'

/** What each reading is, in plain words. */
export const READING_WORDS: Readonly<Record<ReadingKind, string>> = {
  ACTIVITY: 'Your activity',
  OVERRIDE: 'Your activity, set by somebody else',
  IDLE: 'Time without mouse and keyboard',
  ACTIVE_APP: 'Program in front',
  PRESENCE: 'Whether you are there',
  DIALLER_STATUS: 'What you do at the dialler',
  DEVICE_GRADE: 'How good your machine is',
  WIFI: 'How good your wifi is',
  VPN: 'Your VPN',
  LOCATION: 'Whether your place is known',
  INTERVIEW: 'A call of yours',
  QC_LISTEN: 'Somebody listened to you',
  SCREEN: 'Your screen',
  MOOD: 'How you feel',
  REMOTE_COMMAND: 'Command to your windows',
  VIEW: 'Somebody looked',
}

/** What each is recorded for. */
export const READING_PURPOSES: Readonly<Record<ReadingKind, string>> = {
  ACTIVITY: 'To pay your hours and plan breaks',
  OVERRIDE: 'So that you can see who changed your activity, and why',
  IDLE: 'To ask you whether you still work',
  ACTIVE_APP: 'To find out which programs get in the way of calls',
  PRESENCE: 'So that colleagues know whether they can write to you',
  DIALLER_STATUS: 'So that nothing interrupts your calls',
  DEVICE_GRADE: 'To help you before your machine fails on a call',
  WIFI: 'To help you when calls break off',
  VPN: 'To help you when the dialler can’t be reached',
  LOCATION: 'Because your projects may only be worked on in certain places',
  INTERVIEW: 'To count what you reached, for you and your projects',
  QC_LISTEN: 'To keep interviews good, and to tell you who heard them',
  SCREEN: 'To help you, when you agree to it',
  MOOD: 'So that you can see how you are over time',
  REMOTE_COMMAND: 'So that you can see who did something to your windows',
  VIEW: 'So that you can see who looked at your data',
}

export const TAKEN_WORDS: Readonly<Record<TakenWhen, string>> = {
  SHIFT: 'On shift',
  AVAILABLE: 'While you are Available',
  ASKING: 'When you do it yourself',
  ALWAYS: 'Whenever it happens',
  NEVER: 'Never kept',
}

/** Who holds what shows a reading, as people know them. */
const SEERS: Partial<Record<PermissionName, string>> = {
  ISUPERVISOR_CAN_SEE_LIVE_PANEL: 'You and your supervisors',
  ISUPERVISOR_CAN_SEE_PERFORMANCE: 'You and your supervisors',
  ISUPERVISOR_CAN_SEE_QUALITY: 'You and those who check quality',
  IRESOURCE_CAN_SEE_MEASUREMENTS: 'You and those who see measurements',
  ADMIN_CAN_SEE_AUDIT_LOG: 'You and those who see the audit',
}

/** 'Only you' where no permission shows it. */
export const seerWords = (seenBy: string | null): string =>
  (seenBy === null ? null : SEERS[seenBy as PermissionName]) ?? 'Only you'

/** A reading as people read it, for the documents' names are in capitals: 'ON_CALL, Rail' is 'On call, Rail'. */
export function readingText(kind: ReadingKind, value: string): string {
  if (kind !== 'WIFI' && kind !== 'DIALLER_STATUS') return value
  const [name = '', ...rest] = value.split(', ')
  const words = name.toLowerCase().replaceAll('_', ' ')
  return [words.charAt(0).toUpperCase() + words.slice(1), ...rest].join(', ')
}
