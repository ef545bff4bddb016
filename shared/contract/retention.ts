import * as z from 'zod/mini'
import { RETENTION_KEYS } from '../domain/retention.ts'
import { RETENTION } from '../settings/retention.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

const about = { spec: '5 §6.8', permission: 'ADMIN_CAN_EDIT_SETTINGS', extension: true } as const

const hold = z.object({
  id: recordID,
  personID: z.nullable(userID),
  projectID: z.nullable(recordID),
  /** The person's or the project's name. */
  name: z.string(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: timestamp,
})
export type LegalHold = z.output<typeof hold>
const holds = z.object({ holds: z.array(hold) })

const counted = z.object({
  /** Records that the next run deletes or anonymises. */
  count: z.int(),
  /** Records that have passed that age and that a legal hold keeps. */
  held: z.int(),
  /** What is older goes. */
  before: timestamp,
  /** False where this version keeps no records of the kind. */
  isApplied: z.boolean(),
})
export type RetentionPreview = z.output<typeof counted>

export const previewRetention = call({
  path: '/api/admin/retention/preview',
  request: z.object({
    key: z.enum(RETENTION_KEYS),
    /** As it would be saved. */
    value: RETENTION['retention.chat'].shape.schema,
  }),
  response: counted,
  summary:
    'How many records of a type would go with the next run if it were kept for so long. Changes nothing.',
  ...about,
})

export const legalHolds = call({
  path: '/api/admin/retention/holds',
  request: noPayload,
  response: holds,
  summary: 'The legal holds that stand.',
  ...about,
})

export const placeHold = call({
  path: '/api/admin/retention/hold',
  request: z.object({
    /** One of the two. */
    personID: z.optional(userID),
    projectID: z.optional(recordID),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  response: holds,
  summary: 'Keeps everything of a person or project from retention and erasure until the hold is lifted.',
  ...about,
})

export const liftHold = call({
  path: '/api/admin/retention/lift',
  request: z.object({ id: recordID }),
  response: holds,
  summary: 'Ends a legal hold.',
  ...about,
})

export const holdable = call({
  path: '/api/admin/retention/holdable',
  request: z.object({ term: z.string().check(z.maxLength(100)) }),
  response: z.object({
    people: z.array(z.object({ id: userID, name: z.string() })),
    projects: z.array(z.object({ id: recordID, name: z.string() })),
  }),
  summary: 'People, leavers too, and projects by a part of their name: what a legal hold can be on.',
  ...about,
})
