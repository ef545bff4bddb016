import { hashKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { NewsFeed } from '../../services/hubs/news-feed.ts'
import type { ListedPage } from './kind.ts'

/** Changes are applied at most this often, and a changed cell is marked for so long (spec 4 §1.8). */
const APPLY_MS = 1000
const MARK_MS = 2000

/** The rows that stand there, with what is new of them, in their places. */
function inPlace(before: ListedPage, fresh: ListedPage): ListedPage {
  const known = new Map(fresh.rows.map((row) => [row.id, row]))
  return { ...before, rows: before.rows.map((row) => known.get(row.id) ?? row) }
}

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

/** A page whose rows would move: it waits until somebody asks for it, or looks at another. */
interface Held {
  readonly key: string
  readonly page: ListedPage
  readonly count: number
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
  const [held, setHeld] = useState<Held | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ queryKey, read, onNews })
  /** Counts anew from now on. */
  const applied = useRef(() => {})
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
        if (hashKey(latest.current.queryKey) !== hashKey(key)) return
        const before = client.getQueryData<ListedPage>(key)
        const rows = content.current
        const isBusy = rows !== null && (rows.matches(':hover') || rows.contains(document.activeElement))
        const waits = isBusy && before !== undefined && idsOf(before) !== idsOf(fresh)
        const shown = waits ? inPlace(before, fresh) : fresh
        if (waits) setHeld({ key: hashKey(key), page: fresh, count: heard })
        else {
          count = 0
          setHeld(null)
        }
        client.setQueryData(key, shown)
        setMarked(new Set(changedCells(before, shown)))
        unmark?.()
        unmark = timers.after(MARK_MS, () => setMarked(new Set()))
      } catch {
        // The next change asks again; the rows stay as they are.
      }
    }
    applied.current = () => {
      count = 0
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
  const waiting = held?.key === hashKey(queryKey) ? held : null
  return {
    marked,
    waiting: waiting?.count ?? 0,
    applyNow: () => {
      if (waiting) client.setQueryData(queryKey, waiting.page)
      applied.current()
      setHeld(null)
    },
  }
}
