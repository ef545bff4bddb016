import type { AudioSetting } from '../contract/settings-entities.ts'
import { mentionedIDs } from './chat.ts'

/** What decides whether a message is announced. */
export interface Told {
  readonly isMentioned: boolean
  readonly isSnoozed: boolean
  /** The person's quiet hours run. */
  readonly isQuiet: boolean
}

/** Whether a message mentions the person, by name or among 'Everyone' and 'Admins' (id 0). */
export function isMentioned(text: string, userID: number): boolean {
  const ids = mentionedIDs(text)
  return ids.includes(userID) || ids.includes(0)
}

/**
 * Whether a message makes a sound: by the setting, never while its conversation is snoozed (spec 2 §2, §4).
 */
export function sounds(setting: AudioSetting['newMessageSound'], told: Told): boolean {
  if (told.isQuiet || told.isSnoozed || setting === 'NONE') return false
  return setting === 'ALL' || told.isMentioned
}

/** Whether the browser shows a message as a notification (spec 2 §2). */
export function notifies(setting: AudioSetting['browserNotificationSetting'], told: Told): boolean {
  if (told.isQuiet || told.isSnoozed || !setting.isEnabled) return false
  return told.isMentioned || !setting.notifyOnlyWhenMentioned
}
