import type { refusals } from './refusals/en-GB.ts'

type English = typeof refusals

/** Why the server refuses: what its log, a test and another language's words go by. */
export type RefusalCode = keyof English

/** What the words of a code need to know; undefined for those that are always the same. */
export type RefusalParams<C extends RefusalCode> = English[C] extends (params: infer P) => string
  ? P
  : undefined

/** What follows a code: its params where it has some, else nothing. */
export type RefusalArgs<C extends RefusalCode> =
  RefusalParams<C> extends undefined ? [] : [params: RefusalParams<C>]

/**
 * The words of a language, one for every code. The one code that clients compare with has none.
 * English is `refusals/en-GB.ts`; another language is a file beside it.
 */
export type RefusalTexts = {
  readonly [C in Exclude<RefusalCode, 'accessDenied'>]: RefusalParams<C> extends undefined
    ? string
    : (params: RefusalParams<C>) => string
}

/** A table of words as a refusal that came over the wire is looked up in it. */
export type SomeRefusalTexts = Readonly<Record<string, string | ((params: never) => string) | undefined>>

/** The code's words in a table; undefined where it has none, as for a code of a newer server. */
export function wordRefusal(texts: SomeRefusalTexts, code: string, params: unknown): string | undefined {
  const entry = Object.hasOwn(texts, code) ? texts[code] : undefined
  return typeof entry === 'function' ? entry((params ?? {}) as never) : entry
}
