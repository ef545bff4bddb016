import * as z from 'zod/mini'
import { AssistantError, type ChatAssistant } from './chat-assistant.ts'

/** Where the service is and how it knows us. */
export interface AssistantSettings {
  /** Up to and with the version, such as `https://ai.example/v1`. */
  readonly url: string
  readonly model: string
  /** Null for a service that wants none. */
  readonly key: string | null
}

/** Somebody waits for it. */
const TIMEOUT_MS = 20_000
const ANSWER_TOKENS_MAX = 600

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).check(z.minLength(1)),
})

/** An assistant behind the chat-completions call that OpenAI began and others have. */
export function openAICompatible(
  { url, model, key }: AssistantSettings,
  fetchOf: typeof fetch = fetch,
): ChatAssistant {
  return {
    async ask(instruction, text) {
      try {
        const answer = await fetchOf(`${url.replace(/\/$/, '')}/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(key !== null && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({
            model,
            max_tokens: ANSWER_TOKENS_MAX,
            messages: [
              { role: 'system', content: instruction },
              { role: 'user', content: text },
            ],
          }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        if (!answer.ok) throw new AssistantError(`the assistant's service answered ${answer.status}`)
        const [choice] = completion.parse(await answer.json()).choices
        const content = choice?.message.content.trim() ?? ''
        if (content === '') throw new AssistantError("the assistant's service answered nothing")
        return content
      } catch (error) {
        throw error instanceof AssistantError
          ? error
          : new AssistantError("the assistant's service can't be reached", { cause: error })
      }
    },
  }
}
