import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readTicketID, TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices } from '../../services/context.tsx'

/** Opens the ticket that an address names. */
export function useTicketAddress(): void {
  const { dialogs } = useServices()
  const [address] = useSearchParams()
  const ticketID = readTicketID(address.get(TICKET_PARAMETER))
  useEffect(() => {
    if (ticketID !== null) dialogs.open('tickets', { ticketID })
  }, [dialogs, ticketID])
}
