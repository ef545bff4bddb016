import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useServices } from '../../services/context.tsx'

/** Opens the ticket that an address names, whatever page it is of: `?ticket=1209`. */
export function useTicketAddress(): void {
  const { dialogs } = useServices()
  const [address] = useSearchParams()
  const named = address.get('ticket')
  useEffect(() => {
    if (named !== null && /^[1-9]\d{0,14}$/.test(named)) dialogs.open('ticket', { ticketID: Number(named) })
  }, [dialogs, named])
}
