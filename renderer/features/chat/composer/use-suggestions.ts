import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { messageOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'

const NONE: readonly string[] = []

/** The last message, where it is somebody else's and has words to answer. */
function toAnswer(messages: readonly ChatMessage[] | undefined, myID: number): ChatMessage | null {
  const last = messages?.at(-1)
  return last && last.userID !== myID && last.type === 'TEXT' && !last.deleted ? last : null
}

/** Short answers to the last message of somebody else, asked for by a press (spec 2 §6). */
export function useSuggestions(threadKey: ThreadKey) {
  const chat = useChat()
  const { notices } = useServices()
  const last = useChatState((state) => toAnswer(state.conversations[threadKey]?.messages, state.me.id))
  const [found, setFound] = useState<{ to: number; replies: readonly string[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const given = useRef<AbortController | null>(null)
  useEffect(() => () => given.current?.abort(), [])
  const ask = async () => {
    if (!last) return
    const asked = new AbortController()
    given.current = asked
    setBusy(true)
    try {
      const replies = await chat.suggestReplies(last.message, asked.signal)
      if (replies.length === 0) notices.show('info', TEXT.noSuggestions)
      setFound({ to: last.id, replies })
    } catch (error) {
      if (!asked.signal.aborted) notices.show('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    canAsk: last !== null,
    ask: () => void ask(),
    replies: found !== null && found.to === last?.id ? found.replies : NONE,
    clear: () => setFound(null),
  }
}
