import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import { searchTickets } from '#shared/contract/tickets.ts'
import { ticketMode } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import type { ApiClient } from '../../../services/http/api-client.ts'
import { useSignedIn } from '../../../services/signed-in.tsx'
import { ticketQuery } from '../queries.ts'
import { type ListView, requestOf } from './use-list-address.ts'

/** How long changes are gathered before the list is read again, in milliseconds. */
export const REFRESH_AFTER_MS = 500

/** The tickets of a view, a page of them. */
export const listQuery = (api: ApiClient, view: ListView) => ({
  queryKey: ['tickets', view],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(searchTickets, requestOf(view), { quiet: true, signal }),
  placeholderData: keepPreviousData,
})

/** Reads the lists again soon after a ticket has changed; many changes at once make one reading. */
export function useLiveList(): void {
  const { timers } = useServices()
  const { livePanel } = useSignedIn()
  const queries = useQueryClient()
  useEffect(() => {
    let cancel: (() => void) | null = null
    const off = livePanel.onTicketChange(() => {
      cancel ??= timers.after(REFRESH_AFTER_MS, () => {
        cancel = null
        void queries.invalidateQueries({ queryKey: ['tickets'] })
      })
    })
    return () => {
      off()
      cancel?.()
    }
  }, [livePanel, timers, queries])
}

/** Opens a ticket, knowing which come after it; one that the pointer nears is fetched beforehand. */
export function useOpen(tickets: readonly HelpTicket[]) {
  const { api, dialogs } = useServices()
  const queries = useQueryClient()
  const mode = useSession(({ permissions }) => ticketMode(permissions))
  return {
    now: (ticketID: number) => dialogs.open('tickets', { ticketID, queue: tickets.map(({ id }) => id) }),
    soon: (ticketID: number) =>
      void queries.prefetchQuery({ ...ticketQuery(api, mode, ticketID), staleTime: 10_000 }),
  }
}
