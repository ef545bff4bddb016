import type * as z from 'zod/mini'
import type { updateTicket as updateCall } from '#shared/contract/tickets.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import {
  CHOSEN_STATUSES,
  nextStatus,
  type TicketEvent,
  type TicketStatus,
  unassignRefusal,
} from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { htmlOf } from '../notifications/html.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { CONFLICT, REFUSED, requireAbility, type TicketPerson } from './access.ts'
import { clocksFor, escalationTeams, teamTaking, tellTeam } from './desk-settings.ts'
import { isoTime, type TicketRow } from './rows.ts'
import { changeTicket, type FieldChange, requireSeen, requireUnresolved, type TicketDesk } from './write.ts'

/**
 * The status after the event. @throws Error where the event is impossible, which the caller should have
 * refused.
 */
export function statusAfter(ticket: TicketRow, event: TicketEvent): TicketStatus {
  const next = nextStatus(ticket.status, event)
  if (next === null) throw new Error(`${event} can't happen to a ticket that is ${ticket.status}`)
  return next
}

/** Tells whoever raised the ticket, unless they did it themselves. */
export function tellRaiser(ticket: TicketRow, by: TicketPerson, what: string, body = ''): NewNotification[] {
  if (ticket.raisedBy === by.userID) return []
  return [
    {
      userID: ticket.raisedBy,
      type: 'NEW_UPDATE',
      subject: `Ticket: ${ticket.id} ${what}`,
      body: htmlOf(body),
      source: 'TICKET',
      sourceID: ticket.id,
    },
  ]
}

/**
 * Assigns a ticket to the person. Taking somebody else's needs the version they saw, so that they know whose
 * it is. @throws Refusal 409 where it is resolved, has changed since, or is somebody else's and no version
 * was given.
 */
export function assignTicket(desk: TicketDesk, by: TicketPerson, id: number, seen: number | undefined) {
  requireAbility(by, 'ASSIGN')
  return changeTicket(desk, by, id, (ticket, at) => {
    requireUnresolved(ticket)
    if (ticket.assignedTo === by.userID) return null
    if (seen === undefined && ticket.assigneeName !== null)
      throw new Refusal(CONFLICT, 'ticket.belongsTo', { name: ticket.assigneeName })
    requireSeen(ticket, seen)
    return {
      event: 'ASSIGNED',
      set: {
        assignedTo: by.userID,
        status: statusAfter(ticket, 'ASSIGN'),
        respondedAt: ticket.respondedAt ?? at,
      },
      changes: [{ field: 'assign', from: ticket.assigneeName ?? '', to: by.displayName }],
      tell: tellRaiser(ticket, by, `is being looked at by ${by.displayName}`),
    }
  })
}

/**
 * Unassigns a ticket. @throws Refusal 400 in the three cases of spec 3 §5, 409 where it has changed since.
 */
export function unassignTicket(desk: TicketDesk, by: TicketPerson, id: number, seen: number | undefined) {
  requireAbility(by, 'ASSIGN')
  return changeTicket(desk, by, id, (ticket) => {
    const { assignedTo, assigneeName } = ticket
    const assigned = assignedTo === null ? null : { userID: assignedTo, name: assigneeName ?? '' }
    const refusal = unassignRefusal({ resolved: ticket.resolvedAt !== null, assigned }, by.userID)
    if (refusal?.reason === 'belongsTo')
      throw new Refusal(REFUSED, 'ticket.belongsTo', { name: refusal.name })
    if (refusal) throw new Refusal(REFUSED, `ticket.${refusal.reason}`)
    requireSeen(ticket, seen)
    return {
      event: 'UNASSIGNED',
      set: { assignedTo: null, status: statusAfter(ticket, 'UNASSIGN') },
      changes: [{ field: 'assign', from: by.displayName, to: '' }],
    }
  })
}

interface Escalation {
  readonly ticketID: number
  readonly team: string
  readonly reason: string
  readonly version?: number | undefined
}

/**
 * Escalates a ticket to a team. Repeating it changes nothing. @throws Refusal 400 for an unknown team; 409
 * where the ticket is resolved or has changed since.
 */
