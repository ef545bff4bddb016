import * as z from 'zod/mini'
import { SHIFT_LOCATIONS, SHIFT_STATES } from '../domain/shifts.ts'
import { HOURS_RULES } from '../domain/working-hours-words.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

/** So many shifts are made or published at once. Ours. */
const SHIFTS_MAX = 500
const NOTE_MAX = 1000
const BREAK_MAX = 240
const REASON_MAX = 1000

const shiftReason = z.optional(z.string().check(z.trim(), z.maxLength(REASON_MAX)))

const about = {
  spec: '4 §2.3, §5.5',
  permission: { allOf: ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN'] },
} as const

/** What is against a shift (spec 4 §5.2): what `blocks` can't be, anything else needs a reason to go on. */
const shiftCheck = z.object({
  rule: z.enum(HOURS_RULES),
  blocks: z.boolean(),
  text: z.string(),
})

const madeShift = z.object({
  id: recordID,
  version: recordVersion,
  userID: recordID,
  start: timestamp,
  end: timestamp,
  state: z.enum(SHIFT_STATES),
  checks: z.array(shiftCheck),
})

const wantedShift = z.object({
  userID: recordID,
  start: timestamp,
  end: timestamp,
  breakMinutes: z._default(z.int().check(z.minimum(0), z.maximum(BREAK_MAX)), 0),
  projectID: z._default(z.nullable(recordID), null),
  /** The person's own where it isn't given. */
  areaID: z.optional(z.nullable(recordID)),
  location: z._default(z.enum(SHIFT_LOCATIONS), 'OFFICE'),
  note: z._default(z.string().check(z.trim(), z.maxLength(NOTE_MAX)), ''),
})

export const checkShifts = call({
  path: '/api/resource/shift/check',
  request: z.object({
    shifts: z
      .array(
        z.extend(wantedShift, {
          /** Of a shift that exists, so that it isn't held against itself. */
          id: z.optional(recordID),
        }),
      )
      .check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
  }),
  response: z.object({ shifts: z.array(z.object({ checks: z.array(shiftCheck) })) }),
  summary:
    'What is against shifts as they are proposed, each by itself: overlaps, rest, hours, skills. Changes nothing.',
  spec: '4 §5.2, §5.5',
  permission: 'IRESOURCE_CAN_SEE_PLANNER',
})

export const newShifts = call({
  path: '/api/resource/shift/new',
  request: z.object({
    shifts: z.array(wantedShift).check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
    /** Why they are made in spite of what warns; needed where something does. */
    reason: shiftReason,
  }),
  response: z.object({ shifts: z.array(madeShift) }),
  summary:
    'Makes shifts as drafts, all or none. Refused where something blocks one, and without a reason where something warns.',
  ...about,
})

export const publishShifts = call({
  path: '/api/resource/shift/publish',
  request: z.object({
    /** Drafts that begin from then on … */
    from: timestamp,
    /** … and before then. */
    to: timestamp,
    people: z.array(recordID).check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
  }),
  response: z.object({ shifts: z.array(madeShift) }),
  summary: 'Publishes people’s drafts of a time: they are in their calendars, and each person is told once.',
  ...about,
})
