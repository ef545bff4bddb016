/** The query parameter that opens a ticket on any page: `?ticket=1209`. */
export const TICKET_PARAMETER = 'ticket'

const TICKET_ID = /^[1-9]\d{0,14}$/

/** The ticket's id in the parameter's value; null where it is absent or no id. */
export const readTicketID = (value: string | null): number | null =>
  value !== null && TICKET_ID.test(value) ? Number(value) : null
