import type { Permissions } from '#shared/domain/permissions.ts'
import { hasAbility, type TicketAbility, ticketMode } from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { selectTickets, type TicketRow } from './rows.ts'

/** Who does something with tickets. */
export interface TicketPerson {
  readonly userID: number
  readonly displayName: string
  readonly permissions: Permissions
}

/** Not 404, which people see as a network that can't be reached (spec 1 §8). */
export const REFUSED = 400
/** For a change that would overwrite another person's unseen one. */
export const CONFLICT = 409

/** @throws Refusal 403 where the person's view of tickets doesn't include it (spec 3 §6). */
export function requireAbility(
  { permissions }: Pick<TicketPerson, 'permissions'>,
  ability: TicketAbility,
): void {
  if (!hasAbility(ticketMode(permissions), ability)) throw new Refusal(403, 'accessDenied')
}

/**
 * The tickets that the person may see, as a query: supervisors all; agency users their own and those of the
 * people they manage; others their own.
 */
export function visibleTickets(db: Database, { userID, permissions }: TicketPerson) {
  const tickets = selectTickets(db)
  const mode = ticketMode(permissions)
  if (mode === 'SUPERVISOR') return tickets
  if (mode === 'AGENT') return tickets.where('t.raisedBy', '=', userID)
  return tickets.where((eb) => eb.or([eb('t.raisedBy', '=', userID), eb('raiser.managerID', '=', userID)]))
}

/** The ticket, if the person may see it. */
export async function findTicket(
  db: Database,
  person: TicketPerson,
  ticketID: number,
): Promise<TicketRow | undefined> {
  return visibleTickets(db, person).where('t.id', '=', ticketID).executeTakeFirst()
}

/** @throws Refusal 400 in the same words where there is none, or the person may not see it. */
export async function requireTicket(
  db: Database,
  person: TicketPerson,
  ticketID: number,
): Promise<TicketRow> {
  const ticket = await findTicket(db, person, ticketID)
  if (!ticket) throw new Refusal(REFUSED, 'ticket.vanished')
  return ticket
}
