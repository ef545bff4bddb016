import {
  chatFeatures,
  getAiRewording,
  getSuggestedReplies,
  searchGifs,
} from '#shared/contract/chat-assistant.ts'
import type { Gif } from '#shared/contract/chat-entities.ts'
import type { ChatCore } from './core.ts'

export interface AssistantActions {
  /** Asks once which services stand behind the chat: `hasRewording` and `hasGifs` then say so. */
  loadFeatures(): void
  /** Asks again, where it was asked: the company switches them on and off. */
  reloadFeatures(): void
  /** The text in better words, mentions as markup. @throws ApiError */
  reword(text: string, signal: AbortSignal): Promise<string>
  /** Short answers to a text. @throws ApiError */
  suggestReplies(text: string, signal: AbortSignal): Promise<readonly string[]>
  /** GIFs for a term, the popular ones for an empty one; null where they can't be had, which is only logged (spec 2 §8). */
  findGifs(term: string, signal: AbortSignal): Promise<readonly Gif[] | null>
}

/** What helps with writing: the assistant and the GIFs. */
export function createAssistantActions({ store, services }: ChatCore): AssistantActions {
  let asked = false
  const load = () => {
    asked = true
    services.api.call(chatFeatures, undefined, { quiet: true }).then(
      ({ rewording, gifs }) => store.setState({ hasRewording: rewording, hasGifs: gifs !== 'OFF' }),
      // Without an answer there are no buttons; the next composer asks again.
      () => {
        asked = false
      },
    )
  }
  return {
    loadFeatures() {
      if (!asked) load()
    },
    reloadFeatures() {
      if (asked) load()
    },
    async reword(message, signal) {
      return (await services.api.call(getAiRewording, { message }, { signal, quiet: true })).data
    },
    async suggestReplies(message, signal) {
      return (await services.api.call(getSuggestedReplies, { message }, { signal, quiet: true })).suggestions
    },
    async findGifs(searchTerm, signal) {
      try {
        return await services.api.call(searchGifs, { searchTerm }, { signal, quiet: true })
      } catch (error) {
        if (!signal.aborted) services.diagnostics.add('warn', ['GIFs could not be fetched:', error])
        return null
      }
    },
  }
}
