import type { refusals } from './refusals/en-GB.ts'

type English = typeof refusals

/** Why the server refuses, independent of language: for logs, tests and other languages' words. */
export type RefusalCode = keyof English

/** The values in a code's words; undefined where the words are always the same. */
export type RefusalParams<C extends RefusalCode> = English[C] extends (params: infer P) => string
  ? P
  : undefined

/** What follows a code: its values, if it has some. */
export type RefusalArgs<C extends RefusalCode> =
  RefusalParams<C> extends undefined ? [] : [params: RefusalParams<C>]

/**
 * The words of a language, for every code. English is `refusals/en-GB.ts`; another language is a file beside
 * it. One code has no words, since clients compare it.
 */
export type RefusalTexts = {
  readonly [C in Exclude<RefusalCode, 'accessDenied'>]: RefusalParams<C> extends undefined
    ? string
    : (params: RefusalParams<C>) => string
}

/** A table of words as it is used for a code that came over the wire. */
export type SomeRefusalTexts = Readonly<Record<string, string | ((params: never) => string) | undefined>>

/** The words for a code; undefined for an unknown one, as from a newer server. */
export function wordRefusal(texts: SomeRefusalTexts, code: string, params: unknown): string | undefined {
  const entry = Object.hasOwn(texts, code) ? texts[code] : undefined
  return typeof entry === 'function' ? entry((params ?? {}) as never) : entry
}
