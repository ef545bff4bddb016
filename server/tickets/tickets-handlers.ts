import {
  CHOSEN_STATUSES,
  EFFORTS,
  hasAbility,
  PRIORITIES,
  type Priority,
  type TicketStatus,
  ticketLabel,
  ticketMode,
} from '#shared/domain/tickets.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { Outbox } from '../mail/outbox.ts'
import { readSetting } from '../settings/settings.ts'
import { requireAbility, requireTicket, type TicketPerson } from './access.ts'
import { type ChattingDesk, chatThreadOf, startChat } from './chat-thread.ts'
import { escalationTeams, knownTypes } from './desk-settings.ts'
import { closeTicket, giveFeedback, reopenTicket, resolveTicket, selfResolveTicket } from './endings.ts'
import { addNote, assignTicket, escalateTicket, unassignTicket, updateTicket } from './handling.ts'
import { internalNotes, ticketTimeline } from './history.ts'
import { mergeTickets } from './merging.ts'
import { raiseTicket, raiseTicketFor } from './raising.ts'
import { isoTime, ticketOf } from './rows.ts'
import { ownTickets, relatedTickets, searchTickets } from './searching.ts'

export interface TicketServices extends ChattingDesk {
  readonly outbox: Pick<Outbox, 'post'>
}

const labelled = <T extends TicketStatus | Priority>(values: readonly T[]) =>
  values.map((value) => ({ value, label: ticketLabel(value) }))

/** Every call of `shared/contract/tickets.ts` (spec 3 §7). Modes and permissions are those of spec 3 §6. */
export function ticketsHandlers(services: TicketServices): AreaHandlers<'tickets'> {
  const { db, clock } = services
  const read = async (person: TicketPerson, ticketID: number) =>
    ticketOf(await requireTicket(db, person, ticketID), clock())

  return {
    getAllUserHelpMessages: (_input, { caller }) => ownTickets(db, caller, clock()),
    searchTickets: (search, { caller }) => searchTickets(db, caller, search, clock()),
    relatedTickets: ({ ticketID }, { caller }) => relatedTickets(db, caller, ticketID, clock()),

    ticketIssueData: ({ ticketID }, { caller }) => {
      return read(caller, ticketID)
    },
    getUserHelpMessageData: ({ ticketID }, { caller }) => read(caller, ticketID),
    getAgencyHelpMessageData: ({ ticketID }, { caller }) => {
      return read(caller, ticketID)
    },
    isIssueResolved: async ({ issueID }, { caller }) => ({
      resolved: (await requireTicket(db, caller, issueID)).resolvedAt !== null,
    }),
    timeline: (range, { caller }) => ticketTimeline(db, caller, range),

    raiseTicket: (ticket, { caller }) => raiseTicket(services, caller, ticket),
    raiseTicketFor: (ticket, { caller }) => raiseTicketFor(services, caller, ticket),

    assignTicketToMe: ({ id, version }, { caller }) => assignTicket(services, caller, id, version),
    unassignTicket: ({ id, version }, { caller }) => unassignTicket(services, caller, id, version),
    ticketEscalationTypes: async () => [...(await escalationTeams(db))],
    escalateTicket: (escalation, { caller }) => escalateTicket(services, caller, escalation),

    viewSetting: async ({ id }, { caller }) => {
      requireAbility(caller, 'SETTINGS')
      const ticket = await requireTicket(db, caller, id)
      const { spec, status, priority, ticketType, dueBy, version } = ticket
      const effort = EFFORTS.find(({ points }) => points === ticket.effort)?.points ?? null
      const dueby = dueBy === null ? null : isoTime(dueBy)
      return { ticketID: id, spec, status, effort, priority, type: ticketType, dueby, version }
    },
    supportSettings: async (_, { caller: { permissions } }) => {
      const answers = hasAbility(ticketMode(permissions), 'RESOLVE')
        ? await readSetting(db, 'help.answers')
        : []
      const { used, retired } = await knownTypes(db)
      return {
        status: labelled(CHOSEN_STATUSES),
        effort: EFFORTS.map(({ points, label }) => ({ value: points, label })),
        priority: labelled(PRIORITIES),
        ticketTypes: used.map(({ name, questions }) => ({ value: name, label: name, questions })),
        ...(retired.length > 0 && { retiredTypes: retired }),
        ...(answers.length > 0 && { answers }),
      }
    },
    updateTicket: (settings, { caller }) => updateTicket(services, caller, settings),

    addInternalNote: ({ ticketID, note }, { caller }) => addNote(services, caller, ticketID, note),
    internalNotes: ({ ticketID }, { caller }) => internalNotes(db, caller, ticketID),
    mergeTickets: (merge, { caller }) => mergeTickets(services, caller, merge),

    resolveHelpRequest: (resolution, { caller }) => resolveTicket(services, caller, resolution),
    selfResolveTicket: (ending, { caller }) => selfResolveTicket(services, caller, ending),
    closeTicket: (ending, { caller }) => closeTicket(services, caller, ending),
    reopenTicket: ({ id, version }, { caller }) => reopenTicket(services, caller, id, version),
    submitFeedback: (given, { caller }) => giveFeedback(services, caller, given),

    getChatThread: ({ id }, { caller }) => chatThreadOf(db, caller, id),
    startTicketChat: ({ id }, { caller }) => startChat(services, caller, id),
  }
}
