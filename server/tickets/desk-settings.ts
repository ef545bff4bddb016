import type { TicketType } from '#shared/domain/ticket-guide.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { REFUSED } from './access.ts'

/** The teams that tickets can be escalated to (spec 3 §7). */
export function escalationTeams(db: Database): Promise<readonly string[]> {
  return readSetting(db, 'help.teams')
}

/** What a ticket can be about now, and what only old ones are about (spec 5 §5.13). */
export async function knownTypes(db: Database): Promise<{ used: TicketType[]; retired: TicketType[] }> {
  const types = await readSetting(db, 'help.ticketTypes')
  const named = (isRetired: boolean) =>
    types.filter((type) => type.isRetired === isRetired).map(({ name }) => name)
  return { used: named(false), retired: named(true) }
}

/** The team that takes tickets of a type; '' for none. @throws Refusal 400 for a type that isn't in use */
export async function teamTaking(db: Database, type: TicketType): Promise<string> {
  const found = (await readSetting(db, 'help.ticketTypes')).find(({ name }) => name === type)
  if (!found || found.isRetired) throw new Refusal(REFUSED, 'ticket.noType')
  return found.team
}

/** The clocks that a ticket gets with its priority. It keeps them when the company changes them later. */
export async function clocksFor(db: Database, priority: Priority) {
  const { response, resolution } = (await readSetting(db, 'help.clocks'))[priority]
  return { responseMinutes: response, resolutionMinutes: resolution }
}
