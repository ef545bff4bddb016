import { fitOf, RESULTS_MAX } from './match.ts'
import type { SwitcherItem, SwitcherSource } from './source.ts'

export interface RankedItem {
  readonly item: SwitcherItem
  /** Which letters of its title were typed. */
  readonly marks: ReadonlySet<number>
}

export interface Group {
  readonly id: string
  readonly label: string
  readonly items: readonly RankedItem[]
}

export type Results = ReadonlyMap<string, readonly SwitcherItem[]>

const RECENT = 'recent'
/** What is added to the score of a recent choice. */
const RECENT_BONUS = 0.15
/** The score of an item that is found by other words than its title. */
const BY_OTHER_WORDS = 0.3

/** The groups as they are shown: the one with the best result first, recent choices before all without a text. */
export function rank(
  sources: readonly SwitcherSource[],
  results: Results,
  text: string,
  recents: readonly string[],
): readonly Group[] {
  if (text.trim() === '') return [...recentGroup(sources, recents), ...suggestions(sources, results, recents)]
  const scored = sources.map(({ id, label }) => {
    const items = (results.get(id) ?? [])
      .map((item) => {
        const { score, marks } = fitOf(item, text)
        const bonus = recents.includes(item.id) ? RECENT_BONUS : 0
        return { item, marks, score: Math.max(score, BY_OTHER_WORDS) + bonus }
      })
      .sort((a, b) => b.score - a.score)
    return { id, label, items, best: items[0]?.score ?? 0 }
  })
  return scored.filter(({ items }) => items.length > 0).sort((a, b) => b.best - a.best)
}

const UNMARKED: ReadonlySet<number> = new Set()

function recentGroup(sources: readonly SwitcherSource[], recents: readonly string[]): Group[] {
  const items = recents.flatMap((id) => {
    const item = sources.map((source) => source.find(id)).find((found) => found !== undefined)
    return item ? [{ item, marks: UNMARKED }] : []
  })
  return items.length > 0 ? [{ id: RECENT, label: 'Recent', items: items.slice(0, RESULTS_MAX) }] : []
}

function suggestions(
  sources: readonly SwitcherSource[],
  results: Results,
  recents: readonly string[],
): Group[] {
  return sources.flatMap(({ id, label }) => {
    const items = (results.get(id) ?? []).filter((item) => !recents.includes(item.id))
    return items.length > 0 ? [{ id, label, items: items.map((item) => ({ item, marks: UNMARKED })) }] : []
  })
}
