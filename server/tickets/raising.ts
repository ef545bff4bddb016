import type * as z from 'zod/mini'
import type { raiseTicket as raiseCall } from '#shared/contract/tickets.ts'
import type { Database } from '../db/database.ts'
import { htmlOf } from '../notifications/html.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { announce } from '../webhooks/announce.ts'
import { requireTicket, type TicketPerson } from './access.ts'
import { clocksFor, teamTaking, tellTeam } from './desk-settings.ts'
import { nextDeadlineOf, publishMade, type TicketDesk } from './write.ts'

type NewTicket = z.output<(typeof raiseCall)['request']>

/** A new ticket. */
function freshTicket(
  by: TicketPerson,
  at: number,
  { ticketType, message, transcript, priority }: NewTicket,
  { team, clocks }: { readonly team: string; readonly clocks: Awaited<ReturnType<typeof clocksFor>> },
) {
  const times = {
    ...{ raisedAt: at, priority, dueBy: null, respondedAt: null, resolvedAt: null, reopenedAt: null },
    ...clocks,
  }
  return {
    ...times,
    raisedBy: by.userID,
    ticketType,
    message: message.trim(),
    transcript,
    status: 'OPEN',
    effort: null,
    spec: '',
    assignedTo: null,
    team,
    nextDeadline: nextDeadlineOf(times, at),
    resolvedBy: null,
    resolvedSubject: '',
    resolvedComment: '',
    requireFeedback: 0,
    rating: null,
    feedbackComment: '',
    mergedInto: null,
    version: 1,
    updatedAt: at,
    updatedBy: by.userID,
  } as const
}

/**
 * Raises a ticket. The person's manager, the members of its team and everybody who handles tickets are told. @throws Refusal 400 for a
 * type that isn't in use.
 * @param also what belongs to the same change, with the ticket's id; the ticket isn't raised where it throws
 */
export async function raiseTicket(
  { db, clock, publisher }: TicketDesk,
  by: TicketPerson,
  ticket: NewTicket,
  also?: (trx: Database, id: number) => Promise<void>,
): Promise<{ id: number }> {
  const { row, kept } = await db.transaction().execute(async (trx) => {
    const at = clock()
    const team = await teamTaking(trx, ticket.ticketType)
    const clocks = await clocksFor(trx, ticket.priority)
    const { id } = await trx
      .insertInto('tickets')
      .values(freshTicket(by, at, ticket, { team, clocks }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('ticketTimeline')
      .values({
        ticketID: id,
        eventTime: at,
        event: 'RAISED',
        byID: by.userID,
        text: ticket.message,
        changes: '[]',
      })
      .execute()
    await also?.(trx, id)
    await announce(trx, at, { recordType: 'ticket', recordID: id, action: 'TICKET_RAISED', version: 1 })
    const raised = await requireTicket(trx, by, id)
    const told = raised.raiserManagerID === null ? [] : [raised.raiserManagerID]
    const notices = told.map((userID) => ({
      userID,
      type: 'REQUESTED_HELP' as const,
      subject: `Ticket: ${id} was raised by ${by.displayName}`,
      body: htmlOf(ticket.message),
      source: 'TICKET',
      sourceID: id,
    }))
    const members = await tellTeam(trx, { id, team, body: ticket.message }, [by.userID, ...told])
    return { row: raised, kept: await keepNotifications(trx, at, [...notices, ...members]) }
  })
  const made = {
    ticket: row,
    event: 'RAISED',
    by,
    version: 1,
    resolved: false,
    kept,
    concerned: [by.userID],
    activityOf: [],
  } as const
  await publishMade(publisher, [made])
  return { id: row.id }
}
