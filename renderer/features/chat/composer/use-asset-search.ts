import { useEffect, useState } from 'react'
import type { AssetTag } from '#shared/contract/chat-entities.ts'
import { searchTagAssets } from '#shared/contract/chat-search.ts'
import { ASSET_SEARCH_DEBOUNCE_MS, ASSET_SEARCH_OVER } from '#shared/domain/chat.ts'
import { useServices } from '../../../services/context.tsx'

const NONE: readonly AssetTag[] = []
/** How many are offered at once. Ours. */
const SHOWN = 8

/**
 * Tasks, job orders, tickets, topics and meetings that a # and what follows it may mean: asked for
 * from five characters on (spec 2 §5), a moment after the last one. Null asks for nothing.
 */
export function useAssetSearch(term: string | null): readonly AssetTag[] {
  const { api, timers } = useServices()
  const [found, setFound] = useState<{ term: string; assets: readonly AssetTag[] } | null>(null)
  const wanted = term !== null && term.trim().length > ASSET_SEARCH_OVER ? term.trim() : null
  useEffect(() => {
    if (wanted === null) return setFound(null)
    const given = new AbortController()
    const end = timers.after(ASSET_SEARCH_DEBOUNCE_MS, () => {
      api.call(searchTagAssets, { searchTerm: wanted }, { quiet: true, signal: given.signal }).then(
        (assets) => setFound({ term: wanted, assets: assets.slice(0, SHOWN) }),
        () => {
          if (!given.signal.aborted) setFound(null)
        },
      )
    })
    return () => {
      end()
      given.abort()
    }
  }, [api, timers, wanted])
  // What was found for the words before stays until the new answer comes, so that the menu doesn't flicker.
  return wanted === null ? NONE : (found?.assets ?? NONE)
}
