import fuzzysort from 'fuzzysort'

/** What can be found by its words. */
export interface Findable {
  readonly title: string
  readonly hint?: string
  readonly keywords?: string
}

/** Results of one source at most. Ours. */
export const RESULTS_MAX = 7
/**
 * Matches below this score, from 0 to 1, aren't shown: a word with letters left out reaches 0.34, letters
 * scattered over several words at most 0.31.
 */
const THRESHOLD = 0.33
/** What a match beside the title counts for. */
const ASIDE = 0.75

/** The items that fit the text, best first; all of them, up to the limit, for an empty one. */
export function bestOf<T extends Findable>(
  items: readonly T[],
  text: string,
  limit = RESULTS_MAX,
): readonly T[] {
  const wanted = text.trim()
  if (wanted === '') return items.slice(0, limit)
  return fuzzysort
    .go(wanted, items, {
      keys: ['title', ({ hint = '' }) => hint, ({ keywords = '' }) => keywords],
      threshold: THRESHOLD,
      limit,
      scoreFn: ([title, hint, keywords]) =>
        Math.max(title?.score ?? 0, ASIDE * (hint?.score ?? 0), ASIDE * (keywords?.score ?? 0)),
    })
    .map(({ obj }) => obj)
}

/** How well an item's title fits, from 0 to 1, and which of its letters were typed. */
export function fitOf({ title }: Findable, text: string): { score: number; marks: ReadonlySet<number> } {
  const found = text.trim() === '' ? null : fuzzysort.single(text.trim(), title)
  if (found === null || found.score < THRESHOLD) return { score: 0, marks: new Set() }
  return { score: found.score, marks: new Set(found.indexes) }
}
