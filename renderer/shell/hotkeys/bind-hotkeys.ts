import { HOTKEYS, type HotkeyEntry, type HotkeyID, matches } from './hotkeys.ts'

/** What each key does. An action that answers false leaves the key to the browser. */
export type HotkeyActions = Readonly<Record<HotkeyID, () => unknown>>

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file'])

type Typing = 'no' | 'text' | 'formatted'

/** Whether the key would go into a text. */
function typingInto(target: EventTarget | null | undefined): Typing {
  if (!(target instanceof HTMLElement)) return 'no'
  if (target.isContentEditable) return 'formatted'
  if (target instanceof HTMLInputElement) return NO_TEXT.has(target.type) ? 'no' : 'text'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? 'text' : 'no'
}

const ENTRIES: readonly HotkeyEntry[] = HOTKEYS

/** The one listener for all of the table; returns what ends it. */
export function bindHotkeys(page: EventTarget, actions: HotkeyActions, isBlocked: () => boolean): () => void {
  const heard = (happened: Event) => {
    const event = happened as KeyboardEvent
    if (event.defaultPrevented || event.isComposing) return
    for (const entry of ENTRIES) {
      const action = (actions as Partial<Record<string, HotkeyActions[HotkeyID]>>)[entry.id]
      const combo = entry.combos.find((candidate) => matches(event, candidate))
      if (!action || !combo) continue
      const typing = typingInto(event.composedPath()[0])
      if (typing !== 'no' && !combo.ctrl) return
      if (typing === 'formatted' && entry.formats) return
      if (entry.always !== true && isBlocked()) return
      // A held key that may not repeat is kept from the browser all the same.
      const kept = event.repeat && entry.repeats !== true ? true : action()
      if (kept !== false) event.preventDefault()
      return
    }
  }
  page.addEventListener('keydown', heard)
  return () => page.removeEventListener('keydown', heard)
}
