import type { Shape } from './shape.ts'

/** The sections of the Settings page, in its order (spec 5 §5.1). */
export const SETTING_SECTIONS = {
  look: 'Look',
  words: 'Words',
  devices: 'Devices',
  activity: 'Activity rules',
  projects: 'Projects',
  workingTime: 'Working time',
  recordedReadings: 'Recorded readings',
  signIn: 'Sign-in',
  quiet: 'Quiet limits',
  chat: 'Chat and AI',
  help: 'Summary, help',
  messages: 'Mail and flags',
  licence: 'Licence',
  retention: 'Retention',
} as const
export type SettingSection = keyof typeof SETTING_SECTIONS

/** A setting of the installation: what it is called and means, what it can be, and what it is at first. */
export interface Setting<T = unknown> {
  readonly section: SettingSection
  readonly label: string
  readonly meaning: string
  readonly shape: Shape<T>
  readonly usual: T
  /** Where documents 4 and 6 aren't built yet that go by it: what will. Null where it holds now. */
  readonly awaits: string | null
  /** The name of its row, where that is older than the registry; else `setting.` and the key. */
  readonly row: string | null
}

export interface Words {
  readonly label: string
  readonly meaning: string
  readonly awaits?: string
  readonly row?: string
}

/** Declares settings of one section. */
export const inSection =
  (section: SettingSection) =>
  <T>(shape: Shape<T>, usual: T, { label, meaning, awaits = '', row = '' }: Words): Setting<T> => ({
    section,
    label,
    meaning,
    shape,
    usual,
    awaits: awaits === '' ? null : awaits,
    row: row === '' ? null : row,
  })
