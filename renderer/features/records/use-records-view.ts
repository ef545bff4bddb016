import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getViews, type SavedView } from '#shared/contract/views.ts'
import type { Column } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import {
  narrowedView,
  ownView,
  type RecordsAddress,
  readAddress,
  type ShownView,
  writeAddress,
} from './address.ts'

export const viewsQuery = (api: ApiClient, page: string) => ({
  queryKey: ['views', page] as const,
  queryFn: () => api.call(getViews, { page }, { quiet: true }),
})

/** What changes the rows' order or number begins at the first page. */
const RESTARTS: readonly (keyof RecordsAddress)[] = ['search', 'sort', 'filters', 'pageSize', 'group', 'view']
/** What one steps back through; typing and paging aren't (spec 4 §1.3). */
const STEPS: readonly (keyof RecordsAddress)[] = ['open', 'isWhole', 'filters', 'view']

/**
 * What a page of records shows: the address's state, else the default view, else the page's own (spec 4 §1.2).
 * `isReady` is false until the views are known, so that the page doesn't open with one that it leaves at once.
 */
export function useRecordsView(page: string, columns: Readonly<Record<string, Column | undefined>>) {
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  // The router hands out an address once it has drawn it: a second choice before that builds on the first.
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])
  const [widths, setWidths] = useState<Readonly<Record<string, number>> | null>(null)
  const query = useQuery(viewsQuery(api, page))
  const views: readonly SavedView[] = query.data?.views ?? []
  const address = useMemo(() => readAddress(params, columns), [params, columns])

  const chosen =
    address.view === null
      ? views.find(({ isDefault }) => isDefault)
      : views.find(({ id }) => id === address.view)
  const base: ShownView = useMemo(() => chosen?.state ?? ownView(columns), [chosen, columns])
  const group = address.group ?? base.group ?? ''
  const { view: shown, isNarrowed } = narrowedView(
    {
      columns: address.columns ?? base.columns,
      widths: widths ?? base.widths,
      sort: address.sort ?? base.sort,
      filters: address.filters ?? base.filters,
      pageSize: address.pageSize ?? base.pageSize,
      ...(group !== '' && { group }),
    },
    columns,
  )
  const change = useCallback(
    (next: Partial<Omit<RecordsAddress, 'isBroken'>>) => {
      const restarts = RESTARTS.some((name) => name in next) && !('page' in next)
      const written = writeAddress(latest.current, restarts ? { ...next, page: 1 } : next)
      latest.current = written
      setParams(written, { replace: !STEPS.some((name) => name in next) })
    },
    [setParams],
  )
  const discard = useCallback(() => {
    setWidths(null)
    change({ sort: null, filters: null, columns: null, pageSize: null, group: null })
  }, [change])
  return {
    address,
    shown,
    views,
    chosen: chosen ?? null,
    isReady: !query.isPending,
    isChanged: JSON.stringify(shown) !== JSON.stringify(narrowedView(base, columns).view),
    /** Whether the view names columns that this viewer hasn't got. */
    isNarrowed,
    change,
    setWidths,
    /** Groups by a column; '' is by none. */
    setGroup: (field: string) => change({ group: field === (base.group ?? '') ? null : field }),
    discard,
    reload: () => query.refetch(),
  }
}
export type RecordsView = ReturnType<typeof useRecordsView>
