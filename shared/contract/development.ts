import * as z from 'zod/mini'
import { FILE_NOTE_KINDS } from '../domain/file-notes.ts'
import { MEASURE_NAMES } from '../domain/kpi.ts'
import { PIP_STATES } from '../domain/pips.ts'
import { TRAINING_RESULTS } from '../domain/training.ts'
import { coachingSession } from './coaching.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'

const day = z.iso.date()

const pip = z.object({
  id: recordID,
  owner: z.nullable(z.string()),
  reason: z.string(),
  support: z.string(),
  start: day,
  end: day,
  /** To the end; 0 where it is over. */
  daysLeft: z.int(),
  state: z.enum(PIP_STATES),
  /** What the person answered to the draft; '' for nothing yet. */
  draftComment: z.string(),
  decidedAt: z.nullable(timestamp),
  appealedAt: z.nullable(timestamp),
  measures: z.array(
    z.object({
      measure: z.enum(MEASURE_NAMES),
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
      comment: z.string(),
      commentedAt: z.nullable(timestamp),
    }),
  ),
})
export type OwnPip = z.output<typeof pip>

export const developmentRecords = call({
  path: '/api/itracker/development',
  request: z.object({}),
  response: z.object({
    /** Null for each part whose permission the person lacks. */
    coaching: z.nullable(z.array(coachingSession.response.shape.session)),
    pips: z.nullable(z.array(pip)),
    fileNotes: z.nullable(
      z.array(
        z.object({
          id: recordID,
          by: z.nullable(z.string()),
          at: timestamp,
          kind: z.enum(FILE_NOTE_KINDS),
          text: z.string(),
          acknowledgedAt: z.nullable(timestamp),
          reply: z.string(),
        }),
      ),
    ),
    training: z.nullable(
      z.array(
        z.object({
          id: recordID,
          type: z.string(),
          day,
          result: z.enum(TRAINING_RESULTS),
          score: z.nullable(z.number()),
          expires: z.nullable(day),
          trainer: z.nullable(z.string()),
          /** When the person said that it is so; null where that waits. */
          acknowledgedAt: z.nullable(timestamp),
        }),
      ),
    ),
    skills: z.array(
      z.object({ name: z.string(), level: z.string(), expires: z.nullable(day), isExpired: z.boolean() }),
    ),
  }),
  summary: 'The person’s own coaching, improvement plans, file notes and training, each with its permission.',
  spec: '4 §4.2.6, §5.5',
  permission: 'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
})
export type DevelopmentRecords = z.output<typeof developmentRecords.response>

export const acknowledgeTraining = call({
  path: '/api/training/records/acknowledge',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Says of a record of one’s own training that it is so.',
  spec: '4 §4.2.6, 6 §4',
  permission: 'ITRACKER_CAN_SEE_TRAINING',
})

export const PIP_COMMENT_MAX = 2000

export const commentPip = call({
  path: '/api/itracker/development/pip-comment',
  request: z.object({
    /** A meeting of one’s own plan. */
    id: recordID,
    comment: z.string().check(z.trim(), z.minLength(3), z.maxLength(PIP_COMMENT_MAX)),
  }),
  response: done,
  summary: 'Says something to a meeting of one’s own plan; its owner is told.',
  spec: '4 §4.2.6',
  permission: 'ITRACKER_CAN_SEE_PIPS',
  extension: true,
})
