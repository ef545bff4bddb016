/** A search is noted once it has so many characters. Ours. */
export const FAQ_SEARCH_MIN = 3
export const FAQ_SEARCH_MAX = 100
/** For so many days it is told what people looked for and did not find. Ours. */
export const FAQ_MISSES_DAYS = 90

interface FaqWords {
  readonly question: string
  readonly answer: string
  readonly category: string
}

/** A search as it is compared: small letters, single spaces. */
export const faqTerm = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Whether all the words of a search are in a question, wherever they stand. */
export function hasFaqWords({ question, answer, category }: FaqWords, text: string): boolean {
  const all = `${question} ${answer} ${category}`.toLowerCase()
  return faqTerm(text)
    .split(' ')
    .every((word) => all.includes(word))
}
