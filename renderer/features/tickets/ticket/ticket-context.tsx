import { createContext, useContext } from 'react'
import { hasAbility, type TicketAbility, type TicketMode } from '#shared/domain/tickets.ts'

/** The ticket that is open, for its parts. */
export interface OpenTicket {
  readonly ticketID: number
  readonly mode: TicketMode
  /** A change was refused because somebody else was first; told in the server's words. */
  readonly onConflict: (words: string) => void
}

const TicketContext = createContext<OpenTicket | null>(null)
export const TicketProvider = TicketContext.Provider

/** @throws outside a TicketProvider */
export function useTicket(): OpenTicket {
  const open = useContext(TicketContext)
  if (!open) throw new Error('useTicket needs a TicketProvider above it')
  return open
}

/** Whether the person can do that with the ticket at hand (spec 3 §6). */
export function useAbility(ability: TicketAbility): boolean {
  return hasAbility(useTicket().mode, ability)
}
