/**
 * Keys of a call, the same as in the programs that people know: its listener and the sheet of keyboard shortcuts go by
 * this table. All with Ctrl and Shift, so that they work while somebody types.
 */
export const CALL_KEYS = [
  { id: 'mute', key: 'm', shown: ['Ctrl', 'Shift', 'M'], does: 'Mute yourself, or unmute' },
  { id: 'camera', key: 'o', shown: ['Ctrl', 'Shift', 'O'], does: 'Turn your camera on or off' },
  { id: 'hand', key: 'k', shown: ['Ctrl', 'Shift', 'K'], does: 'Raise your hand, or lower it' },
  { id: 'leave', key: 'h', shown: ['Ctrl', 'Shift', 'H'], does: 'Leave the call' },
] as const

/** Push to talk, which is a choice among the devices. */
export const TALK_KEY = {
  shown: ['Space'],
  does: 'While muted, talk as long as it is held, if you chose that',
} as const

export type CallKeyID = (typeof CALL_KEYS)[number]['id']

/** What the pressed keys mean in a call; null for nothing. */
export function callKeyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>,
): CallKeyID | null {
  if (!event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return null
  return CALL_KEYS.find(({ key }) => key === event.key.toLowerCase())?.id ?? null
}
