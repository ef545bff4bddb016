import * as z from 'zod/mini'
import {
  BULK_ADDRESSES_MAX,
  BULK_BODY_MAX,
  BULK_FILTERS,
  BULK_REASON_MAX,
  BULK_STATES,
  BULK_SUBJECT_MAX,
  type BulkState,
} from '../domain/bulk-mail.ts'
import { USER_TYPES } from '../domain/user-types.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

const about = { spec: '5 §5.9', permission: 'ADMIN_CAN_SEND_DANGEROUS_EMAIL' } as const
const some = <S extends z.ZodMiniType>(one: S) => z._default(z.array(one).check(z.maxLength(500)), [])

/** Who gets it. Of each filter any of the values holds; a filter without values asks for nothing. */
const audience = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('FILTERS'),
    roleIDs: some(recordID),
    userTypes: some(z.enum(Object.keys(USER_TYPES) as (keyof typeof USER_TYPES)[])),
    areaIDs: some(recordID),
    agencyIDs: some(recordID),
    contractTypeIDs: some(recordID),
    /** With a shift of theirs since 30 days ago. */
    projectIDs: some(recordID),
    skillIDs: some(recordID),
    statuses: some(z.enum(['ACTIVE', 'SUSPENDED', 'LEAVER'])),
  }),
  z.object({
    kind: z.literal('ADDRESSES'),
    addresses: z
      .array(z.string().check(z.trim(), z.minLength(3), z.maxLength(254)))
      .check(z.minLength(1), z.maxLength(BULK_ADDRESSES_MAX)),
  }),
])
export type BulkAudience = z.output<typeof audience>

const people = { audience, leaveOutIDs: z._default(z.array(userID).check(z.maxLength(5000)), []) } as const
const letter = {
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(BULK_SUBJECT_MAX)),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(BULK_BODY_MAX)),
} as const

const recipient = z.object({
  id: userID,
  name: z.string(),
  to: z.string(),
  /** Mail to that address came back. */
  isUnreached: z.boolean(),
})
export type BulkRecipient = z.output<typeof recipient>

const choice = z.object({ id: recordID, name: z.string() })

export const dangerousEmailChoices = call({
  path: '/api/admin/dangerous-email/choices',
  request: noPayload,
  response: z.object({
    roles: z.array(choice),
    areas: z.array(choice),
    agencies: z.array(choice),
    contractTypes: z.array(choice),
    projects: z.array(choice),
    skills: z.array(choice),
  }),
  summary: 'What an audience can be filtered by.',
  ...about,
  extension: true,
})

export const previewDangerousEmail = call({
  path: '/api/admin/dangerous-email/preview',
  request: z.object({
    ...people,
    letter: z._default(z.nullable(z.object(letter)), null),
    /** As whom the letter is shown; the first of the audience where it isn't given. */
    asID: z.optional(userID),
  }),
  response: z.object({
    /** Who gets it, those who are left out among them no more. */
    people: z.array(recipient),
    count: z.int(),
    /** Left out since they have no address, and since they have left. */
    withoutAddress: z.int(),
    leavers: z.int(),
    /** Of those who get it, people whose mail came back before. */
    unreached: z.int(),
    needsApproval: z.boolean(),
    /** Whether the caller's test of exactly this letter was handed over. */
    isTested: z.boolean(),
    shown: z.nullable(z.object({ name: z.string(), subject: z.string(), html: z.string() })),
  }),
  summary: 'Who would get a letter, and how it looks to one of them.',
  ...about,
})

export const testDangerousEmail = call({
  path: '/api/admin/dangerous-email/test',
  request: z.object(letter),
  response: done,
  summary: 'Sends the letter to oneself.',
  ...about,
})

export const sendDangerousEmail = call({
  path: '/api/admin/dangerous-email/send',
  request: z.object({
    ...people,
    ...letter,
    /** As it was typed: exactly so many recipients. */
    count: z.int(),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(BULK_REASON_MAX)),
  }),
  response: z.object({ id: recordID }),
  summary: 'Sends a letter to many, after 60 seconds; above 500 once somebody else has approved.',
  ...about,
})

export const approveDangerousEmail = call({
  path: '/api/admin/dangerous-email/approve',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Lets a letter go that somebody else wants to send.',
  ...about,
})

export const stopDangerousEmail = call({
  path: '/api/admin/dangerous-email/stop',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Stops it: what wasn’t handed over isn’t sent.',
  ...about,
})

const mailing = z.object({
  id: recordID,
  subject: z.string(),
  body: z.string(),
  reason: z.string(),
  state: z.enum(Object.keys(BULK_STATES) as BulkState[]),
  by: z.string(),
  isOwn: z.boolean(),
  approvedBy: z.nullable(z.string()),
  stoppedBy: z.nullable(z.string()),
  createdAt: timestamp,
  /** Until then it can be stopped with nothing sent; null while it waits for approval. */
  startsAt: z.nullable(timestamp),
  count: z.int(),
  /** Whom the filters choose, by their words; none for everybody. */
  filters: z.array(z.object({ filter: z.enum(BULK_FILTERS), names: z.array(z.string()) })),
  /** So many addresses were pasted; null where filters chose. */
  addresses: z.nullable(z.int()),
  /** So many were left out by hand. */
  leftOut: z.int(),
  /** Handed over, refused or given up, taken back. The rest waits. */
  sent: z.int(),
  failed: z.int(),
  cancelled: z.int(),
})
export type Mailing = z.output<typeof mailing>

export const listDangerousEmails = call({
  path: '/api/admin/dangerous-email/list',
  request: noPayload,
  response: z.object({ mailings: z.array(mailing) }),
  summary: 'The newest 20 letters to many, with how far they are.',
  ...about,
  extension: true,
})
