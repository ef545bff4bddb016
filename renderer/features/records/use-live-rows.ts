import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { NewsFeed } from '../../services/hubs/news-feed.ts'
import type { ListedPage } from './kind.ts'

/** Changes are applied at most this often, and a changed cell is marked for so long (spec 4 §1.8). */
const APPLY_MS = 1000
const MARK_MS = 2000

const idsOf = (page: ListedPage | undefined) => (page?.rows ?? []).map(({ id }) => id).join()

/** The cells that differ between two states of a page, as `id field`; a row that is new has none. */
function changedCells(before: ListedPage | undefined, after: ListedPage): string[] {
  const known = new Map((before?.rows ?? []).map((row) => [row.id, row]))
  return after.rows.flatMap((row: ListedRow) => {
    const old = known.get(row.id)
    if (!old) return []
    return Object.keys(row).flatMap((field) => (old[field] === row[field] ? [] : [`${row.id} ${field}`]))
  })
}

interface LiveRows {
  /** Where records change; without it the page isn't live. */
  readonly news: NewsFeed<number> | undefined
  readonly queryKey: readonly unknown[]
  readonly read: () => Promise<ListedPage>
  /** Somebody points at its rows, or has the focus in them: they don't move then. */
  readonly content: RefObject<HTMLElement | null>
  /** Told of each record that changed; null where some may have been missed. */
  readonly onNews: (id: number | null) => void
}

/**
 * Shows changes of others without a reload (spec 4 §1.8). What would move, add or remove rows under somebody's
 * pointer waits until they ask for it.
 */
export function useLiveRows({ news, queryKey, read, content, onNews }: LiveRows) {
  const { timers } = useServices()
  const client = useQueryClient()
  const [held, setHeld] = useState<{ readonly page: ListedPage; readonly count: number } | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ queryKey, read, onNews })
  useEffect(() => {
    latest.current = { queryKey, read, onNews }
  })
  useEffect(() => {
    if (!news) return
    let ends: (() => void) | null = null
    let unmark: (() => void) | null = null
    let count = 0
    const apply = async () => {
      ends = null
      const { queryKey: key, read: fetch } = latest.current
      const heard = count
      try {
        const fresh = await fetch()
        if (latest.current.queryKey.join() !== key.join()) return
        const before = client.getQueryData<ListedPage>(key)
        const rows = content.current
        const isBusy = rows !== null && (rows.matches(':hover') || rows.contains(document.activeElement))
        if (isBusy && idsOf(before) !== idsOf(fresh)) {
          setHeld({ page: fresh, count: heard })
          return
        }
        count = 0
        setHeld(null)
        client.setQueryData(key, fresh)
        setMarked(new Set(changedCells(before, fresh)))
        unmark?.()
        unmark = timers.after(MARK_MS, () => setMarked(new Set()))
      } catch {
        // The next change asks again; the rows stay as they are.
      }
    }
    const off = news.onChange((id) => {
      count += 1
      latest.current.onNews(id)
      ends ??= timers.after(APPLY_MS, () => void apply())
    })
    return () => {
      off()
      ends?.()
      unmark?.()
    }
  }, [news, client, timers, content])
  return {
    marked,
    waiting: held?.count ?? 0,
    applyNow: () => {
      if (held) client.setQueryData(latest.current.queryKey, held.page)
      setHeld(null)
    },
  }
}
