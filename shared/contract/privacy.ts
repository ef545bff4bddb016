import * as z from 'zod/mini'
import { PRIVACY_REASON_MAX, PRIVACY_STATES, type PrivacyState } from '../domain/person-data.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

const spec = '5 §6.9'
const about = { spec, permission: 'ADMIN_CAN_ERASE_PERSONAL_DATA' } as const
const states = Object.keys(PRIVACY_STATES) as PrivacyState[]

const dataExport = z.object({
  id: recordID,
  state: z.enum(states),
  requestedAt: timestamp,
  /** In bytes; 0 until it is ready. */
  size: z.int(),
  /** When its link ends; null until it is ready. */
  expiresAt: z.nullable(timestamp),
})
export type DataExport = z.output<typeof dataExport>

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(PRIVACY_REASON_MAX))

export const requestExport = call({
  path: '/api/privacy/export/request',
  request: z.object({ userID, reason }),
  response: dataExport,
  summary:
    'Has a file made of everything that is kept about a person. It is ready within an hour, usually at once.',
  ...about,
})

export const exportMine = call({
  path: '/api/privacy/export/mine',
  request: noPayload,
  response: dataExport,
  summary: 'Has a file made of everything that is kept about the caller.',
  spec,
})

export const myExports = call({
  path: '/api/privacy/export/list',
  request: z.object({
    /** About whom; the caller without it. */
    userID: z.optional(userID),
  }),
  response: z.object({ exports: z.array(dataExport) }),
  summary: 'The exports that the caller asked for about one person, the newest first.',
  spec,
  extension: true,
})

export const downloadExport = call({
  path: '/api/privacy/export/download',
  request: z.object({ id: recordID }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'The file of an export, to whoever asked for it, for 7 days.',
  spec,
  extension: true,
})

const erased = z.object({ what: z.string(), count: z.int(), why: z.string() })

const erasure = z.object({
  id: recordID,
  state: z.enum(states),
  withTexts: z.boolean(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  approvedBy: z.nullable(z.string()),
  /** When it takes effect; null until it is approved. */
  effectiveAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  /** Whether the caller may approve it: they didn't ask for it. */
  mayApprove: z.boolean(),
})
export type Erasure = z.output<typeof erasure>

const preview = z.object({
  deleted: z.array(erased),
  anonymised: z.array(erased),
  kept: z.array(erased),
  /** Why it is refused now; null where it isn't. */
  refusal: z.nullable(z.string()),
  /** Those of this person, the newest first. */
  erasures: z.array(erasure),
})
export type ErasurePreview = z.output<typeof preview>

export const previewErasure = call({
  path: '/api/privacy/erase/preview',
  request: z.object({ userID }),
  response: preview,
  summary: 'What an erasure of a person’s data deletes, anonymises and keeps, and why.',
  ...about,
})

export const requestErasure = call({
  path: '/api/privacy/erase/request',
  request: z.object({
    userID,
    /** Typed again, so that it is the right person. */
    userName: z.string().check(z.maxLength(200)),
    /** Whether their messages lose their text. */
    withTexts: z.boolean(),
    reason,
  }),
  response: preview,
  summary: 'Asks for the erasure of a leaver’s data. Somebody else has to approve it.',
  ...about,
})

export const approveErasure = call({
  path: '/api/privacy/erase/approve',
  request: z.object({ id: recordID }),
  response: preview,
  summary: 'Approves an erasure that somebody else asked for. It takes effect after 7 days.',
  ...about,
})

export const cancelErasure = call({
  path: '/api/privacy/erase/cancel',
  request: z.object({ id: recordID }),
  response: preview,
  summary: 'Cancels an erasure that hasn’t taken effect.',
  ...about,
})

export const openErasures = call({
  path: '/api/privacy/erase/list',
  request: noPayload,
  response: z.object({
    erasures: z.array(z.extend(erasure, { personID: userID, person: z.string() })),
  }),
  summary: 'Erasures that wait for an approval or for their day.',
  ...about,
  extension: true,
})
