import * as z from 'zod/mini'
import {
  DEFAULT_MAILS_A_MINUTE,
  isThisMachine,
  MAILS_A_MINUTE_MAX,
  SMTP_SECURITIES,
  SMTP_STEPS,
  type SmtpSecurity,
  type SmtpStep,
} from '../domain/mail.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const about = { spec: '5 §5.3', permission: 'ADMIN_CAN_MANAGE_ADAPTORS' } as const

const mailAddress = z
  .string()
  .check(z.trim(), z.regex(/^[^\s@"(),:;<>[\]]+@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/i), z.maxLength(254))
const securities = Object.keys(SMTP_SECURITIES) as SmtpSecurity[]
const steps = Object.keys(SMTP_STEPS) as SmtpStep[]
export const SMTP_PASSWORD_MAX = 500

/** The way to the mail server (spec 5 §5.3). */
export const smtpSettings = z
  .object({
    host: z
      .string()
      .check(z.trim(), z.regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|[0-9a-f:.]+)$/i), z.maxLength(253)),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    security: z.enum(securities),
    /** '' where the server asks for no sign-in. */
    user: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    from: mailAddress,
    /** '' for none. */
    replyTo: z._default(z.union([z.literal(''), mailAddress]), ''),
    perMinute: z._default(z.int().check(z.minimum(1), z.maximum(MAILS_A_MINUTE_MAX)), DEFAULT_MAILS_A_MINUTE),
  })
  .check(
    z.refine(({ security, host }) => security !== 'NONE' || isThisMachine(host), {
      path: ['security'],
      message: 'Without encryption mail goes to this machine only.',
    }),
  )
export type SmtpSettings = z.output<typeof smtpSettings>

/** Set, replaced and removed, never read. */
const secret = z.string().check(z.minLength(1), z.maxLength(SMTP_PASSWORD_MAX))

const adaptor = z.object({
  id: recordID,
  version: recordVersion,
  kind: z.literal('SMTP'),
  name: z.string(),
  isEnabled: z.boolean(),
  settings: smtpSettings,
  secrets: z.array(z.object({ name: z.string(), setAt: timestamp, setBy: z.string() })),
  state: z.enum(['OFF', 'OK', 'FAILING']),
  lastSuccessAt: z.nullable(timestamp),
  lastErrorAt: z.nullable(timestamp),
  lastError: z.string(),
  /** Of the last 24 hours. */
  calls: z.int(),
  errors: z.int(),
})
export type AdaptorInfo = z.output<typeof adaptor>

export const listAdaptors = call({
  path: '/api/admin/configuration/adaptors/list',
  request: noPayload,
  response: z.object({ adaptors: z.array(adaptor) }),
  summary: 'The ways to services outside, without their secrets.',
  ...about,
})

export const saveAdaptor = call({
  path: '/api/admin/configuration/adaptors/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    kind: z.literal('SMTP'),
    isEnabled: z.boolean(),
    settings: smtpSettings,
    /** A new password; without it the present one stays, as long as the server and the user are the same. */
    password: z.optional(secret),
  }),
  response: adaptor,
  summary: 'Makes an adaptor or changes the one that is named as it was seen; it holds at once.',
  ...about,
})

const stepResult = z.object({
  step: z.enum(steps),
  /** Null where it wasn't come to. */
  isOk: z.nullable(z.boolean()),
  words: z.string(),
})

export const smtpTest = {
  settings: smtpSettings,
  /** Without it the password that is kept, as long as the server and the user are the same. */
  password: z.optional(secret),
  /** Whom the test letter goes to. */
  to: mailAddress,
}
export const smtpTestResult = z.object({ isOk: z.boolean(), steps: z.array(stepResult) })
export type SmtpTestResult = z.output<typeof smtpTestResult>

export const testAdaptor = call({
  path: '/api/admin/configuration/adaptors/test',
  request: z.object({ ...smtpTest, kind: z.literal('SMTP') }),
  response: smtpTestResult,
  summary: 'Tries settings up to a letter, and says in words how each step went.',
  ...about,
})

export const setAdaptorSecret = call({
  path: '/api/admin/configuration/adaptors/set-secret',
  request: z.object({
    id: recordID,
    name: z.literal('password'),
    /** Null removes it. */
    value: z.nullable(secret),
  }),
  response: adaptor,
  summary: 'Replaces or removes a secret, which is never sent back.',
  ...about,
})

export const removeAdaptor = call({
  path: '/api/admin/configuration/adaptors/remove',
  request: z.object({ id: recordID, version: recordVersion }),
  response: done,
  summary: 'Removes an adaptor with its secrets and its log.',
  ...about,
})

const exchange = z.object({
  id: recordID,
  at: timestamp,
  ms: z.int(),
  isOk: z.boolean(),
  what: z.string(),
  answer: z.string(),
})
export type AdaptorExchange = z.output<typeof exchange>

export const adaptorLog = call({
  path: '/api/admin/configuration/adaptors/log',
  request: z.object({ id: recordID }),
  response: z.object({ exchanges: z.array(exchange) }),
  summary: 'Its last 200 exchanges, the newest first, without secrets and personal content.',
  ...about,
})
