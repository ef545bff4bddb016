import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { finishedEmoji, type MentionText, type Placed, withText } from './mention-text.ts'

interface FinishedEmoji {
  readonly value: MentionText
  readonly onChange: (next: MentionText) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly named: (name: string) => string | undefined
}

/**
 * Puts the emoji in place of a name that was typed between two colons. Backspace right after it, or Ctrl+Z
 * before anything else is typed, gives the name back, which then stays.
 */
export function useFinishedEmoji({ value, onChange, input, named }: FinishedEmoji) {
  const last = useRef<{ readonly typed: Placed; readonly put: Placed }>(null)
  const place = ({ value: next, caret }: Placed) => {
    flushSync(() => onChange(next))
    input.current?.setSelectionRange(caret, caret)
  }
  return {
    /** True where what was typed ended such a name, and was taken care of. */
    onTyped(next: MentionText, caret: number): boolean {
      last.current = null
      const isColon = next.text.slice(0, caret - 1) + next.text.slice(caret) === value.text
      const query = isColon ? finishedEmoji(next, caret) : null
      const emoji = query && named(query.name)
      if (!query || !emoji) return false
      last.current = { typed: { value: next, caret }, put: withText(next, query.start, caret, emoji) }
      place(last.current.put)
      return true
    },
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
      const made = last.current
      if (!made || value.text !== made.put.value.text || event.altKey || event.shiftKey) return false
      const command = event.ctrlKey || event.metaKey
      const { selectionStart, selectionEnd } = event.currentTarget
      const isRightAfter = selectionStart === made.put.caret && selectionEnd === made.put.caret
      const takesBack =
        (event.key === 'Backspace' && !command && isRightAfter) || (event.key === 'z' && command)
      if (!takesBack) return false
      event.preventDefault()
      last.current = null
      place(made.typed)
      return true
    },
  }
}
