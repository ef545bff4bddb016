import * as z from 'zod/mini'
import { MEASURE_NAMES } from '../domain/kpi.ts'
import { PIP_MARKS, PIP_OUTCOMES, PIP_STATES, PIP_TEXT_MAX } from '../domain/pips.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const day = z.iso.date()
const said = z.string().check(z.trim(), z.minLength(3), z.maxLength(PIP_TEXT_MAX))
const maybeSaid = z._default(z.string().check(z.trim(), z.maxLength(PIP_TEXT_MAX)), '')
const measure = z.enum(MEASURE_NAMES)
const results = z.array(z.object({ measure, mark: z.enum(PIP_MARKS) })).check(z.maxLength(20))

/** A plan as its owner and HR see it. */
export const pipRecord = z.object({
  id: recordID,
  version: recordVersion,
  userID,
  name: z.string(),
  ownerID: z.nullable(userID),
  owner: z.nullable(z.string()),
  reason: z.string(),
  support: z.string(),
  evidence: z.string(),
  start: day,
  end: day,
  extendedFrom: z.nullable(day),
  /** To the end; 0 where it is over. */
  daysLeft: z.int(),
  state: z.enum(PIP_STATES),
  measures: z.array(
    z.object({
      measure,
      from: z.nullable(z.number()),
      target: z.number(),
      /** By the same formula as everywhere, of the plan’s time so far. */
      now: z.nullable(z.number()),
    }),
  ),
  meetings: z.array(
    z.object({
      id: recordID,
      at: timestamp,
      notes: z.string(),
      results,
      companion: z.string(),
      comment: z.string(),
      commentedAt: z.nullable(timestamp),
    }),
  ),
  shownAt: z.nullable(timestamp),
  comment: z.string(),
  commentedAt: z.nullable(timestamp),
  proposal: z.nullable(z.enum(PIP_STATES)),
  proposalReason: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  decisionReason: z.string(),
  appeal: z.string(),
  appealedAt: z.nullable(timestamp),
})
export type PipRecord = z.output<typeof pipRecord>

const spec = '6 §5.5, §16'
const ofOwner = { spec, permission: { anyOf: ['HR_CAN_MANAGE_PIP', 'ISUPERVISOR_CAN_SEE_HR'] } } as const
const ofHr = { spec, permission: 'HR_CAN_MANAGE_PIP' } as const

export const listPips = call({
  path: '/api/hr/pip/list',
  request: noPayload,
  response: z.object({ plans: z.array(pipRecord) }),
  summary: 'Improvement plans: to HR all but one’s own, to others those that they own.',
  ...ofOwner,
})

export const savePip = call({
  path: '/api/hr/pip/save',
  request: z.object({
    /** Absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    userID: recordID,
    ownerID: recordID,
    reason: said,
    support: maybeSaid,
    evidence: maybeSaid,
    start: day,
    end: day,
    measures: z
      .array(z.object({ measure, from: z.nullable(z.number()), target: z.number() }))
      .check(z.minLength(1), z.maxLength(20)),
    /** Lets the person read and answer the draft. */
    isShown: z._default(z.boolean(), false),
  }),
  response: z.object({ id: recordID }),
  summary: 'Writes the draft of a plan of 2 to 26 weeks; shown, its person reads and answers it.',
  ...ofHr,
})

export const proposePip = call({
  path: '/api/hr/pip/propose',
  request: z.object({ ...seenRecord.shape, outcome: z.enum(PIP_OUTCOMES), reason: said }),
  response: done,
  summary: 'Its owner proposes how a running plan ends; HR decides.',
  ...ofOwner,
})

export const reviewPip = call({
  path: '/api/hr/pip/review',
  request: z.object({
    ...seenRecord.shape,
    at: timestamp,
    notes: said,
    results: z._default(results, []),
    companion: maybeSaid,
  }),
  response: z.object({ id: recordID }),
  summary: 'Writes down a meeting of a running plan, measure by measure; its person is told.',
  ...ofOwner,
})

export const decidePip = call({
  path: '/api/hr/pip/decide',
  request: z.object({
    ...seenRecord.shape,
    state: z.enum(PIP_STATES),
    reason: said,
    /** Of an extension, the new end. */
    end: z.optional(day),
  }),
  response: done,
  summary:
    'Starts, ends, extends or cancels a plan. FAILED needs somebody other than its owner, and after an appeal a third person.',
  ...ofHr,
})

export const appealPip = call({
  path: '/api/hr/pip/appeal',
  request: z.object({ id: recordID, reason: said }),
  response: done,
  summary: 'Whose plan failed says why that is wrong, within 10 working days: a third person decides then.',
  spec,
  permission: 'ITRACKER_CAN_SEE_PIPS',
})

export const answerPip = call({
  path: '/api/hr/pip/answer',
  request: z.object({ id: recordID, comment: said }),
  response: done,
  summary: 'Answers the draft of one’s own plan, once it is shown.',
  spec: '6 §5.5',
  permission: 'ITRACKER_CAN_SEE_PIPS',
  extension: true,
})
