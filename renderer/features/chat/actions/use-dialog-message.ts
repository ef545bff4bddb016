import { useQuery } from '@tanstack/react-query'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from './text.ts'

/** The message that a dialog is about, and its conversation. */
export type DialogMessage =
  | { readonly state: 'ready'; readonly message: ChatMessage; readonly thread: ChatThread }
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly text: string }

/** From what the conversation keeps, as it stands; else from the server: other tabs show older ones, too. */
export function useDialogMessage(threadKey: ThreadKey, messageID: number): DialogMessage {
  const { api } = useServices()
  const thread = useChatState((state) => threadOf(state, threadKey))
  const kept = useChatState((state) =>
    state.conversations[threadKey]?.messages.find(({ id }) => id === messageID),
  )
  const asked = useQuery({
    queryKey: ['chat-message', threadKey, messageID],
    enabled: kept === undefined && thread !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (!thread) return null
      const { source, sourceID } = thread
      const request = { id: messageID, source, sourceID }
      const page = await api.call(loadMessagesAround, request, { quiet: true, signal })
      return page.messages.find(({ id }) => id === messageID) ?? null
    },
  })
  const message = kept ?? asked.data
  if (!thread) return { state: 'error', text: TEXT.messageGone }
  if (message) return { state: 'ready', message, thread }
  if (asked.isError) return { state: 'error', text: reasonOf(asked.error) }
  return asked.data === null ? { state: 'error', text: TEXT.messageGone } : { state: 'loading' }
}
