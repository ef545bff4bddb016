import type * as z from 'zod/mini'
import type { resolveHelpRequest } from '#shared/contract/tickets.ts'
import { ticketMode } from '#shared/domain/tickets.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { CONFLICT, REFUSED, requireAbility, type TicketPerson } from './access.ts'
import { statusAfter, tellRaiser } from './handling.ts'
import type { TicketRow } from './rows.ts'
import { type Change, changeTicket, requireSeen, requireUnresolved, type TicketDesk } from './write.ts'

interface MailingDesk extends TicketDesk {
  readonly outbox: Pick<Outbox, 'post'>
}

interface Resolution {
  readonly subject: string
  readonly comment: string
  readonly requireFeedback: boolean
}

/** The fields that resolving sets; it stops every clock. */
function resolved(ticket: TicketRow, by: TicketPerson, at: number, resolution: Resolution): Change['set'] {
  return {
    status: statusAfter(ticket, 'RESOLVE'),
    resolvedAt: at,
    resolvedBy: by.userID,
    resolvedSubject: resolution.subject,
    resolvedComment: resolution.comment,
    requireFeedback: resolution.requireFeedback ? 1 : 0,
    respondedAt: ticket.respondedAt ?? at,
  }
}

/** Whether the ticket already has this very resolution, as when its answer was lost. */
function isRepeated(ticket: TicketRow, by: TicketPerson, subject: string, comment: string): boolean {
  const { resolvedAt, resolvedBy, resolvedSubject, resolvedComment } = ticket
  return (
    resolvedAt !== null &&
    resolvedBy === by.userID &&
    resolvedSubject === subject &&
    resolvedComment === comment
  )
}

/** Tells whoever raised duplicates of the ticket, too. */
async function tellDuplicates(trx: Database, ticket: TicketRow, subject: string): Promise<NewNotification[]> {
  const duplicates = await trx
    .selectFrom('tickets')
    .where('mergedInto', '=', ticket.id)
    .select(['id', 'raisedBy'])
    .execute()
  return duplicates.map(({ id, raisedBy }) => ({
    userID: raisedBy,
    type: 'NEW_UPDATE',
    subject: `Ticket: ${id} was resolved with ticket ${ticket.id}: ${subject}`,
    source: 'TICKET',
    sourceID: id,
    cssClass: 'success',
  }))
}

/** Agents are asked for feedback, unless they resolved the ticket themselves. */
async function wantsFeedback(trx: Database, ticket: TicketRow, by: TicketPerson): Promise<boolean> {
  if (ticket.raisedBy === by.userID) return false
  const raiser = await findPerson(trx, ticket.raisedBy)
  return raiser !== null && ticketMode(raiser.permissions) === 'AGENT'
}

/**
 * Resolves a ticket for the person who raised it. @throws Refusal 400 where it isn't theirs; 409 where
 * somebody was first, or it has changed since.
 */
export async function resolveTicket(
  desk: MailingDesk,
  by: TicketPerson,
  request: z.output<(typeof resolveHelpRequest)['request']>,
) {
  requireAbility(by, 'RESOLVE')
  const { id, subject, body, internalComment, sendEmail, userLoginID } = request
  let isNew = false
  const done = await changeTicket(desk, by, id, async (ticket, at, trx) => {
    if (ticket.raisedBy !== userLoginID) throw new Refusal(REFUSED, 'ticket.otherRaiser')
    if (isRepeated(ticket, by, subject, body)) return null
    requireUnresolved(ticket)
    requireSeen(ticket, request.version)
    isNew = true
    const requireFeedback = await wantsFeedback(trx, ticket, by)
    return {
      event: 'RESOLVED',
      set: resolved(ticket, by, at, { subject, comment: body, requireFeedback }),
      text: body,
      tell: [
        ...tellRaiser(ticket, by, `was resolved: ${subject}`, body),
        ...(await tellDuplicates(trx, ticket, subject)),
      ],
      also: async (db) => {
        if (internalComment.trim() === '') return
        const note = { ticketID: id, note: internalComment, byID: by.userID, at }
        await db.insertInto('ticketNotes').values(note).execute()
      },
    }
  })
  if (isNew && sendEmail) await mailTo(desk, userLoginID, subject, body)
  return done
}

