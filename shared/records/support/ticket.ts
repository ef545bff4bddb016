import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { TICKET_TYPES } from '../../domain/ticket-guide.ts'
import {
  PRIORITIES,
  type Priority,
  TICKET_STATUSES,
  type TicketStatus,
  ticketLabel,
} from '../../domain/tickets.ts'
import { recordType } from '../record.ts'

const named = <T extends string>(values: readonly T[], nameOf: (value: T) => string) =>
  Object.fromEntries(values.map((value) => [value, nameOf(value)])) as Readonly<Record<T, string>>

/** Tickets as Support › Help center lists them (spec 3 §4); reports are made of them. */
export const ticketRecord = recordType({
  name: 'ticket',
  page: 'support.help-center',
  path: '/api/help/tickets',
  spec: '3 §4',
  words: { one: 'ticket', many: 'tickets', none: 'No tickets yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    number: recordID,
    ticketType: z.string(),
    status: z.enum(TICKET_STATUSES),
    priority: z.enum(PRIORITIES),
    raiserName: z.string(),
    assigneeName: z.nullable(z.string()),
    team: z.string(),
    raisedAt: timestamp,
    respondedAt: z.nullable(timestamp),
    resolvedAt: z.nullable(timestamp),
    rating: z.nullable(z.number()),
    hoursToResolve: z.nullable(z.number()),
  }),
  columns: {
    number: { kind: 'number', label: 'Number', width: 7 },
    ticketType: {
      ...{ kind: 'choice', label: 'Type', width: 12 },
      choices: named(TICKET_TYPES, (type) => type),
      isOpen: true,
    },
    status: {
      ...{ kind: 'choice', label: 'Status', width: 9 },
      choices: named<TicketStatus>(TICKET_STATUSES, ticketLabel),
    },
    priority: {
      ...{ kind: 'choice', label: 'Priority', width: 8 },
      choices: named<Priority>(PRIORITIES, ticketLabel),
    },
    raiserName: {
      kind: 'text',
      picks: { of: 'person', by: 'raisedBy' },
      label: 'Raised by',
      isSearched: true,
      width: 12,
    },
    assigneeName: {
      kind: 'text',
      picks: { of: 'person', by: 'assignedTo' },
      label: 'Assigned to',
      isSearched: true,
      width: 12,
    },
    raisedAt: { kind: 'moment', label: 'Raised', width: 12 },
    resolvedAt: { kind: 'moment', label: 'Resolved', width: 12 },
    team: { kind: 'text', isGroupable: true, label: 'Team', isExtra: true },
    respondedAt: { kind: 'moment', label: 'First taken', isExtra: true },
    rating: { kind: 'number', label: 'Rating', isExtra: true },
    hoursToResolve: { kind: 'number', unit: 'HOURS', label: 'Hours to resolve', isExtra: true },
  },
  order: [{ field: 'raisedAt', direction: 'DESC' }],
  permission: 'SUPPORT_HELP_CENTER',
})
