import type { ChatAssistant } from './assistant/chat-assistant.ts'
import { openAICompatible } from './assistant/openai-compatible.ts'
import { builtInGifs } from './gifs/built-in-gifs.ts'
import type { GifProvider } from './gifs/gif-provider.ts'
import { gifService } from './gifs/gif-service.ts'

const isAddress = (text: string | undefined): text is string => URL.canParse(text ?? '')

/**
 * The services behind the chat, from the environment, since a command line would show their keys to everybody
 * on the machine: FIELDWORK_AI_URL, FIELDWORK_AI_MODEL and maybe FIELDWORK_AI_KEY; FIELDWORK_GIF_URL and
 * FIELDWORK_GIF_KEY.
 */
export function readChatServices(environment: Readonly<Record<string, string | undefined>>): {
  assistant: ChatAssistant | null
  gifs: GifProvider
} {
  const { FIELDWORK_AI_URL: aiURL, FIELDWORK_AI_MODEL: model, FIELDWORK_AI_KEY: key } = environment
  const { FIELDWORK_GIF_URL: gifURL, FIELDWORK_GIF_KEY: gifKey } = environment
  return {
    assistant: isAddress(aiURL) && model ? openAICompatible({ url: aiURL, model, key: key || null }) : null,
    gifs: isAddress(gifURL) && gifKey ? gifService({ url: gifURL, key: gifKey }) : builtInGifs,
  }
}
