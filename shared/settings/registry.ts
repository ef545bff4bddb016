import { ACCESS } from './access.ts'
import { ACTIVITY } from './activity.ts'
import { DEVICES } from './devices.ts'
import { LOOK_AND_WORDS } from './look-and-words.ts'
import { RECORDED_READINGS } from './recorded-readings.ts'
import { RETENTION } from './retention.ts'
import type { Setting } from './setting.ts'
import { WORK } from './work.ts'

/**
 * Every setting of the installation (spec 5 §5.1): what it is called and means, what it can be and what it is at
 * first. The Settings page, the check of what is saved and the server's readers go by this one list.
 */
export const SETTINGS = {
  ...LOOK_AND_WORDS,
  ...DEVICES,
  ...ACTIVITY,
  ...WORK,
  ...RECORDED_READINGS,
  ...ACCESS,
  ...RETENTION,
} as const

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<K extends SettingKey> = (typeof SETTINGS)[K] extends Setting<infer T> ? T : never

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** The setting of that key, whatever its values are. */
export const settingOf = (key: SettingKey): Setting => SETTINGS[key]

/** The name of its row in the database. */
export const rowOf = (key: SettingKey): string => settingOf(key).row ?? `setting.${key}`
