import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import type { searchTickets as searchCall, TicketSort } from '#shared/contract/tickets.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import {
  outstandingScope,
  PRIORITIES,
  TICKET_STATUSES,
  ticketLabel,
  ticketMode,
  ticketSubject,
} from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { requireTicket, type TicketPerson, visibleTickets } from './access.ts'
import { helpTicketOf, type TicketRow } from './rows.ts'

type Search = z.output<(typeof searchCall)['request']>

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Most of the person's own tickets in one answer, and most related ones of each kind. */
const OWN_MAX = 500
const RELATED_MAX = 20

/** A value's place in a list, for sorting. */
function placeIn(column: 't.status' | 't.priority', values: readonly string[]): RawBuilder<unknown> {
  const cases = values.map((value, place) => sql`when ${value} then ${sql.lit(place)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

const noCase = (column: string): RawBuilder<unknown> => sql`lower(${sql.ref(column)})`

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
  if (scope === 'TO_HANDLE')
    return tickets.where((eb) => eb.or([eb('t.assignedTo', '=', userID), eb('t.assignedTo', 'is', null)]))
  return scope === 'UNASSIGNED' ? tickets.where('t.assignedTo', 'is', null) : tickets
}

function withTerm(tickets: Tickets, term: string): Tickets {
  if (term.trim() === '') return tickets
  const wanted = term.trim()
  const id = numberIn(term)
  return tickets.where((eb) =>
    eb.or([
      contains('t.message', wanted),
      contains('t.ticketType', wanted),
      contains('raiser.displayName', wanted),
      contains('assignee.displayName', wanted),
      ...(id === null ? [] : [eb('t.id', '=', id)]),
    ]),
  )
}

function matching(db: Database, person: TicketPerson, search: Search, now: number): Tickets {
  const { scope, filter, searchTerm, ticketTypes, priorities, lateOnly, dueOnly } = search
  let tickets = withTerm(inScope(visibleTickets(db, person), person, scope), searchTerm)
  if (filter !== 'All') tickets = tickets.where('t.resolvedAt', filter === 'Resolved' ? 'is not' : 'is', null)
  if (ticketTypes) tickets = tickets.where('t.ticketType', 'in', ticketTypes)
  if (priorities) tickets = tickets.where('t.priority', 'in', priorities)
  if (dueOnly)
    tickets = tickets.where('t.nextDeadline', '>=', now).where('t.nextDeadline', '<=', now + HOUR_MS)
  return lateOnly ? tickets.where('t.nextDeadline', '<', now) : tickets
}

/** A page of the tickets that the person may see. Those without a value to sort by come last. */
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

/** Other tickets of the same person and, for those who handle tickets, possible duplicates. */
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

/** The open tickets that the 'Support tickets' badge counts and its click lists. */
const outstanding = (db: Database, person: TicketPerson): Tickets =>
  inScope(visibleTickets(db, person), person, outstandingScope(person.permissions)).where(
    't.resolvedAt',
    'is',
    null,
  )

/** How many tickets wait for the person: the badge's number. */
export async function outstandingTickets(db: Database, person: TicketPerson): Promise<number> {
  const { count } = await outstanding(db, person)
    .clearSelect()
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The first of the same tickets, what changed last before others. */
export async function outstandingPage(
  db: Database,
  person: TicketPerson,
  limit: number,
): Promise<{ readonly total: number; readonly tickets: readonly TicketRow[] }> {
  const tickets = await outstanding(db, person)
    .orderBy('t.updatedAt', 'desc')
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return { total: Number(await outstandingTickets(db, person)), tickets }
}

/** The same tickets as the summary of the day lists them. */
export async function outstandingRecords(
  db: Database,
  person: TicketPerson,
): Promise<{ title: string; status: string }[]> {
  const rows = await outstanding(db, person).orderBy('t.updatedAt', 'desc').orderBy('t.id').execute()
  return rows.map(({ message, status }) => ({ title: ticketSubject(message), status: ticketLabel(status) }))
}

/**
 * Everybody whose count may change with these people's tickets: they themselves, and those who handle
 * tickets.
 */
export async function countedPeople(db: Database, userIDs: readonly number[]): Promise<TicketPerson[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('userPermissions as p', 'p.userID', 'u.id')
    .where((eb) =>
      eb.or([
        eb('u.id', 'in', userIDs),
        eb('u.id', 'in', (e) =>
          e
            .selectFrom('userPermissions')
            .where('permission', '=', PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE)
            .select('userID'),
        ),
      ]),
    )
    .select(['u.id', 'u.displayName', 'p.permission'])
    .orderBy('u.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id)].map(([userID, own]) => ({
    userID,
    displayName: own[0]?.displayName ?? '',
    permissions: permissionsOf(own.flatMap(({ permission }) => permission ?? [])),
  }))
}
