import * as z from 'zod/mini'
import { recordID, timestamp, userID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  ERROR_LEVELS,
  ERROR_SOURCES,
  ERROR_STATES,
  type ErrorLevel,
  type ErrorSource,
  type ErrorState,
} from '../../domain/errors.ts'
import { recordType } from '../record.ts'

const levels = Object.keys(ERROR_LEVELS) as ErrorLevel[]
const sources = Object.keys(ERROR_SOURCES) as ErrorSource[]
const states = Object.keys(ERROR_STATES) as ErrorState[]

/** Errors of server, windows, services and adaptors; those that are alike are one (spec 5 §5.6). */
export const errorRecord = recordType({
  name: 'error',
  page: 'admin.logs.error-log',
  path: '/api/admin/logs/errors',
  spec: '5 §5.6',
  words: { one: 'error', many: 'errors', none: 'No errors in this time.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    level: z.enum(levels),
    source: z.enum(sources),
    message: z.string(),
    /** The call, screen or service. */
    place: z.string(),
    /** How often it happened. */
    count: z.int(),
    /** How many people it happened to, as far as that is known. */
    people: z.int(),
    firstSeenAt: timestamp,
    lastSeenAt: timestamp,
    /** The build in which it happened last; '' where that isn't known. */
    build: z.string(),
    state: z.enum(states),
    assignedTo: z.nullable(z.string()),
    assignedToID: z.nullable(userID),
    /** The ticket that was raised for it. */
    ticketID: z.nullable(recordID),
  }),
  columns: {
    message: { kind: 'text', label: 'Message', isSearched: true, width: 26 },
    state: { kind: 'choice', label: 'State', choices: ERROR_STATES, width: 9 },
    source: { kind: 'choice', label: 'Source', choices: ERROR_SOURCES, width: 9 },
    place: { kind: 'text', label: 'Where', isSearched: true, width: 16 },
    count: { kind: 'number', isSummed: true, label: 'Count', width: 6 },
    people: { kind: 'number', label: 'People', width: 6 },
    lastSeenAt: { kind: 'moment', label: 'Last seen', width: 12 },
    assignedTo: { kind: 'text', label: 'Assigned to', isSearched: true, width: 12 },
    level: { kind: 'choice', label: 'Level', choices: ERROR_LEVELS, isExtra: true, width: 7 },
    firstSeenAt: { kind: 'moment', label: 'First seen', isExtra: true, width: 12 },
    build: { kind: 'text', isGroupable: true, label: 'Build', isExtra: true, width: 10 },
    ticketID: { kind: 'number', label: 'Ticket', isExtra: true, width: 6 },
  },
  order: [
    { field: 'state', direction: 'ASC' },
    { field: 'lastSeenAt', direction: 'DESC' },
  ],
  permission: 'ADMIN_CAN_SEE_ERROR_LOG',
})
