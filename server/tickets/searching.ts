import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import type { searchTickets as searchCall, TicketSort } from '#shared/contract/tickets.ts'
import { PRIORITIES, TICKET_STATUSES, ticketMode } from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { requireTicket, type TicketPerson, visibleTickets } from './access.ts'
import { likeTerm } from './like.ts'
import { helpTicketOf } from './rows.ts'

type Search = z.output<(typeof searchCall)['request']>

const DAY_MS = 24 * 60 * 60 * 1000
/** Most of the person's own tickets that are given at once, and most related ones of each kind. */
const OWN_MAX = 500
const RELATED_MAX = 20

/** The place of a value in a list, to sort by. */
function placeIn(column: 't.status' | 't.priority', values: readonly string[]): RawBuilder<unknown> {
  const cases = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

const noCase = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate nocase`

const SORTS: Readonly<Record<TicketSort, () => RawBuilder<unknown>>> = {
  id: () => sql.ref('t.id'),
  raisedTime: () => sql.ref('t.raisedAt'),
  updatedTime: () => sql.ref('t.updatedAt'),
  ticketType: () => noCase('t.ticketType'),
  message: () => noCase('t.message'),
  interviewerName: () => noCase('raiser.displayName'),
  assign: () => noCase('assignee.displayName'),
  status: () => placeIn('t.status', TICKET_STATUSES),
  priority: () => placeIn('t.priority', PRIORITIES),
  deadline: () => sql.ref('t.nextDeadline'),
}

/** The number in '1209' or '#1209'; null in anything else. */
function numberIn(term: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(term.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

type Tickets = ReturnType<typeof visibleTickets>

function inScope(tickets: Tickets, { userID }: TicketPerson, scope: Search['scope']): Tickets {
  if (scope === 'MINE') return tickets.where('t.raisedBy', '=', userID)
  if (scope === 'ASSIGNED_TO_ME') return tickets.where('t.assignedTo', '=', userID)
  return scope === 'UNASSIGNED' ? tickets.where('t.assignedTo', 'is', null) : tickets
}

function withTerm(tickets: Tickets, term: string): Tickets {
  if (term.trim() === '') return tickets
  const pattern = likeTerm(term)
  const id = numberIn(term)
  return tickets.where((eb) =>
    eb.or([
      eb('t.message', 'like', pattern),
      sql<boolean>`${sql.ref('t.ticketType')} like ${pattern}`,
      eb('raiser.displayName', 'like', pattern),
      eb('assignee.displayName', 'like', pattern),
      ...(id === null ? [] : [eb('t.id', '=', id)]),
    ]),
  )
}

function matching(db: Database, person: TicketPerson, search: Search, now: number): Tickets {
  const { scope, filter, searchTerm, ticketTypes, priorities, lateOnly } = search
  let tickets = withTerm(inScope(visibleTickets(db, person), person, scope), searchTerm)
  if (filter !== 'All') tickets = tickets.where('t.resolvedAt', filter === 'Resolved' ? 'is not' : 'is', null)
  if (ticketTypes) tickets = tickets.where('t.ticketType', 'in', ticketTypes)
  if (priorities) tickets = tickets.where('t.priority', 'in', priorities)
  return lateOnly ? tickets.where('t.nextDeadline', '<', now) : tickets
}

/** A page of the tickets that the person may see. What has no value to sort by comes last. */
export async function searchTickets(
  db: Database,
  person: TicketPerson,
  search: Search,
  now: number,
): Promise<{ total: number; tickets: HelpTicket[] }> {
  const found = matching(db, person, search, now)
  const key = SORTS[search.sort]()
  const rows = await found
    .orderBy(sql`${key} is null`)
    .orderBy(key, search.order)
    .orderBy('t.id', search.order)
    .limit(search.pageSize)
    .offset((search.page - 1) * search.pageSize)
    .execute()
  const { count } = await found
    .clearSelect()
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { total: count, tickets: rows.map((row) => helpTicketOf(row, now)) }
}

/** The person's own tickets, newest first. */
export async function ownTickets(db: Database, person: TicketPerson, now: number): Promise<HelpTicket[]> {
  const rows = await visibleTickets(db, person)
    .where('t.raisedBy', '=', person.userID)
    .orderBy('t.raisedAt', 'desc')
    .orderBy('t.id', 'desc')
    .limit(OWN_MAX)
    .execute()
  return rows.map((row) => helpTicketOf(row, now))
}

/** The history of who raised a ticket and, for who handles it, what may be the same trouble. */
export async function relatedTickets(db: Database, person: TicketPerson, ticketID: number, now: number) {
  const ticket = await requireTicket(db, person, ticketID)
  const others = visibleTickets(db, person)
    .where('t.id', '!=', ticketID)
    .orderBy('t.raisedAt', 'desc')
    .orderBy('t.id', 'desc')
    .limit(RELATED_MAX)
  const ofPerson = await others.where('t.raisedBy', '=', ticket.raisedBy).execute()
  const mayMerge = ticketMode(person.permissions) === 'SUPERVISOR'
  const duplicates = mayMerge
    ? await others
        .where('t.ticketType', '=', ticket.ticketType)
        .where('t.resolvedAt', 'is', null)
        .where('t.raisedAt', '>=', ticket.raisedAt - DAY_MS)
        .where('t.raisedAt', '<=', ticket.raisedAt + DAY_MS)
        .execute()
    : []
  return {
    ofPerson: ofPerson.map((row) => helpTicketOf(row, now)),
    duplicates: duplicates.map((row) => helpTicketOf(row, now)),
  }
}

/** How many tickets that somebody raised or has in hand are open, by person; those without any have 0. */
export async function outstandingTickets(
  db: Database,
  userIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map(userIDs.map((id) => [id, 0]))
  if (userIDs.length === 0) return counts
  const open = await db
    .selectFrom('tickets')
    .where('resolvedAt', 'is', null)
    .where((eb) => eb.or([eb('raisedBy', 'in', userIDs), eb('assignedTo', 'in', userIDs)]))
    .select(['raisedBy', 'assignedTo'])
    .execute()
  for (const { raisedBy, assignedTo } of open) {
    for (const id of new Set([raisedBy, assignedTo])) {
      const count = id === null ? undefined : counts.get(id)
      if (id !== null && count !== undefined) counts.set(id, count + 1)
    }
  }
  return counts
}
