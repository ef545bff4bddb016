/** A combination of keys, as `KeyboardEvent.key` names the last one. */
interface Combo {
  readonly ctrl: boolean
  /** Any of these; letters are meant without Shift, signs however the keyboard makes them. */
  readonly keys: readonly string[]
  /** As the sheet shows it. */
  readonly shown: readonly string[]
}

export const HOTKEY_GROUPS = ['Getting around', 'Reading', 'Session'] as const

export interface HotkeyEntry {
  readonly id: string
  readonly group: (typeof HOTKEY_GROUPS)[number]
  readonly combos: readonly Combo[]
  /** What it does, in a person's words. */
  readonly does: string
  /** Where it works; absent for everywhere. */
  readonly where?: string
  /** Whether it also fires again and again while it is held. */
  readonly repeats?: boolean
  /** Whether an editor with formatting has a use of its own for it. */
  readonly formats?: boolean
  /** Whether it still works while the shell is blocked, such as when the companion is missing. */
  readonly always?: boolean
}

const ctrl = (key: string, ...others: string[]): Combo => ({
  ctrl: true,
  keys: [key.toLowerCase(), ...others],
  shown: ['Ctrl', key],
})
const bare = (key: string): Combo => ({ ctrl: false, keys: [key], shown: [key] })

/** Every hotkey of the shell (spec 1 §9). The sheet and the listener both go by this table. */
export const HOTKEYS = [
  {
    id: 'switcher',
    group: 'Getting around',
    combos: [ctrl('K')],
    does: 'Go to a person, chat, page or action',
  },
  { id: 'search', group: 'Getting around', combos: [ctrl('F')], does: 'Search in the current screen' },
  {
    id: 'sheet',
    group: 'Getting around',
    combos: [bare('?'), ctrl('/')],
    does: 'Show these keyboard shortcuts',
  },
  { id: 'info', group: 'Session', combos: [ctrl('I')], does: 'About this session', formats: true },
  {
    id: 'read-aloud',
    group: 'Reading',
    combos: [ctrl('M')],
    does: 'Read the selected text aloud, or stop',
  },
  {
    id: 'zoom-in',
    group: 'Reading',
    combos: [ctrl('+', '=')],
    does: 'Make everything larger',
    repeats: true,
    always: true,
  },
  {
    id: 'zoom-out',
    group: 'Reading',
    combos: [ctrl('-')],
    does: 'Make everything smaller',
    repeats: true,
    always: true,
  },
  { id: 'zoom-reset', group: 'Reading', combos: [ctrl('0')], does: 'Usual size', always: true },
  {
    id: 'renew',
    group: 'Session',
    combos: [ctrl('Q')],
    does: 'Renew the session and look for an update',
    always: true,
  },
  {
    id: 'device-id',
    group: 'Session',
    combos: [ctrl('Q')],
    does: 'Show the device ID while held',
    where: 'Sign-in screen',
  },
  {
    id: 'refresh',
    group: 'Session',
    combos: [ctrl('R')],
    does: 'Refresh',
    where: 'Desktop client',
    always: true,
  },
] as const satisfies readonly HotkeyEntry[]

/** Those that are the sign-in screen's own affair have no action here. */
export type HotkeyID = Exclude<(typeof HOTKEYS)[number]['id'], 'device-id'>

/** Whether the keys are pressed as the combination says. */
export function matches(event: KeyboardEvent, { ctrl: withCtrl, keys }: Combo): boolean {
  // AltGr is Ctrl and Alt together: it makes characters.
  if (event.ctrlKey !== withCtrl || event.altKey || event.metaKey) return false
  const isLetter = /^[a-z]$/i.test(event.key)
  return !(isLetter && event.shiftKey) && keys.includes(event.key.toLowerCase())
}
