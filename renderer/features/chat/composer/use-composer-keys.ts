import type { KeyboardEvent } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'

interface ComposerKeys {
  readonly threadKey: ThreadKey
  readonly isEmpty: boolean
  readonly rewording: {
    readonly busy: boolean
    readonly cancel: () => void
    readonly undo: (() => void) | null
  }
}

/**
 * Escape ends the rewording or the reply, Ctrl+Z takes a rewording back, ArrowUp in an empty
 * composer opens the last own message to be edited.
 */
export function useComposerKeys({ threadKey, isEmpty, rewording }: ComposerKeys) {
  const chat = useChat<'clearReply' | 'openDialog' | 'store'>()
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, shiftKey, altKey } = event
    const command = event.ctrlKey || event.metaKey
    const { replies, conversations, me } = chat.store.getState()
    if (key === 'Escape' && rewording.busy) rewording.cancel()
    else if (key === 'Escape' && replies[threadKey]) chat.clearReply(threadKey)
    else if (key === 'z' && command && !shiftKey && rewording.undo) {
      event.preventDefault()
      rewording.undo()
    } else if (key === 'ArrowUp' && isEmpty && !command && !shiftKey && !altKey) {
      const last = lastOwn(conversations[threadKey]?.messages, me.id)
      if (!last) return
      event.preventDefault()
      chat.openDialog({ kind: 'edit', thread: threadKey, messageID: last.id })
    }
  }
}

/** The person's last message that has a text to edit. */
function lastOwn(messages: readonly ChatMessage[] = [], myID: number): ChatMessage | undefined {
  return messages.findLast(({ userID, type, deleted }) => userID === myID && type === 'TEXT' && !deleted)
}
