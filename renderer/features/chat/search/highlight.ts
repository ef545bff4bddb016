/** A piece of a text: as it is, or one of the words that were searched for. */
export interface HighlightPart {
  readonly text: string
  readonly hit: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A word as the search compares it: without case and accents. */
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a search. */
export const wordsOf = (term: string): readonly string[] => (term.match(WORD) ?? []).map(folded)

/** How much of a word is the beginning that was searched for, in UTF-16 units; 0 where it is none. */
function hitLength(word: string, terms: readonly string[]): number {
  const plain = folded(word)
  const found = terms.filter((term) => plain.startsWith(term)).toSorted((a, b) => b.length - a.length)[0]
  if (found === undefined) return 0
  for (let end = 1; end <= word.length; end++)
    if (folded(word.slice(0, end)).length >= found.length && !/\p{M}/u.test(word.charAt(end))) return end
  return word.length
}

/** Splits a text at the beginnings of words that the term names, as the server's index finds them. */
export function highlightParts(text: string, term: string): readonly HighlightPart[] {
  const terms = wordsOf(term)
  const parts: HighlightPart[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const length = hitLength(match[0], terms)
    if (length === 0) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false })
    end = match.index + length
    parts.push({ text: text.slice(match.index, end), hit: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false })
  return parts
}

/** How much of a long message a result shows, and how much of that before the first word found. Ours. */
const SNIPPET_LENGTH = 240
const BEFORE_HIT = 60

/** The part of a long text that has the first word found, cut at spaces. */
export function snippetOf(text: string, term: string): string {
  if (text.length <= SNIPPET_LENGTH) return text
  const parts = highlightParts(text, term)
  const at = parts[0]?.hit ? 0 : parts.length > 1 ? (parts[0]?.text.length ?? 0) : 0
  const from = at <= BEFORE_HIT ? 0 : text.indexOf(' ', at - BEFORE_HIT) + 1 || at
  const cutEnd = Math.min(text.length, from + SNIPPET_LENGTH)
  const space = text.lastIndexOf(' ', cutEnd)
  const to = cutEnd === text.length || space <= from ? cutEnd : space
  return `${from > 0 ? '…' : ''}${text.slice(from, to).toWellFormed()}${to < text.length ? '…' : ''}`
}
