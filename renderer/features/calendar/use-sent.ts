import { useQuery } from '@tanstack/react-query'
import type { BookingRequest } from '#shared/contract/booking.ts'
import { loadEvents } from '#shared/contract/calendar.ts'
import { myShiftRequests, type ShiftRequest } from '#shared/contract/shift-requests.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { ASK_WORDS, SHIFT_WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'

/** A request for some time, as it was sent. */
type SentTime = Pick<BookingRequest, 'id' | 'start' | 'end'>

/** A request that was sent from here: for holiday, overtime or time off, for a slot of a booking window, about a shift. */
export type SentRequest =
  | { readonly kind: 'booking' | 'slot'; readonly request: SentTime }
  | { readonly kind: 'shift'; readonly request: Pick<ShiftRequest, 'id'> }

/** What is said of what was done, and of which request it was the sending. */
export interface SaidOfSent {
  readonly words: string
  readonly sent: SentRequest | null
}

/** What has become of a request for some time: it is an event of the calendar. */
async function bookingWords(
  api: ApiClient,
  { id, start, end }: SentTime,
  isSlot: boolean,
  signal: AbortSignal,
) {
  const { events } = await api.call(loadEvents, { start, end }, { quiet: true, signal })
  const event = events.find(({ meta }) => meta.kind === 'request' && meta.recordID === id)
  // A slot that was approved is its shift, and no request any more.
  if (!event) return isSlot ? (ASK_WORDS.decided.APPROVED ?? null) : null
  const isPart = event.eventState === 'APPROVED' && (event.eventStart !== start || event.eventEnd !== end)
  return isPart ? ASK_WORDS.decidedInPart : (ASK_WORDS.decided[event.eventState] ?? null)
}

async function shiftWords(api: ApiClient, { id }: Pick<ShiftRequest, 'id'>, signal: AbortSignal) {
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
        : sent.kind === 'shift'
          ? shiftWords(api, sent.request, signal)
          : bookingWords(api, sent.request, sent.kind === 'slot', signal),
  })
  return sent === null ? null : (data ?? null)
}