export function escalateTicket(desk: TicketDesk, by: TicketPerson, escalation: Escalation) {
  requireAbility(by, 'ESCALATE')
  const { ticketID, team, reason } = escalation
  return changeTicket(desk, by, ticketID, async (ticket, at, trx) => {
    requireUnresolved(ticket)
    if (!(await escalationTeams(trx)).includes(team)) throw new Refusal(REFUSED, 'ticket.noTeam')
    const last = await trx
      .selectFrom('ticketEscalations')
      .where('ticketID', '=', ticketID)
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const isRepeated = last?.team === team && last.reason === reason && last.byID === by.userID
    if (isRepeated && ticket.status === 'ESCALATED') return null
    requireSeen(ticket, escalation.version)
    return {
      event: 'ESCALATED',
      set: { team, status: statusAfter(ticket, 'ESCALATE'), respondedAt: ticket.respondedAt ?? at },
      text: reason,
      changes: [{ field: 'team', from: ticket.team, to: team }],
      tell: [
        ...tellRaiser(ticket, by, `was escalated to ${team}`),
        ...(await tellTeam(trx, { id: ticketID, team, body: reason }, [by.userID, ticket.raisedBy])),
      ],
      also: async (db) => {
        await db
          .insertInto('ticketEscalations')
          .values({ ticketID, team, reason, byID: by.userID, at })
          .execute()
      },
    }
  })
}

type Settings = z.output<(typeof updateCall)['request']>

const chosen: readonly TicketStatus[] = CHOSEN_STATUSES

/** The changed fields of the settings, for the timeline. */
function differences(ticket: TicketRow, settings: Settings): FieldChange[] {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['spec', ticket.spec, settings.spec],
    ['status', ticket.status, settings.status],
    ['effort', ticket.effort ?? '', settings.effort ?? ''],
    ['priority', ticket.priority, settings.priority],
    ['type', ticket.ticketType, settings.type],
    ['dueby', ticket.dueBy === null ? '' : isoTime(ticket.dueBy), settings.dueby ?? ''],
  ]
  return pairs.filter(([, from, to]) => from !== to).map(([field, from, to]) => ({ field, from, to }))
}

/** A ticket that wasn't escalated goes to the team of its new type. */
async function teamAfter(db: Database, { team, id }: TicketRow, type: TicketType) {
  const taking = await teamTaking(db, type)
  const escalated = await db
    .selectFrom('ticketEscalations')
    .where('ticketID', '=', id)
    .select('id')
    .executeTakeFirst()
  return escalated ? team : taking
}

/**
 * @throws Refusal 400 for a status that can't be chosen, or a type that isn't in use; 409 where the ticket is resolved or has changed
 * since.
 */
export function updateTicket(desk: TicketDesk, by: TicketPerson, settings: Settings) {
  requireAbility(by, 'SETTINGS')
  const dueBy = settings.dueby === null ? null : Date.parse(settings.dueby)
  const normal = { ...settings, dueby: dueBy === null ? null : isoTime(dueBy) }
  return changeTicket(desk, by, settings.ticketID, async (ticket, _at, trx) => {
    requireUnresolved(ticket)
    requireSeen(ticket, settings.version)
    if (settings.status !== ticket.status && !chosen.includes(settings.status))
      throw new Refusal(REFUSED, 'ticket.statusNotChosen')
    const changes = differences(ticket, normal)
    if (changes.length === 0) return null
    const { spec, status, effort, priority, type: ticketType } = settings
    const set = { spec, status, effort, priority, ticketType, dueBy }
    const clocks = priority === ticket.priority ? {} : await clocksFor(trx, priority)
    const team = ticketType === ticket.ticketType ? ticket.team : await teamAfter(trx, ticket, ticketType)
    const isElsewhere = team !== ticket.team
    return {
      event: 'SETTINGS_CHANGED',
      set: { ...set, ...clocks, team },
      changes,
      tell: isElsewhere
        ? await tellTeam(trx, { id: ticket.id, team, body: ticket.message }, [by.userID, ticket.raisedBy])
        : [],
    }
  })
}

/** Adds an internal note. */
export function addNote(desk: TicketDesk, by: TicketPerson, ticketID: number, note: string) {
  requireAbility(by, 'INTERNAL_NOTES')
  return changeTicket(desk, by, ticketID, (_ticket, at) => ({
    event: 'NOTE_ADDED',
    set: {},
    text: note,
    also: async (db) => {
      await db.insertInto('ticketNotes').values({ ticketID, note, byID: by.userID, at }).execute()
    },
  }))
}
