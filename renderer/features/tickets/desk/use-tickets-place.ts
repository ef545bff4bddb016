import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { searchTickets } from '#shared/contract/tickets.ts'
import { TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices } from '../../../services/context.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { TEXT } from '../text.ts'
import type { TicketWindow } from '../ticket/TicketView.tsx'

/** What the one place for tickets shows and keeps. */
interface TicketsPlace {
  /** The list, the ticket of that id, or nothing while it is closed. */
  readonly shown: 'list' | number | null
  /** Whether the list is there, shown or under a ticket that was opened from it. */
  readonly listed: boolean
  /** The tickets that are there: the one that is shown, and those that are minimised. */
  readonly tickets: readonly number[]
  /** Minimised ones that aren't shown. */
  readonly cards: readonly number[]
  readonly dismiss: (ticketID: number) => void
  readonly window: TicketWindow
  readonly close: () => void
  /** From a ticket to the list that it was opened from, else away. */
  readonly stepBack: () => void
}

/** Keeps which of the list and the tickets is in front, and what lies behind it. */
export function useTicketsPlace(
  opened: boolean,
  onClose: () => void,
  params: DialogParams['tickets'],
): TicketsPlace {
  const { dialogs } = useServices()
  const [minimised, setMinimised] = useState<readonly number[]>([])
  const [listed, setListed] = useState(false)
  const [address, setAddress] = useSearchParams()
  const shown = !opened ? null : (params?.ticketID ?? 'list')
  // A ticket that is shown has no card; a list that was left by closing isn't under the next ticket.
  const cards = minimised.filter((id) => id !== shown)
  if (cards.length !== minimised.length) setMinimised(cards)
  const nowListed = shown === 'list' || (listed && shown !== null)
  if (nowListed !== listed) setListed(nowListed)

  const forgetAddress = () => {
    if (!address.has(TICKET_PARAMETER)) return
    const rest = new URLSearchParams(address)
    rest.delete(TICKET_PARAMETER)
    setAddress(rest, { replace: true })
  }
  const close = () => {
    onClose()
    forgetAddress()
  }
  const toList = () => {
    dialogs.open('tickets')
    forgetAddress()
  }
  const stepBack = nowListed && shown !== 'list' ? toList : close
  const goNext = useNext(params)
  return {
    shown,
    listed: nowListed,
    tickets: typeof shown === 'number' ? [...cards, shown].sort((a, b) => a - b) : cards,
    cards,
    dismiss: (ticketID) => setMinimised(cards.filter((other) => other !== ticketID)),
    window: {
      onClose: close,
      ...(nowListed ? { onBack: toList } : {}),
      onMinimise() {
        if (typeof shown === 'number') setMinimised([...cards, shown])
        stepBack()
      },
      onNext: () => void goNext(),
    },
    close,
    stepBack,
  }
}

/** Goes to the next open ticket: of the list that this one was opened from, else of what waits longest. */
function useNext(params: DialogParams['tickets']): () => Promise<void> {
  const { api, dialogs, notices } = useServices()
  return async () => {
    if (!params) return
    const { ticketID, queue = [] } = params
    const rest = queue.slice(queue.indexOf(ticketID) + 1)
    const next = rest[0] ?? (await oldestOpen(ticketID))
    if (next === undefined || next === ticketID) return notices.show('info', TEXT.noNext)
    dialogs.open('tickets', { ticketID: next, queue: rest })
  }
  async function oldestOpen(but: number): Promise<number | undefined> {
    const request = {
      scope: 'ALL',
      filter: 'Unresolved',
      sort: 'deadline',
      order: 'asc',
      pageSize: 10,
    } as const
    try {
      const { tickets } = await api.call(searchTickets, request)
      return tickets.find(({ id }) => id !== but)?.id
    } catch {
      // The notice says why.
      return undefined
    }
  }
}
