import * as z from 'zod/mini'
import {
  ERROR_MESSAGE_MAX,
  ERROR_PLACE_MAX,
  ERROR_STACK_MAX,
  ERROR_STATES,
  ERRORS_SENT_MAX,
  type ErrorState,
} from '../domain/errors.ts'
import { errorRecord } from '../records/admin/error-entry.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion } from './records.ts'

const { spec, permission, row } = errorRecord
const about = { spec, permission } as const
const states = Object.keys(ERROR_STATES) as ErrorState[]

// The documents' own path has no `/list`.
export const listErrors = { ...listCall(errorRecord), path: '/api/admin/logs/errors' as const }
export const getError = getCall(errorRecord)

export const updateError = call({
  path: '/api/admin/logs/errors/update',
  request: z.object({
    id: recordID,
    version: recordVersion,
    state: z.optional(z.enum(states)),
    /** Null for nobody. */
    assignedTo: z.optional(z.nullable(userID)),
  }),
  response: row,
  summary: 'Says how far an error is, or who looks after it.',
  ...about,
})

const occurrence = z.object({
  id: recordID,
  at: timestamp,
  /** By which the server’s log knows the request; '' for none. */
  requestID: z.string(),
  person: z.nullable(z.string()),
  build: z.string(),
  stack: z.string(),
})
export type ErrorOccurrence = z.output<typeof occurrence>

export const errorOccurrences = call({
  path: '/api/admin/logs/errors/occurrences',
  request: z.object({ id: recordID }),
  response: z.object({ occurrences: z.array(occurrence) }),
  summary: 'The last times that an error happened, the newest first.',
  ...about,
  extension: true,
})

const overview = z.object({ counts: z.array(z.object({ state: z.enum(states), count: z.int() })) })
export type ErrorOverview = z.output<typeof overview>

export const errorOverview = call({
  path: '/api/admin/logs/errors/overview',
  request: noPayload,
  response: overview,
  summary: 'How many errors there are of each state.',
  ...about,
  extension: true,
})

export const errorAssignees = call({
  path: '/api/admin/logs/errors/assignees',
  request: noPayload,
  response: z.object({ people: z.array(z.object({ id: userID, name: z.string() })) }),
  summary: 'Who can look after errors: active people who see the error log.',
  ...about,
  extension: true,
})

export const raiseErrorTicket = call({
  path: '/api/admin/logs/errors/ticket',
  request: z.object({ id: recordID, version: recordVersion }),
  response: row,
  summary: 'Raises a ticket for an error that has none.',
  ...about,
  extension: true,
})

const sentError = z.object({
  /** Without secrets and personal text. */
  message: z.string().check(z.minLength(1), z.maxLength(ERROR_MESSAGE_MAX)),
  /** The screen, or the part of the desktop client. */
  place: z.string().check(z.maxLength(ERROR_PLACE_MAX)),
  stack: z.string().check(z.maxLength(ERROR_STACK_MAX)),
  at: timestamp,
})
export type SentError = z.output<typeof sentError>

export const reportErrors = call({
  path: '/api/errors/report',
  request: z.object({
    source: z.enum(['WEB', 'DESKTOP']),
    build: z.string().check(z.maxLength(60)),
    errors: z.array(sentError).check(z.minLength(1), z.maxLength(ERRORS_SENT_MAX)),
  }),
  response: done,
  summary:
    'Sends what went wrong in a window, or in the desktop client, to the error log. Nothing is kept of somebody who doesn’t want that.',
  spec,
  extension: true,
})

const sharing = z.object({ isOn: z.boolean() })

export const errorSharing = call({
  path: '/api/errors/sharing',
  request: noPayload,
  response: sharing,
  summary: 'Whether what goes wrong in the caller’s windows is sent to the error log.',
  spec,
  extension: true,
})

export const saveErrorSharing = call({
  path: '/api/errors/save-sharing',
  request: sharing,
  response: sharing,
  summary: 'Says whether what goes wrong in the caller’s windows is sent to the error log.',
  spec,
  extension: true,
})
