import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { htmlOf } from '../notifications/html.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { REFUSED } from './access.ts'

/** The teams that tickets can be escalated to (spec 3 §7). */
export function escalationTeams(db: Database): Promise<readonly string[]> {
  return readSetting(db, 'help.teams')
}

/** What a ticket can be about now, and what only old ones are about (spec 5 §5.13). */
export async function knownTypes(db: Database) {
  const types = await readSetting(db, 'help.ticketTypes')
  return {
    used: types.filter(({ isRetired }) => !isRetired),
    retired: types.flatMap(({ name, isRetired }) => (isRetired ? [name] : [])),
  }
}

/** Every type that tickets have, in the company's order, retired ones last. */
export async function typeChoices(db: Database): Promise<Readonly<Record<string, string>>> {
  const { used, retired } = await knownTypes(db)
  return Object.fromEntries([...used.map(({ name }) => name), ...retired].map((name) => [name, name]))
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

/** Members of a team who are still here and handle tickets. */
export async function membersOf(db: Database, team: string): Promise<number[]> {
  const rows = await db
    .selectFrom('ticketTeamMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userID')
    .innerJoin('userPermissions as p', 'p.userID', 'm.userID')
    .where('m.team', '=', team)
    .where('u.status', '=', 'ACTIVE')
    .where('p.permission', '=', PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE)
    .select('m.userID')
    .orderBy('m.userID')
    .execute()
  return rows.map(({ userID }) => userID)
}

/** What the members of a team are told of a ticket that comes to it; `butNot` know it already. */
export async function tellTeam(
  db: Database,
  { id, team, body }: { readonly id: number; readonly team: string; readonly body: string },
  butNot: readonly number[],
): Promise<NewNotification[]> {
  if (team === '') return []
  const members = await membersOf(db, team)
  return members
    .filter((userID) => !butNot.includes(userID))
    .map((userID) => ({
      userID,
      type: 'REQUESTED_HELP',
      subject: `Ticket: ${id} came to ${team}`,
      body: htmlOf(body),
      source: 'TICKET',
      sourceID: id,
    }))
}
