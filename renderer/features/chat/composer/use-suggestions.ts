import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useChat, useChatState } from '../chat-context.tsx'

import type { ChatState, ThreadKey } from '../store/state.ts'
import { TEXT } from './text.ts'

const NONE: readonly string[] = []

/** The last message, where it is somebody else's and has words to answer. */
function toAnswer(messages: readonly ChatMessage[] | undefined, myID: number): ChatMessage | null {
  const last = messages?.at(-1)
  return last && last.userID !== myID && last.type === 'TEXT' && !last.deleted ? last : null
}

/** Short answers to the last message of somebody else, asked for by a press (spec 2 §6). */
export function useSuggestions(threadKey: ThreadKey) {
  const chat = useChat<'store' | 'suggestReplies'>()
  const { notices } = useServices()
  const lastOf = ({ conversations, me }: ChatState) => toAnswer(conversations[threadKey]?.messages, me.id)
  const [found, setFound] = useState<{ to: number; replies: readonly string[] } | null>(null)
  const [busy, setBusy] = useState(false)
  // Not the message itself: the composer isn't drawn again for each that comes.
  const canAsk = useChatState((state) => lastOf(state) !== null)
  const isAnswer = useChatState((state) => found !== null && lastOf(state)?.id === found.to)
  const given = useRef<AbortController | null>(null)
  useEffect(() => () => given.current?.abort(), [])
  const ask = async () => {
    const last = lastOf(chat.store.getState())
    if (!last) return
    const asked = new AbortController()
    given.current = asked
    setBusy(true)
    try {
      const replies = await chat.suggestReplies(last.message, asked.signal)
      if (replies.length === 0) notices.show('info', TEXT.noSuggestions)
      setFound({ to: last.id, replies })
    } catch (error) {
      if (!asked.signal.aborted) notices.show('error', reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    canAsk,
    ask: () => void ask(),
    replies: isAnswer && found ? found.replies : NONE,
    clear: () => setFound(null),
  }
}
