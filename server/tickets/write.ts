import type { Updateable } from 'kysely'
import type * as z from 'zod/mini'
import type { fieldChange } from '#shared/contract/ticket-entities.ts'
import type { TimelineEvent } from '#shared/contract/ticket-version.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { clocksOf } from '#shared/domain/ticket-clocks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { endIssues } from '../activity/sessions.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { TicketTable } from '../db/schema/tickets.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { announce } from '../webhooks/announce.ts'
import { CONFLICT, requireTicket, type TicketPerson } from './access.ts'
import type { TicketPublisher } from './publisher.ts'
import type { TicketRow } from './rows.ts'

/** What changing tickets needs. */
export interface TicketDesk {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: TicketPublisher
}

export type FieldChange = z.output<typeof fieldChange>

/** A change that is to be made to a ticket. */
export interface Change {
  readonly event: TimelineEvent
  readonly set: Updateable<TicketTable>
  /** Words for the timeline. */
  readonly text?: string
  readonly changes?: readonly FieldChange[]
  readonly tell?: readonly NewNotification[]
  /** Further writes in the same transaction. */
  readonly also?: (trx: Database) => Promise<void>
  /** Whose activity it changes. */
  readonly activityOf?: readonly number[]
}

/** Who changes a ticket; without an id it is no person, such as a directory. */
export interface TicketChanger {
  readonly userID: number | null
  readonly displayName: string
}

/** A change that was made. */
export interface Made {
  readonly ticket: TicketRow
  readonly event: TimelineEvent
  readonly by: TicketChanger
  readonly version: number
  readonly resolved: boolean
  readonly kept: readonly KeptNotification[]
  /** Whose counts it may have changed. */
  readonly concerned: readonly number[]
  /** Whose activity has changed. */
  readonly activityOf: readonly number[]
}

/**
 * @throws Refusal 409 where the ticket has changed since the person saw it. Without a version nothing is
 * compared.
 */
export function requireSeen(ticket: TicketRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== ticket.version)
    throw new Refusal(CONFLICT, 'ticket.changedMeanwhile', { ticketID: ticket.id, name: ticket.updaterName })
}

/** @throws Refusal 409 where the ticket is resolved; it says who was first. */
export function requireUnresolved(ticket: TicketRow): void {
  if (ticket.resolvedAt !== null)
    throw new Refusal(CONFLICT, 'ticket.resolvedMeanwhile', {
      ticketID: ticket.id,
      name: ticket.resolverName ?? ticket.updaterName,
    })
}

/** The earliest deadline of the running clocks. */
export function nextDeadlineOf(ticket: Parameters<typeof clocksOf>[0], now: number): number | null {
  const running = clocksOf(ticket, now).filter(({ stoppedAt }) => stoppedAt === null)
  return running.length === 0 ? null : Math.min(...running.map(({ deadline }) => deadline))
}

/**
 * Follows a change of status: the ticket's room shows it, and resolving ends lost work. @returns whose
 * activity has changed
 */
async function followStatus(
  trx: Database,
  at: number,
  by: TicketChanger,
  before: TicketRow,
  after: TicketRow,
): Promise<{ readonly freed: readonly number[]; readonly tell: readonly NewNotification[] }> {
  const nobody = { freed: [], tell: [] }
  if (after.status === before.status) return nobody
  await trx
    .updateTable('threads')
    .set({ status: ticketLabel(after.status) })
    .where('source', '=', 'TICKET_CHAT')
    .where('sourceID', '=', after.id)
    .execute()
  if (after.resolvedAt === null) return nobody
  const lasting = await trx
    .selectFrom('systemIssues')
    .where('ticketID', '=', after.id)
    .where('endedAt', 'is', null)
    .select(['id', 'userID', 'sessionID'])
    .execute()
  const freed = await endIssues(trx, lasting, by.userID ?? SYSTEM_USER_ID, at)
  const tell = freed.map((userID) => ({
    ...{ userID, type: 'NEW_UPDATE' as const, source: 'TICKET', sourceID: after.id },
    subject: `Ticket ${after.id} was resolved. You are available again.`,
  }))
  return { freed, tell }
}

/** Writes a change and its entry in the timeline, in a transaction of the caller's. */
export async function writeChange(
  trx: Database,
  at: number,
  by: TicketChanger,
  ticket: TicketRow,
  change: Change,
): Promise<Made> {
  const { event, text = '', changes = [], tell = [] } = change
  const set = { ...change.set, version: ticket.version + 1, updatedAt: at, updatedBy: by.userID }
  const after = { ...ticket, ...set } as TicketRow
  await trx
    .updateTable('tickets')
    .set({ ...set, nextDeadline: nextDeadlineOf(after, at) })
    .where('id', '=', ticket.id)
    .execute()
  await trx
    .insertInto('ticketTimeline')
    .values({
      ticketID: ticket.id,
      eventTime: at,
      event,
      byID: by.userID,
      text,
      changes: JSON.stringify(changes),
    })
    .execute()
  await announce(trx, at, {
    recordType: 'ticket',
    recordID: ticket.id,
    action: `TICKET_${event}`,
    version: set.version,
  })
  const { freed, tell: news } = await followStatus(trx, at, by, ticket, after)
  await change.also?.(trx)
  const kept = await keepNotifications(trx, at, [...tell, ...news])
  const people = [ticket.raisedBy, ticket.assignedTo, after.assignedTo]
  return {
    ticket,
    event,
    by,
    version: set.version,
    resolved: after.resolvedAt !== null,
    kept,
    concerned: [...new Set(people.filter((id) => id !== null))],
    activityOf: [...freed, ...(change.activityOf ?? [])],
  }
}

/** Tells everybody concerned about committed changes. */
export async function publishMade(publisher: TicketPublisher, made: readonly Made[]): Promise<void> {
  for (const { ticket, version, event, by, resolved } of made)
    publisher.ticketChanged(
      {
        ticketID: ticket.id,
        version,
        event,
        by: by.displayName,
        byID: by.userID ?? SYSTEM_USER_ID,
        resolved,
      },
      ticket.raisedBy,
    )
  publisher.notified(made.flatMap(({ kept }) => kept))
  await publisher.countsChanged([...new Set(made.flatMap(({ concerned }) => concerned))])
  await publisher.activityChanged([...new Set(made.flatMap(({ activityOf }) => activityOf))])
}

/**
 * Changes a ticket in one transaction, then announces it. `decide` sees the present ticket and answers the
 * change, or null where nothing is left to do. Of two people at once, the second one's `decide` sees what the
 * first one did. @throws Refusal 400 where the ticket is gone, and whatever `decide` throws.
 */
export async function changeTicket(
  { db, clock, publisher }: TicketDesk,
  by: TicketPerson,
  ticketID: number,
  decide: (ticket: TicketRow, at: number, trx: Database) => Promise<Change | null> | Change | null,
): Promise<{ done: true; version: number }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const ticket = await requireTicket(trx, by, ticketID)
    const at = clock()
    const change = await decide(ticket, at, trx)
    return { version: ticket.version, made: change && (await writeChange(trx, at, by, ticket, change)) }
  })
  if (outcome.made) await publishMade(publisher, [outcome.made])
  return { done: true, version: outcome.made?.version ?? outcome.version }
}
