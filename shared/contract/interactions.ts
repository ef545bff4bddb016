import * as z from 'zod/mini'
import { INTERACTION_KINDS, WELFARE_KINDS, WELFARE_LENGTH } from '../domain/interactions.ts'
import { AGENDA_MAX, ONE_TO_ONE_MINUTES } from '../domain/one-to-ones.ts'
import { interactionRecord } from '../records/manager/interaction.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

const ofManager = {
  spec: '4 §4.3.4',
  permission: 'IMANAGER_CAN_SEE_INTERACTIONS',
  extension: true,
} as const

/** The documents' own name of it (spec 4 §5.5). */
export const listInteractions = {
  ...listCall(interactionRecord),
  path: '/api/manager/interactions' as const,
}
export const getInteraction = getCall(interactionRecord)

export const interactionStart = call({
  path: '/api/manager/interactions/start',
  request: noPayload,
  response: z.object({
    /** Whether anybody of the line was ever spoken to. */
    hasAny: z.boolean(),
    /** With whom to begin: nothing for the longest. */
    person: z.nullable(z.object({ id: recordID, name: z.string(), days: z.int() })),
  }),
  summary: 'With whom of the caller’s line to begin where nobody was spoken to yet.',
  ...ofManager,
})

const interaction = z.object({
  /** Of its kind: COACHING:7. */
  id: z.string(),
  kind: z.enum(INTERACTION_KINDS),
  at: timestamp,
  /** Whether it is still to come. */
  isPlanned: z.boolean(),
  by: z.nullable(z.string()),
  /** What it was about, as far as a manager reads it. */
  text: z.string(),
  /** What the person said of it; '' for nothing. */
  reply: z.string(),
  openActions: z.array(z.string()),
})
export type Interaction = z.output<typeof interaction>

export const interactionTimeline = call({
  path: '/api/manager/interactions/timeline',
  request: z.object({ id: recordID }),
  response: z.object({ interactions: z.array(interaction) }),
  summary: 'What somebody of the caller’s line was spoken to about, the latest first; the latest 200.',
  ...ofManager,
})

export const planOneToOne = call({
  path: '/api/manager/interactions/plan',
  request: z.object({
    userID: recordID,
    start: timestamp,
    minutes: z.int().check(z.minimum(ONE_TO_ONE_MINUTES.min), z.maximum(ONE_TO_ONE_MINUTES.max)),
    agenda: z._default(z.string().check(z.trim(), z.maxLength(AGENDA_MAX)), ''),
  }),
  response: z.object({
    id: recordID,
    /** What else is in their time then: it is said, and refuses nothing. */
    collisions: z.array(z.object({ name: z.string(), event: z.string(), start: timestamp, end: timestamp })),
  }),
  summary: 'Plans a one-to-one of the caller with somebody of their line: a meeting in both calendars.',
  ...ofManager,
})

export const logWelfareContact = call({
  path: '/api/manager/interactions/welfare',
  request: z.object({
    userID: recordID,
    day: z.iso.date(),
    kind: z.enum(WELFARE_KINDS),
    text: z.string().check(z.trim(), z.minLength(WELFARE_LENGTH.min), z.maxLength(WELFARE_LENGTH.max)),
  }),
  response: z.object({ id: recordID }),
  summary: 'Writes down that the caller asked how somebody is. The person sees it.',
  ...ofManager,
})
