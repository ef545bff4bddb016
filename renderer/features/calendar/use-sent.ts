import { useQuery } from '@tanstack/react-query'
import type { BookingRequest } from '#shared/contract/booking.ts'
import { loadEvents } from '#shared/contract/calendar.ts'
import { myShiftRequests, type ShiftRequest } from '#shared/contract/shift-requests.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { ASK_WORDS, SHIFT_WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'

/** A request that was sent from here, as it was answered. */
export type SentRequest =
  | { readonly kind: 'booking'; readonly request: BookingRequest }
  | { readonly kind: 'shift'; readonly request: ShiftRequest }

/** What has become of a request for holiday, overtime or time off: it is an event of the calendar. */
async function bookingWords(api: ApiClient, { id, start, end }: BookingRequest, signal: AbortSignal) {
  const { events } = await api.call(loadEvents, { start, end }, { quiet: true, signal })
  const event = events.find(({ meta }) => meta.kind === 'request' && meta.recordID === id)
  // A slot that was approved is its shift, and no request any more.
  if (!event) return null
  const isPart = event.eventState === 'APPROVED' && (event.eventStart !== start || event.eventEnd !== end)
  return isPart ? ASK_WORDS.decidedInPart : (ASK_WORDS.decided[event.eventState] ?? null)
}

async function shiftWords(api: ApiClient, { id }: ShiftRequest, signal: AbortSignal) {
  const { asked } = await api.call(myShiftRequests, {}, { quiet: true, signal })
  const request = asked.find((one) => one.id === id)
  return request ? SHIFT_WORDS.decided(request.state, request.decidedBy) : null
}

/**
 * What stands in place of 'Your request was sent' once there is a decision; null before. It is read again whenever the
 * calendar is otherwise.
 */
export function useDecidedWords(sent: SentRequest | null): string | null {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [CALENDAR_KEY, 'sent', sent?.kind, sent?.request.id],
    enabled: sent !== null,
    queryFn: ({ signal }) =>
      sent === null
        ? null
        : sent.kind === 'booking'
          ? bookingWords(api, sent.request, signal)
          : shiftWords(api, sent.request, signal),
  })
  return sent === null ? null : (data ?? null)
}
