import type { EmojiData } from 'frimousse'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import type { EmojiNames } from './emoji-data.ts'

interface FoundEmoji {
  readonly emoji: string
  readonly label: string
}
const NONE: readonly FoundEmoji[] = []
/** How many are offered at once. Ours. */
const SHOWN = 7

interface EmojiSearch {
  readonly found: readonly FoundEmoji[]
  /** The emoji of that name; none until the list is there. */
  readonly named: (name: string) => string | undefined
}

/** Emoji whose name or words begin with what follows a colon; their list is fetched with the first one. */
export function useEmojiSearch(term: string | null): EmojiSearch {
  const { diagnostics } = useServices()
  const [all, setAll] = useState<{ readonly data: EmojiData; readonly names: EmojiNames } | null>(null)
  const wanted = term !== null
  useEffect(() => {
    if (!wanted || all) return
    let left = false
    import('./emoji-data.ts')
      .then(({ loadNamedEmoji }) => loadNamedEmoji(window.fetch.bind(window)))
      .then(
        (loaded) => {
          if (!left) setAll(loaded)
        },
        // The person types on as if there were no such help.
        (error) => diagnostics.add('warn', [error]),
      )
    return () => {
      left = true
    }
  }, [wanted, all, diagnostics])
  return {
    found: useMemo(
      () => (term === null || all === null ? NONE : found(all.data, all.names, term)),
      [all, term],
    ),
    named: useCallback((name) => all?.names.get(name.toLowerCase()), [all]),
  }
}

function found({ emojis }: EmojiData, names: EmojiNames, term: string): readonly FoundEmoji[] {
  const named = names.get(term.toLowerCase())
  const wanted = term.toLowerCase().replaceAll('_', ' ')
  const ranked = emojis.map(({ emoji, label, tags }) => ({
    emoji,
    label,
    rank: emoji === named ? 5 : rankOf(label, tags, wanted),
  }))
  return ranked
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, SHOWN)
}

function rankOf(label: string, tags: readonly string[], wanted: string): number {
  if (tags.includes(wanted)) return 4
  if (label.startsWith(wanted)) return 3
  if (label.split(' ').some((word) => word.startsWith(wanted))) return 2
  return tags.some((tag) => tag.startsWith(wanted)) ? 1 : 0
}
