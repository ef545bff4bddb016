import { askService, openService, type ServiceParts } from '../adaptors/outside-services.ts'
import { outgoingFetch } from '../webhooks/outgoing.ts'
import type { ChatAssistant } from './assistant/chat-assistant.ts'
import { openAICompatible } from './assistant/openai-compatible.ts'
import type { GifProvider } from './gifs/gif-provider.ts'
import { gifService } from './gifs/gif-service.ts'

/** The chat's services as the connection adaptors have them now; null where none is switched on. */
export interface OutsideChat {
  assistant(): Promise<ChatAssistant | null>
  gifs(): Promise<GifProvider | null>
}

/** An answer in words takes longer than most. */
const ASSISTANT_MS = 20_000

/** The chat's services from the connection adaptors, so that what is changed there holds at once. */
export function outsideChat(parts: ServiceParts): OutsideChat {
  const patient = { ...parts, rules: { ...parts.rules, answerMs: ASSISTANT_MS } }
  return {
    assistant: async () => {
      const service = await openService(parts, 'AI')
      if (!service) return null
      const { settings, key } = service
      const access = { url: settings.address, model: settings.model, key }
      return {
        ask: (instruction, text) =>
          askService(patient, service, (fetchOf) => openAICompatible(access, fetchOf).ask(instruction, text)),
      }
    },
    gifs: async () => {
      const service = await openService(parts, 'GIF')
      if (!service) return null
      const access = { url: service.settings.address, key: service.key }
      const relay = gifService(access, outgoingFetch(parts.rules))
      return {
        kind: 'SERVICE',
        search: (term) => askService(parts, service, (fetchOf) => gifService(access, fetchOf).search(term)),
        image: (name) => relay.image(name),
      }
    },
  }
}
