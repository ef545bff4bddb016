import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { ticketType } from '#shared/contract/ticket-entities.ts'
import { type searchTickets, ticketScope, ticketSort } from '#shared/contract/tickets.ts'
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_TICKET_FILTER,
  PAGE_SIZES,
  TICKET_FILTERS,
} from '#shared/domain/tickets.ts'

/** What a list shows, as its address says it. */
export interface ListView {
  readonly scope: z.output<typeof ticketScope>
  readonly filter: (typeof TICKET_FILTERS)[number]
  readonly search: string
  /** '' for all. */
  readonly type: z.output<typeof ticketType> | ''
  readonly late: boolean
  /** Whether only those are listed whose next deadline is within the hour. */
  readonly due: boolean
  readonly sort: z.output<typeof ticketSort>
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly size: (typeof PAGE_SIZES)[number]
}
type Name = keyof ListView

const page = z.coerce.number().check(z.int(), z.positive(), z.maximum(1_000_000))
const isSize = (size: number): size is ListView['size'] => PAGE_SIZES.some((known) => known === size)

/** Reads a view from an address; whatever is amiss there counts as absent. */
export function readView(get: (name: Name) => string | null, scope: ListView['scope']): ListView {
  const read = <T>(schema: z.ZodMiniType<T>, name: Name, otherwise: T): T => {
    const parsed = schema.safeParse(get(name))
    return parsed.success ? parsed.data : otherwise
  }
  const size = Number(get('size'))
  return {
    scope: read(ticketScope, 'scope', scope),
    filter: read(z.enum(TICKET_FILTERS), 'filter', DEFAULT_TICKET_FILTER),
    search: get('search') ?? '',
    type: read<ListView['type']>(ticketType, 'type', ''),
    late: get('late') === 'true',
    due: get('due') === 'true',
    sort: read(ticketSort, 'sort', 'raisedTime'),
    order: read<ListView['order']>(z.enum(['asc', 'desc']), 'order', 'desc'),
    page: read(page, 'page', 1),
    size: isSize(size) ? size : DEFAULT_PAGE_SIZE,
  }
}

/** What is asked of the server for it. */
export function requestOf(view: ListView): RequestOf<typeof searchTickets> {
  const { scope, filter, search, type, late, due, sort, order, page: number, size } = view
  return {
    scope,
    filter,
    searchTerm: search,
    ...(type === '' ? {} : { ticketTypes: [type] }),
    lateOnly: late,
    dueOnly: due,
    sort,
    order,
    page: number,
    pageSize: size,
  }
}

/**
 * A list's view, kept in the address, so that a reload, the back button and a sent link show the same.
 * @param prefix sets its part of the address apart from that of a list underneath
 */
export function useListAddress(prefix: string, scope: ListView['scope']) {
  const [params, setParams] = useSearchParams()
  // The router hands out an address once it has drawn it: a second choice before that builds on the first.
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])
  const view = useMemo(() => readView((name) => params.get(prefix + name), scope), [params, prefix, scope])
  const change = useCallback(
    (next: Partial<ListView>) => {
      const kept = new URLSearchParams(latest.current)
      const standard = readView(() => null, scope)
      // Another choice begins at its first page.
      const all = { ...('page' in next ? {} : { page: 1 }), ...next }
      for (const [name, value] of Object.entries(all)) {
        if (value === standard[name as Name]) kept.delete(prefix + name)
        else kept.set(prefix + name, String(value))
      }
      latest.current = kept
      setParams(kept, { replace: true })
    },
    [setParams, prefix, scope],
  )
  return { view, change }
}
