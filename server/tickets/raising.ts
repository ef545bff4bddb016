import type * as z from 'zod/mini'
import type { raiseTicket as raiseCall } from '#shared/contract/tickets.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { requireWithin } from '../live-panel/scope.ts'
import { htmlOf } from '../notifications/html.ts'
import { keepNotifications, type NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { announce } from '../webhooks/announce.ts'
import type { TicketPerson } from './access.ts'
import { clocksFor, teamTaking, tellTeam } from './desk-settings.ts'
import { selectTickets } from './rows.ts'
import { nextDeadlineOf, publishMade, type TicketDesk } from './write.ts'

type NewTicket = z.output<(typeof raiseCall)['request']>

/** Whose ticket it is. */
interface Raiser {
  readonly userID: number
  readonly displayName: string
  readonly managerID: number | null
}

/** A new ticket. */
function freshTicket(
  raiser: Pick<Raiser, 'userID'>,
  by: Pick<TicketPerson, 'userID'>,
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
    raisedBy: raiser.userID,
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

async function raise(
  { db, clock, publisher }: TicketDesk,
  by: TicketPerson,
  ticket: NewTicket,
  whose: (trx: Database) => Promise<Raiser>,
  also?: (trx: Database, id: number) => Promise<void>,
): Promise<{ id: number }> {
  const { row, kept } = await db.transaction().execute(async (trx) => {
    const at = clock()
    const raiser = await whose(trx)
    const isFor = raiser.userID !== by.userID
    const team = await teamTaking(trx, ticket.ticketType)
    const clocks = await clocksFor(trx, ticket.priority)
    const { id } = await trx
      .insertInto('tickets')
      .values(freshTicket(raiser, by, at, ticket, { team, clocks }))
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
    const notice = (userID: number, subject: string): NewNotification => ({
      ...{ userID, type: 'REQUESTED_HELP', subject: `Ticket: ${id} was raised ${subject}` },
      ...{ body: htmlOf(ticket.message), source: 'TICKET', sourceID: id },
    })
    const manager = raiser.managerID === by.userID ? null : raiser.managerID
    const told = [
      ...(isFor ? [notice(raiser.userID, `for you by ${by.displayName}`)] : []),
      ...(manager === null
        ? []
        : [notice(manager, `by ${by.displayName}${isFor ? ` for ${raiser.displayName}` : ''}`)]),
    ]
    const members = await tellTeam(trx, { id, team, body: ticket.message }, [
      by.userID,
      ...told.map(({ userID }) => userID),
    ])
    const raised = await selectTickets(trx).where('t.id', '=', id).executeTakeFirstOrThrow()
    return { row: raised, kept: await keepNotifications(trx, at, [...told, ...members]) }
  })
  const made = {
    ticket: row,
    event: 'RAISED',
    by,
    version: 1,
    resolved: false,
    kept,
    concerned: [row.raisedBy],
    activityOf: [],
  } as const
  await publishMade(publisher, [made])
  return { id: row.id }
}

/**
 * Raises a ticket. The person's manager, the members of its team and everybody who handles tickets are told. @throws Refusal 400 for a
 * type that isn't in use.
 * @param also what belongs to the same change, with the ticket's id; the ticket isn't raised where it throws
 */
export const raiseTicket = (
  desk: TicketDesk,
  by: TicketPerson,
  ticket: NewTicket,
  also?: (trx: Database, id: number) => Promise<void>,
): Promise<{ id: number }> =>
  raise(
    desk,
    by,
    ticket,
    (trx) =>
      trx
        .selectFrom('users')
        .where('id', '=', by.userID)
        .select(['id as userID', 'displayName', 'managerID'])
        .executeTakeFirstOrThrow(),
    also,
  )

/**
 * Raises a ticket of somebody else's, who is told by whom (spec 4 §4.4.1). @throws Refusal 404 for who isn't in the
 * caller's scope, 400 for a type that isn't in use
 */
export const raiseTicketFor = (
  desk: TicketDesk,
  caller: Caller,
  { userID, ...ticket }: Omit<NewTicket, 'transcript'> & { readonly userID: number },
): Promise<{ id: number }> =>
  raise(
    desk,
    caller,
    { ...ticket, transcript: '' },
    async (trx) => ({ userID, ...(await requireWithin(trx, caller, userID)) }),
    async (trx, id) => {
      await audit(trx, caller, desk.clock(), {
        ...{ action: 'TICKET_RAISED_FOR', page: 'supervisor.live-panel', recordType: 'ticket', recordID: id },
        ...{ label: `Ticket ${id}`, personID: userID },
        changes: [{ field: 'ticketType', before: null, after: ticket.ticketType }],
      })
    },
  )
