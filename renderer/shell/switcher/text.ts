export const SWITCHER_TEXT = {
  name: 'Go to anything',
  placeholder: 'Find people, chats, pages …',
  close: 'Close',
  results: 'Results',
  failed: 'Not everything could be searched.',
  nothing: 'Nothing fits. Try fewer letters, or another name.',
  move: 'to move',
  open: 'to open',
  shortcuts: 'all shortcuts',
} as const

export function resultCount(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
