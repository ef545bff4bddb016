import { loadGroupChatMessages, loadThreadChatMessages } from '#shared/contract/chat.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import type { Services } from '../../../../services/services.ts'

/** Which page: around the first unread message (or the newest), or next to a message that is known. */
export type PageWanted = { kind: 'start' } | { kind: 'before' | 'after'; messageID: number }

/** The page next to the message at that end of what is kept; without one, the first page. */
export function pageNextTo(edge: ChatMessage | undefined, end: 'older' | 'newer'): PageWanted {
  return edge ? { kind: end === 'older' ? 'before' : 'after', messageID: edge.id } : { kind: 'start' }
}

/** Loads a page of messages, oldest first, by the call of the thread's type (spec 2 §7). */
export async function loadPage(
  services: Services,
  thread: ChatThread,
  wanted: PageWanted,
): Promise<readonly ChatMessage[]> {
  const anchor =
    wanted.kind === 'start'
      ? {}
      : { useAnchor: true, anchorBefore: wanted.kind === 'before', anchorMessageID: wanted.messageID }
  const page =
    thread.type === 'CHATROOM'
      ? await services.api.call(
          loadGroupChatMessages,
          { name: thread.label, source: thread.source, sourceID: thread.sourceID, ...anchor },
          { quiet: true },
        )
      : await services.api.call(
          loadThreadChatMessages,
          { threadID: thread.sourceID, ...anchor },
          { quiet: true },
        )
  return page.messages
}