async function mailTo(desk: MailingDesk, userID: number, subject: string, text: string): Promise<void> {
  const reader = await desk.db.selectFrom('users').where('id', '=', userID).select('email').executeTakeFirst()
  if (reader?.email) await desk.outbox.post({ to: reader.email, subject, text, kind: 'TICKET', userID })
}

interface OwnEnding {
  readonly id: number
  readonly resolveMessage: string
  readonly version?: number | undefined
}

async function end(
  desk: TicketDesk,
  by: TicketPerson,
  { id, resolveMessage, version }: OwnEnding,
  event: 'SELF_RESOLVED' | 'CLOSED_BY_AGENCY',
) {
  return changeTicket(desk, by, id, async (ticket, at, trx) => {
    if (isRepeated(ticket, by, '', resolveMessage)) return null
    requireUnresolved(ticket)
    requireSeen(ticket, version)
    return {
      event,
      set: resolved(ticket, by, at, { subject: '', comment: resolveMessage, requireFeedback: false }),
      text: resolveMessage,
      tell: [
        ...tellRaiser(ticket, by, 'was closed', resolveMessage),
        ...(await tellDuplicates(trx, ticket, 'closed by whoever raised it')),
      ],
    }
  })
}

/** An agent resolves their own ticket. @throws Refusal 409 where somebody was first. */
export async function selfResolveTicket(desk: TicketDesk, by: TicketPerson, ending: OwnEnding) {
  requireAbility(by, 'SELF_RESOLVE')
  return end(desk, by, ending, 'SELF_RESOLVED')
}

/** An agency user closes a ticket. @throws Refusal 409 where somebody was first. */
export async function closeTicket(desk: TicketDesk, by: TicketPerson, ending: OwnEnding) {
  requireAbility(by, 'CLOSE')
  return end(desk, by, ending, 'CLOSED_BY_AGENCY')
}

/**
 * Reopens a resolved ticket; its resolution stays in the timeline. @throws Refusal 400 where it isn't
 * resolved or was merged; 409 where it has changed since.
 */
export async function reopenTicket(desk: TicketDesk, by: TicketPerson, id: number, seen: number | undefined) {
  return changeTicket(desk, by, id, (ticket, at) => {
    if (ticket.mergedInto !== null)
      throw new Refusal(REFUSED, 'ticket.mergedInto', { ticketID: ticket.mergedInto })
    if (ticket.resolvedAt === null) throw new Refusal(REFUSED, 'ticket.notResolved')
    requireSeen(ticket, seen)
    return {
      event: 'REOPENED',
      set: {
        status: statusAfter(ticket, 'REOPEN'),
        reopenedAt: at,
        resolvedAt: null,
        resolvedBy: null,
        resolvedSubject: '',
        resolvedComment: '',
        requireFeedback: 0,
        rating: null,
        feedbackComment: '',
      },
      tell: tellRaiser(ticket, by, 'was opened again'),
    }
  })
}

interface Feedback {
  readonly ticketID: number
  readonly rating: number
  readonly comment: string
}

/**
 * Feedback of the person who raised the ticket; repeating it changes nothing. @throws Refusal 400 where none
 * is wanted, 409 where other feedback was given.
 */
export async function giveFeedback(
  desk: TicketDesk,
  by: TicketPerson,
  { ticketID, rating, comment }: Feedback,
) {
  requireAbility(by, 'FEEDBACK')
  return changeTicket(desk, by, ticketID, (ticket) => {
    if (ticket.rating !== null) {
      if (ticket.rating === rating && ticket.feedbackComment === comment) return null
      throw new Refusal(CONFLICT, 'ticket.feedbackGiven')
    }
    if (ticket.requireFeedback === 0) throw new Refusal(REFUSED, 'ticket.noFeedbackWanted')
    return {
      event: 'FEEDBACK_GIVEN',
      set: { rating, feedbackComment: comment, requireFeedback: 0 },
      text: comment,
      changes: [{ field: 'rating', from: '', to: String(rating) }],
    }
  })
}
