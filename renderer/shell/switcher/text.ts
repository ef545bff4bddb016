export const SWITCHER_TEXT = {
  name: 'Go to anything',
  placeholder: 'Find people, messages, help, pages …',
  close: 'Close',
  results: 'Results',
  searching: 'Searching …',
  help: 'Help',
  askForHelp: 'Ask for help',
  /** What the entries about keys are found by, too. */
  shortcutWords: 'keyboard shortcut hotkey',
  failed: 'Not everything could be searched.',
  nothing: 'Nothing fits. Try fewer letters, or another name.',
  move: 'to move',
  open: 'to open',
  shortcuts: 'all shortcuts',
} as const

export function resultCount(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
