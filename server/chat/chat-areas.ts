import type { AllHandlers } from '../http/handlers.ts'
import { chatAssistantHandlers } from './assistant-handlers.ts'
import { chatFileHandlers } from './file-handlers.ts'
import { chatHandlers } from './handlers.ts'
import { chatMessageHandlers } from './message-handlers.ts'
import type { ChatParts } from './parts.ts'
import { chatSearchHandlers } from './search-handlers.ts'
import { chatSharedThingsHandlers } from './shared-things-handlers.ts'
import { chatStatusHandlers } from './status-handlers.ts'
import { chatThreadHandlers } from './thread-handlers.ts'
import { chatTopicHandlers } from './topic-handlers.ts'

/** The names of the chat's areas in the contract. */
type ChatAreas = Extract<keyof AllHandlers, `chat${string}`>

/** All of the chat's calls (spec 2 §7), by area. */
export const CHAT_AREAS: { readonly [A in ChatAreas]: (parts: ChatParts) => AllHandlers[A] } = {
  chat: chatHandlers,
  chatAssistant: chatAssistantHandlers,
  chatFiles: chatFileHandlers,
  chatMessages: chatMessageHandlers,
  chatSearch: chatSearchHandlers,
  chatSharedThings: chatSharedThingsHandlers,
  chatStatus: chatStatusHandlers,
  chatThreads: chatThreadHandlers,
  chatTopics: chatTopicHandlers,
}
