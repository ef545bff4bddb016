import type { EmojiData } from 'frimousse'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '../../../services/context.tsx'

interface FoundEmoji {
  readonly emoji: string
  readonly label: string
}
const NONE: readonly FoundEmoji[] = []
/** How many are offered at once. Ours. */
const SHOWN = 7

/** Emoji whose name or words begin with what follows a colon; their list is fetched with the first one. */
export function useEmojiSearch(term: string | null): readonly FoundEmoji[] {
  const { diagnostics } = useServices()
  const [data, setData] = useState<EmojiData | null>(null)
  const wanted = term !== null
  useEffect(() => {
    if (!wanted || data) return
    let left = false
    import('./emoji-data.ts')
      .then(({ loadEmojiData }) => loadEmojiData(window.fetch.bind(window)))
      .then(
        (loaded) => {
          if (!left) setData(loaded)
        },
        // The person types on as if there were no such help.
        (error) => diagnostics.add('warn', [error]),
      )
    return () => {
      left = true
    }
  }, [wanted, data, diagnostics])
  return useMemo(() => (term === null || data === null ? NONE : found(data, term)), [data, term])
}

function found({ emojis }: EmojiData, term: string): readonly FoundEmoji[] {
  const wanted = term.toLowerCase().replaceAll('_', ' ')
  const ranked = emojis.map(({ emoji, label, tags }) => ({ emoji, label, rank: rankOf(label, tags, wanted) }))
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
