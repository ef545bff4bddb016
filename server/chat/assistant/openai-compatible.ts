import * as z from 'zod/mini'
import { AssistantError, type ChatAssistant } from './chat-assistant.ts'

/** The service's address and our key. */
export interface AssistantSettings {
  /** Up to and including the version, such as `https://ai.example/v1`. */
  readonly url: string
  readonly model: string
  /** Null for a service without keys. */
  readonly key: string | null
}

/** Short, since somebody is waiting. */
const TIMEOUT_MS = 20_000
const ANSWER_TOKENS_MAX = 600

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).check(z.minLength(1)),
})

/** An assistant behind a chat-completions call, as OpenAI and others have it. */
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
