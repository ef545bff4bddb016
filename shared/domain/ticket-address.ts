/** The part of an address that opens a ticket, whatever page it is of: `?ticket=1209`. */
export const TICKET_PARAMETER = 'ticket'

const TICKET_ID = /^[1-9]\d{0,14}$/

/** The ticket that the parameter's value names; null for whatever else it says, and where there is none. */
export const readTicketID = (value: string | null): number | null =>
  value !== null && TICKET_ID.test(value) ? Number(value) : null
