import * as z from 'zod/mini'
import { ATTEMPT_OUTCOMES, type AttemptOutcome, MAIL_STATES, type MailState } from '../domain/mail.ts'
import { mailRecord } from '../records/admin/mail.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

const about = { spec: mailRecord.spec, permission: mailRecord.permission } as const
const states = Object.keys(MAIL_STATES) as MailState[]
const outcomes = Object.keys(ATTEMPT_OUTCOMES) as AttemptOutcome[]

// The documents' own path has no `/list`.
export const listEmails = { ...listCall(mailRecord), path: '/api/admin/logs/email' as const }
export const getEmail = getCall(mailRecord)

const attempt = z.object({
  id: recordID,
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** Null while it is under way. */
  outcome: z.nullable(z.enum(outcomes)),
  answer: z.string(),
})
export type MailAttempt = z.output<typeof attempt>

export const emailAttempts = call({
  path: '/api/admin/logs/email/attempts',
  request: z.object({ id: recordID }),
  response: z.object({ attempts: z.array(attempt) }),
  summary: 'Each try to hand an e-mail over, with what the mail server answered; the newest first.',
  ...about,
  extension: true,
})

const overview = z.object({
  counts: z.array(z.object({ state: z.enum(states), count: z.int() })),
  /** Who holds all mail back; null where it goes. */
  held: z.nullable(z.object({ by: z.string(), at: timestamp })),
  /** Whether there is a way out for mail. */
  isSetUp: z.boolean(),
})
export type MailOverview = z.output<typeof overview>

export const emailOverview = call({
  path: '/api/admin/logs/email/overview',
  request: noPayload,
  response: overview,
  summary: 'How many e-mails there are of each state, and whether they are held back.',
  ...about,
  extension: true,
})

export const resendEmail = call({
  path: '/api/admin/logs/email/resend',
  request: z.object({ id: recordID }),
  response: mailRecord.row,
  summary: 'Puts an e-mail that failed, or is to be tried later, into the queue now.',
  ...about,
})

export const cancelEmail = call({
  path: '/api/admin/logs/email/cancel',
  request: z.object({ id: recordID }),
  response: mailRecord.row,
  summary: 'Takes an e-mail that waits out of the queue for good; its text goes.',
  ...about,
})

export const holdEmails = call({
  path: '/api/admin/logs/email/hold',
  request: z.object({
    /** False releases them. */
    isHeld: z.boolean(),
  }),
  response: overview,
  summary: 'Holds all e-mails back until they are released.',
  ...about,
  extension: true,
})
