import * as z from 'zod/mini'
import { EMAIL_JOB_STATES, type EmailJobState } from '../domain/email-checks.ts'
import { getCall, listCall } from '../records/record.ts'
import { verifiedAddressRecord } from '../records/research/verified-address.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const { path, spec, permission } = verifiedAddressRecord
const about = { spec, permission } as const

/** So many addresses are checked with one list (spec 6 §9.6). */
export const VERIFIED_MAX = 10_000
/** What is longer is no address, and is kept so far. */
export const VERIFIED_LENGTH = 320
export const STOPPED_AT_ONCE = 1000
/** So many people are asked to confirm at once. */
export const ASKED_AT_ONCE = 500
const PURPOSE_MAX = 200
const BODY_MAX = 4_000_000

const job = z.object({
  id: recordID,
  purpose: z.string(),
  projectName: z.nullable(z.string()),
  byName: z.string(),
  at: timestamp,
  state: z.enum(Object.keys(EMAIL_JOB_STATES) as EmailJobState[]),
  total: z.int(),
  checked: z.int(),
  counts: z.object({ VALID: z.int(), RISKY: z.int(), INVALID: z.int(), UNKNOWN: z.int() }),
  /** Checks that the provider was asked for, which cost. */
  paidChecks: z.int(),
})
export type EmailJob = z.output<typeof job>

export const listVerifiedAddresses = { ...listCall(verifiedAddressRecord), extension: true as const }
export const getVerifiedAddress = getCall(verifiedAddressRecord)

export const newVerification = call({
  path: `${path}/new`,
  request: z.object({
    projectID: z._default(z.nullable(recordID), null),
    purpose: z.string().check(z.trim(), z.minLength(1), z.maxLength(PURPOSE_MAX)),
    addresses: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(VERIFIED_LENGTH)))
      .check(z.minLength(1), z.maxLength(VERIFIED_MAX)),
  }),
  response: job,
  bodyMax: BODY_MAX,
  summary: 'Begins to check a list of addresses. No mail is sent for it.',
  ...about,
})

export const verificationResults = call({
  path: `${path}/results`,
  request: z.object({ id: recordID }),
  response: job,
  summary: 'How far a list is checked, and what came of it. Its addresses are in the list call.',
  ...about,
})

export const verificationJobs = call({
  path: `${path}/jobs`,
  request: noPayload,
  response: z.object({
    jobs: z.array(job),
    projects: z.array(z.object({ id: recordID, name: z.string() })),
    /** Whether a provider is connected; without one the checks of our own are made. */
    isConnected: z.boolean(),
    /** Of the month, with the limit; null for none. */
    used: z.int(),
    limit: z.nullable(z.int()),
  }),
  summary:
    'Lists of the last 30 days, the newest first, what can be chosen for a new one, and the month’s use.',
  ...about,
  extension: true,
})

export const stopVerification = call({
  path: `${path}/stop`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Stops a list that runs. What was checked stays.',
  ...about,
  extension: true,
})

export const askToConfirm = call({
  path: `${path}/ask-to-confirm`,
  request: z.object({ ids: z.array(recordID).check(z.minLength(1), z.maxLength(ASKED_AT_ONCE)) }),
  response: z.object({
    asked: z.int(),
    /** Those that are invalid, confirmed or asked already. */
    left: z.int(),
  }),
  summary: 'Mails a public link of 14 days to each address, by which its owner confirms it.',
  ...about,
  extension: true,
})

export const stopList = call({
  path: `${path}/stop-list`,
  request: noPayload,
  response: z.object({
    entries: z.array(z.object({ id: recordID, address: z.string(), byName: z.string(), at: timestamp })),
  }),
  summary: 'Addresses that nobody writes to, and @domains of which nobody does.',
  ...about,
  extension: true,
})

export const addToStopList = call({
  path: `${path}/stop-list/add`,
  request: z.object({
    /** Addresses, or domains as @mail.example. */
    addresses: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(VERIFIED_LENGTH)))
      .check(z.minLength(1), z.maxLength(STOPPED_AT_ONCE)),
  }),
  response: z.object({ added: z.int() }),
  summary: 'Puts addresses on the stop list. One that is there already stays once.',
  ...about,
  extension: true,
})

export const takeFromStopList = call({
  path: `${path}/stop-list/remove`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes an address off the stop list.',
  ...about,
  extension: true,
})
