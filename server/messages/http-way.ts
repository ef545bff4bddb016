import type { Adaptors } from '../adaptors/adaptors.ts'
import type { Clock } from '../clock.ts'
import { answerInWords } from '../webhooks/deliveries.ts'
import { DeliveryError, type OutgoingRules, postTo } from '../webhooks/outgoing.ts'
import { MessageError } from './message-route.ts'

/** The way itself doesn't work: no message would get through, and none is to blame. */
export class WayBlockedError extends MessageError {
  readonly isWayBlocked = true

  constructor(words: string) {
    super(words, 'later')
  }
}

/** Why there was no answer, in words. */
export const unanswered = (error: unknown): string =>
  error instanceof DeliveryError ? error.message : 'It failed.'

/**
 * Hands a message to a provider by HTTPS. The answer's status decides; its body, which may repeat the number, isn't
 * read.
 * @param refused statuses that say that this message isn't taken; of the others the next try may fare better
 * @throws MessageError
 */
export async function handOver(
  url: URL,
  posted: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  refused: ReadonlySet<number>,
  rules: OutgoingRules,
): Promise<string> {
  let status: number
  try {
    status = await postTo(url, posted, rules)
  } catch (error) {
    throw new WayBlockedError(unanswered(error))
  }
  if (status >= 200 && status < 300) return answerInWords(status)
  if (refused.has(status)) throw new MessageError(answerInWords(status), 'refused')
  throw new WayBlockedError(answerInWords(status))
}

/** Sends by a provider, and notes in the adaptor's log how it went; `words` never have a number or a text. */
export async function noted(
  { clock, adaptors }: { readonly clock: Clock; readonly adaptors: Pick<Adaptors, 'note'> },
  adaptorID: number,
  words: { readonly taken: string; readonly refused: string; readonly blocked: string },
  send: () => Promise<string>,
): Promise<string> {
  const startedAt = clock()
  try {
    const answer = await send()
    await adaptors.note(adaptorID, { startedAt, what: words.taken, answer, fault: null })
    return answer
  } catch (error) {
    const isWayBlocked = error instanceof WayBlockedError
    await adaptors.note(adaptorID, {
      startedAt,
      what: isWayBlocked ? words.blocked : words.refused,
      answer: error instanceof Error ? error.message : String(error),
      fault: { isWayBlocked },
    })
    throw error
  }
}
