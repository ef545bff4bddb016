import * as z from 'zod/mini'
import { COACHING_STATES } from '../domain/quality.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

export const COACHING_TEXT_MAX = 4000
const topics = z.string().check(z.trim(), z.minLength(3), z.maxLength(1000))
const date = z.iso.date()
const when = z.nullable(timestamp)

const action = z.object({
  text: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
  /** London’s day. */
  due: z.nullable(date),
  doneAt: when,
})

const session = z.object({
  id: recordID,
  version: recordVersion,
  userID,
  name: z.string(),
  coachID: z.nullable(userID),
  coach: z.nullable(z.string()),
  start: timestamp,
  minutes: z.int(),
  topics: z.string(),
  reviewIDs: z.array(recordID),
  discussion: z.string(),
  actions: z.array(action),
  state: z.enum(COACHING_STATES),
  /** When the coach began to hold it. */
  begunAt: when,
  heldAt: when,
  acknowledgedAt: when,
})
export type CoachingSession = z.output<typeof session>

const figures = z.object({
  qc: z.nullable(z.number()),
  index: z.nullable(z.number()),
})

const spec = '4 §4.4.3, §5.5'
const reading = { spec, permission: 'ISUPERVISOR_CAN_SEE_QUALITY' } as const
const coaching = { spec, permission: 'QC_CAN_ADD' } as const
const own = { spec: '4 §4.2.6, §5.5', permission: 'ITRACKER_CAN_SEE_COACHING' } as const

export const coachingSessions = call({
  path: '/api/supervisor/coaching/list',
  request: noPayload,
  response: z.object({ sessions: z.array(session), asOf: timestamp }),
  summary: 'Coaching of the people of the caller’s scope: planned first, then the latest; 200 at most.',
  ...reading,
})

export const coachingSession = call({
  path: '/api/supervisor/coaching/get',
  request: z.object({ id: recordID }),
  response: z.object({
    session,
    reviews: z.array(
      z.object({ id: recordID, at: timestamp, project: z.string(), score: z.nullable(z.number()) }),
    ),
    /** 4 weeks before and after it was held; null before that. */
    effect: z.nullable(z.object({ before: figures, after: figures })),
  }),
  summary: 'One session with its reviews, and what the person’s figures were before and after.',
  ...reading,
})

export const saveCoaching = call({
  path: '/api/supervisor/coaching/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    userID,
    start: timestamp,
    minutes: z.int().check(z.minimum(5), z.maximum(240)),
    topics,
    reviewIDs: z._default(z.array(recordID).check(z.maxLength(20)), []),
  }),
  response: session,
  summary: 'Plans a session, or changes one that is planned. It stands in both calendars.',
  ...coaching,
})

export const holdCoaching = call({
  path: '/api/supervisor/coaching/hold',
  request: seenRecord,
  response: session,
  summary: 'Puts coach and person on FEEDBACK SESSION.',
  ...coaching,
})

export const noteCoaching = call({
  path: '/api/supervisor/coaching/note',
  request: seenRecord,
  response: session,
  summary: 'The talk is over: the person goes back to what they did, the coach is on INPUTING COACHING.',
  ...coaching,
})

export const finishCoaching = call({
  path: '/api/supervisor/coaching/held',
  request: z.extend(seenRecord, {
    discussion: z.string().check(z.trim(), z.minLength(3), z.maxLength(COACHING_TEXT_MAX)),
    actions: z.array(z.omit(action, { doneAt: true })).check(z.maxLength(20)),
  }),
  response: session,
  summary: 'Writes what was said and agreed: the session is HELD, and the person acknowledges it.',
  ...coaching,
})

export const endCoaching = call({
  path: '/api/supervisor/coaching/end',
  request: z.extend(seenRecord, { state: z.enum(['CANCELLED', 'MISSED']) }),
  response: session,
  summary: 'A planned session is off, or the person didn’t come.',
  ...coaching,
})

export const myCoaching = call({
  path: '/api/itracker/coaching',
  request: noPayload,
  response: z.object({ sessions: z.array(session) }),
  summary: 'The person’s own coaching, the latest first.',
  extension: true,
  ...own,
})

export const acknowledgeCoaching = call({
  path: '/api/itracker/coaching/acknowledge',
  request: z.object({ id: recordID }),
  response: session,
  summary: 'Says of one’s own coaching that it was so.',
  extension: true,
  ...own,
})

export const tickCoaching = call({
  path: '/api/itracker/coaching/tick',
  request: z.object({
    id: recordID,
    place: z.int().check(z.nonnegative(), z.maximum(19)),
    isDone: z.boolean(),
  }),
  response: session,
  summary: 'An action of one’s own coaching is done, or isn’t after all.',
  extension: true,
  ...own,
})
