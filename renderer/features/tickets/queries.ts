import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { systemIssuesReport } from '#shared/contract/help.ts'
import {
  getAgencyHelpMessageData,
  getChatThread,
  getUserHelpMessageData,
  internalNotes,
  relatedTickets,
  supportSettings,
  ticketEscalationTypes,
  ticketIssueData,
  timeline,
  viewSetting,
} from '#shared/contract/tickets.ts'
import type { TicketMode } from '#shared/domain/tickets.ts'
import type { RefusalCode } from '#shared/texts/refusal.ts'
import { type ApiClient, ApiError } from '../../services/http/api-client.ts'

/** Entries of a timeline that are fetched at once: no more than are read within a frame or two. */
export const TIMELINE_PAGE = 50

/** Each view of a ticket reads it by a call of its own (spec 3 §7). */
const TICKET_CALLS = {
  SUPERVISOR: ticketIssueData,
  AGENT: getUserHelpMessageData,
  AGENCY: getAgencyHelpMessageData,
} as const satisfies Record<TicketMode, unknown>

/** Whatever is known of one ticket has this at the head of its key. */
export const ticketKey = (ticketID: number) => ['ticket', ticketID] as const

export const ticketQuery = (api: ApiClient, mode: TicketMode, ticketID: number) =>
  queryOptions({
    queryKey: [...ticketKey(ticketID), 'data', mode],
    queryFn: ({ signal }) => api.call(TICKET_CALLS[mode], { ticketID }, { quiet: true, signal }),
  })

export const timelineQuery = (api: ApiClient, id: number) =>
  infiniteQueryOptions({
    queryKey: ['ticket-timeline', id],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        timeline,
        { id, limit: TIMELINE_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < TIMELINE_PAGE ? null : (last.at(-1)?.id ?? null)),
    // What is new is put on top by `readNewEntries`: long timelines aren't read again.
    staleTime: Number.POSITIVE_INFINITY,
    // Entries never change; comparing thousands with each page would take longer than reading it.
    structuralSharing: false,
  })

/** Puts the entries that are new on top of a timeline that was read before. Never rejects. */
export async function readNewEntries(api: ApiClient, queries: QueryClient, id: number): Promise<void> {
  const { queryKey } = timelineQuery(api, id)
  const newest = queries.getQueryData(queryKey)?.pages[0]?.[0]?.id
  if (newest === undefined) return
  try {
    const head = await api.call(timeline, { id, limit: TIMELINE_PAGE }, { quiet: true })
    const fresh = head.filter((entry) => entry.id > newest)
    // None of them is known: some between may be missing.
    if (fresh.length === TIMELINE_PAGE) return await queries.resetQueries({ queryKey })
    queries.setQueryData(queryKey, (known) => {
      const [first = [], ...rest] = known?.pages ?? []
      const last = first[0]?.id ?? 0
      const pages = [[...fresh.filter((entry) => entry.id > last), ...first], ...rest]
      return known && { ...known, pages }
    })
  } catch (error) {
    // The next change tries again.
    if (!(error instanceof ApiError)) throw error
  }
}

export const settingsQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...ticketKey(id), 'settings'],
    queryFn: ({ signal }) => api.call(viewSetting, { id }, { quiet: true, signal }),
  })

/** What settings can be set to; the same for every ticket. It is read again each time: the company changes it. */
export const choicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['ticket-choices'],
    queryFn: ({ signal }) => api.call(supportSettings, undefined, { quiet: true, signal }),
  })

export const teamsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['ticket-teams'],
    queryFn: ({ signal }) => api.call(ticketEscalationTypes, undefined, { quiet: true, signal }),
  })

export const notesQuery = (api: ApiClient, ticketID: number) =>
  queryOptions({
    queryKey: [...ticketKey(ticketID), 'notes'],
    queryFn: ({ signal }) => api.call(internalNotes, { ticketID }, { quiet: true, signal }),
  })

export const relatedQuery = (api: ApiClient, ticketID: number) =>
  queryOptions({
    queryKey: [...ticketKey(ticketID), 'related'],
    queryFn: ({ signal }) => api.call(relatedTickets, { ticketID }, { quiet: true, signal }),
  })

export const issuesQuery = (api: ApiClient, ticketID: number) =>
  queryOptions({
    queryKey: [...ticketKey(ticketID), 'issues'],
    queryFn: ({ signal }) => api.call(systemIssuesReport, { ticketID }, { quiet: true, signal }),
  })

/** -1 stands for no thread (spec 3 §2). */
const threadOf = (sourceID: number): number | null => (sourceID === -1 ? null : sourceID)

/** The source id of the ticket's chat; null where there is none. */
export const chatQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...ticketKey(id), 'chat'],
    queryFn: async ({ signal }) => {
      const { sourceID } = await api.call(getChatThread, { id }, { quiet: true, signal })
      return threadOf(sourceID)
    },
  })

/** Reads again what is shown of a ticket, and the lists. */
export async function refreshTicket(queries: QueryClient, ticketID: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ticketKey(ticketID) }),
    queries.invalidateQueries({ queryKey: ['tickets'] }),
  ])
}

const VANISHED: RefusalCode = 'ticket.vanished'

/** Whether the ticket is gone, or no longer the person's to see. */
export function isVanished(error: unknown): boolean {
  return error instanceof ApiError && error.code === VANISHED
}

/** What a failed call has to say to the person: of a conflict the server's own words (409). */
export function wordsOf(error: ApiError): string {
  return error.status === 409 && error.value !== '' ? error.value : error.message
}
