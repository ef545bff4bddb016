import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { EMPTY_TEXT, fromMarkup, type MentionText, toMarkup, withText } from './mention-text.ts'

/** The text that is being written to a conversation: its draft, kept with every change. */
export function useComposerText(threadKey: ThreadKey) {
  const chat = useChat<'draftOf' | 'saveDraft'>()
  const input = useRef<HTMLTextAreaElement>(null)
  const revision = useChatState((state) => state.draftRevisions[threadKey] ?? 0)
  const [value, setValue] = useState<MentionText>(() => fromMarkup(chat.draftOf(threadKey)))
  const [seen, setSeen] = useState(revision)
  if (seen !== revision) {
    setSeen(revision)
    setValue(fromMarkup(chat.draftOf(threadKey)))
  }
  const change = useCallback(
    (next: MentionText) => {
      setValue(next)
      chat.saveDraft(threadKey, toMarkup(next))
    },
    [chat, threadKey],
  )
  /** Puts text where the caret is, in place of what is selected. */
  const insert = (inserted: string) => {
    const { selectionStart = value.text.length, selectionEnd = value.text.length } = input.current ?? {}
    const placed = withText(value, selectionStart, selectionEnd, inserted)
    flushSync(() => change(placed.value))
    input.current?.focus()
    input.current?.setSelectionRange(placed.caret, placed.caret)
  }
  return { value, change, insert, input, clear: () => setValue(EMPTY_TEXT) }
}
