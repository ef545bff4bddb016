import type { ErrorBody } from '#shared/contract/error-body.ts'
import { type RefusalTexts, wordRefusal } from '#shared/texts/refusal.ts'

/** What a refusal says in the page's language. */
export type RefusalWords = (body: ErrorBody) => Promise<string | undefined>

/** The words of a language, fetched when they are first needed. */
type RefusalTable = () => Promise<{ readonly refusals: RefusalTexts }>

/** Of the page's language (`LOCALE`); null for English, which the server says itself. */
const TABLE = null as RefusalTable | null

/**
 * Words refusals by their code where the language has words for it, else as the server said them.
 * Never fails: whoever can't have the words gets the server's.
 */
export function createRefusalWords(table: RefusalTable): RefusalWords {
  return async ({ value, code = '', params }) => {
    try {
      return wordRefusal((await table()).refusals, code, params) ?? value
    } catch {
      return value
    }
  }
}

/** In the page's language. */
export const refusalWords: RefusalWords = TABLE ? createRefusalWords(TABLE) : async ({ value }) => value
