import type { Selectable } from 'kysely'
import type { HelpTicket, Ticket } from '#shared/contract/ticket-entities.ts'
import { SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { clocksOf, latenessOf } from '#shared/domain/ticket-clocks.ts'
import type { Database } from '../db/database.ts'
import type { TicketTable } from '../db/schema/tickets.ts'

/** A ticket with the names of its people. */
export interface TicketRow extends Selectable<TicketTable> {
  readonly raiserName: string
  readonly raiserUserName: string
  readonly raiserManagerID: number | null
  readonly assigneeName: string | null
  readonly resolverName: string | null
  readonly updaterName: string | null
}

/** Tickets with the names of their people. */
export function selectTickets(db: Database) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as raiser', 'raiser.id', 't.raisedBy')
    .leftJoin('users as assignee', 'assignee.id', 't.assignedTo')
    .leftJoin('users as resolver', 'resolver.id', 't.resolvedBy')
    .leftJoin('users as updater', 'updater.id', 't.updatedBy')
    .selectAll('t')
    .select([
      'raiser.displayName as raiserName',
      'raiser.userName as raiserUserName',
      'raiser.managerID as raiserManagerID',
      'assignee.displayName as assigneeName',
      'resolver.displayName as resolverName',
      'updater.displayName as updaterName',
    ])
}

/** A time as it is sent. */
export const isoTime = (time: number): string => new Date(time).toISOString()
const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time))

function latenessAt(row: Selectable<TicketTable>, now: number): Ticket['lateness'] {
  const late = latenessOf(row, now)
  return late && { clock: late.clock, since: isoTime(late.since) }
}

function feedbackOf({ rating, feedbackComment }: TicketRow): Ticket['feedback'] {
  return rating === null ? null : { rating, comment: feedbackComment }
}

/** A ticket as its own calls answer it. */
export function ticketOf(row: TicketRow, now: number): Ticket {
  const { id, message, transcript, ticketType, status, priority, team, resolvedSubject, resolvedComment } =
    row
  return {
    id,
    message,
    date: isoTime(row.raisedAt),
    interviewerName: row.raiserName,
    userLoginID: row.raisedBy,
    userName: row.raiserUserName,
    resolved: row.resolvedAt !== null,
    requireFeedback: row.requireFeedback === 1,
    resolvedComment,
    transcript,
    // The token's interviewerNameId is the name, too.
    interviewerNameID: row.raiserName,
    ticketType,
    status,
    priority,
    assignID: row.assignedTo ?? 0,
    assign: row.assigneeName ?? '',
    team,
    resolvedSubject,
    resolvedBy: row.resolverName ?? '',
    resolvedTime: isoTimeOrNull(row.resolvedAt),
    feedback: feedbackOf(row),
    mergedInto: row.mergedInto,
    version: row.version,
    updatedTime: isoTime(row.updatedAt),
    updatedBy: row.updaterName ?? SYSTEM_USER_LABEL,
    clocks: clocksOf(row, now).map(({ clock, deadline, stoppedAt, lateSince }) => ({
      clock,
      deadline: isoTime(deadline),
      stopped: isoTimeOrNull(stoppedAt),
      lateSince: isoTimeOrNull(lateSince),
    })),
    lateness: latenessAt(row, now),
  }
}

/** A ticket as lists show it. */
export function helpTicketOf(row: TicketRow, now: number): HelpTicket {
  const { id, ticketType, message, status, priority, mergedInto, version } = row
  const raisedTime = isoTime(row.raisedAt)
  return {
    id,
    date: raisedTime.slice(0, 10),
    time: raisedTime.slice(11, 16),
    ticketType,
    message,
    resolved: row.resolvedAt !== null,
    assign: row.assigneeName ?? '',
    raisedTime,
    updatedTime: isoTime(row.updatedAt),
    userLoginID: row.raisedBy,
    interviewerName: row.raiserName,
    status,
    priority,
    assignID: row.assignedTo ?? 0,
    requireFeedback: row.requireFeedback === 1,
    mergedInto,
    version,
    lateness: latenessAt(row, now),
  }
}
