/** Why a supervisor excuses something; the last one has to be said in words (spec 4 §4.4.4). */
export const EXCUSE_REASONS = [
  'Technical trouble',
  'Agreed beforehand',
  'Asked by a supervisor',
  'Travel disruption',
  'Illness or emergency',
  'Recorded wrongly',
  'Other',
] as const
export type ExcuseReason = (typeof EXCUSE_REASONS)[number]

const WORDS_MIN = 3

/** The reason as it is kept: the chosen one, with what was written after it. Null where words are missing. */
export function excuseReason(chosen: ExcuseReason, words: string): string | null {
  const said = words.trim()
  if (chosen === 'Other') return said.length < WORDS_MIN ? null : said
  return said === '' ? chosen : `${chosen}: ${said}`
}
