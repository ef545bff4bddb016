import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { TicketTable } from '../../db/schema/tickets.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { nextDeadlineOf } from '../write.ts'

/** Adds a ticket as it is when raised at NOON, with the given changes. */
export async function addTicket(
  db: Database,
  ticket: Partial<Insertable<TicketTable>> & { readonly raisedBy: number },
): Promise<number> {
  const row = {
    raisedAt: NOON,
    ticketType: 'Dialler',
    message: 'The dialler does not start.',
    transcript: '',
    status: 'OPEN',
    priority: 'MEDIUM',
    effort: null,
    spec: '',
    dueBy: null,
    assignedTo: null,
    team: '',
    respondedAt: null,
    reopenedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    resolvedSubject: '',
    resolvedComment: '',
    requireFeedback: 0,
    rating: null,
    feedbackComment: '',
    mergedInto: null,
    version: 1,
    updatedAt: NOON,
    updatedBy: ticket.raisedBy,
    ...ticket,
  } as const
  const { id } = await db
    .insertInto('tickets')
    .values({ ...row, nextDeadline: nextDeadlineOf(row, NOON) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
