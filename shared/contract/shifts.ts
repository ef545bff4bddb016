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
export const shiftCheck = z.object({
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

/** A shift as planners see it. */
export const planShift = z.object({
  id: recordID,
  version: recordVersion,
  userID: recordID,
  start: timestamp,
  end: timestamp,
  breakMinutes: z.int(),
  projectID: z.nullable(recordID),
  areaID: z.nullable(recordID),
  location: z.enum(SHIFT_LOCATIONS),
  note: z.string(),
  state: z.enum(SHIFT_STATES),
  /** Null for one that no pattern made. */
  patternID: z.nullable(recordID),
  /** What is to be changed of a published one; null where nothing is. Times as above. */
  planned: z.nullable(
    z.object({
      start: timestamp,
      end: timestamp,
      breakMinutes: z.int(),
      projectID: z.nullable(recordID),
      areaID: z.nullable(recordID),
      location: z.enum(SHIFT_LOCATIONS),
      note: z.string(),
      isCancelled: z.boolean(),
    }),
  ),
})
export type PlanShift = z.output<typeof planShift>

const seenShift = z.object({ id: recordID, version: recordVersion })

const changedShifts = z.object({
  /** As they are now; who gave a published one to somebody else has both. */
  shifts: z.array(z.extend(planShift, { checks: z.array(shiftCheck) })),
})

export const updateShifts = call({
  path: '/api/resource/shift/update',
  request: z.object({
    shifts: z
      .array(
        z.extend(seenShift, {
          userID: z.optional(recordID),
          start: z.optional(timestamp),
          end: z.optional(timestamp),
          breakMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(BREAK_MAX))),
          projectID: z.optional(z.nullable(recordID)),
          areaID: z.optional(z.nullable(recordID)),
          location: z.optional(z.enum(SHIFT_LOCATIONS)),
          note: z.optional(z.string().check(z.trim(), z.maxLength(NOTE_MAX))),
        }),
      )
      .check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
    reason: shiftReason,
  }),
  response: changedShifts,
  summary:
    'Changes shifts, all or none. A draft is changed at once; of a published one the change waits beside it until it is published. 409 where somebody changed one since.',
  ...about,
})

export const splitShift = call({
  path: '/api/resource/shift/split',
  request: z.extend(seenShift, { at: timestamp, reason: shiftReason }),
  response: changedShifts,
  summary: 'Makes two shifts of one, each an hour at least; the break is shared by their lengths.',
  spec: '4 §4.5.5, §5.5',
  permission: {
    allOf: ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_SPLIT_SHIFT'],
  },
})

export const deleteShifts = call({
  path: '/api/resource/shift/delete',
  request: z.object({ shifts: z.array(seenShift).check(z.minLength(1), z.maxLength(SHIFTS_MAX)) }),
  response: z.object({ shifts: z.array(planShift), removed: z.array(recordID) }),
  summary: 'Removes drafts; a published shift is to be cancelled, and is once that is published.',
  ...about,
})

export const answerShift = call({
  path: '/api/itracker/shift/answer',
  request: z.extend(seenShift, { isAgreed: z.boolean() }),
  response: z.object({ done: z.literal(true) }),
  summary: 'Says yes or no to a change of one’s own shift: the new times hold, or the old ones do.',
  spec: '4 §5.1',
  permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  extension: true,
})

export const publishShifts = call({
  path: '/api/resource/shift/publish',
  request: z.object({
    /** Drafts that begin from then on … */
    from: timestamp,
    /** … and before then. */
    to: timestamp,
    people: z.array(recordID).check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
    /** Changes of soon to which their people said yes already. An extension. */
    agreed: z.optional(z.array(recordID)),
  }),
  response: z.object({ shifts: z.array(madeShift) }),
  summary:
    'Publishes what is drafted of people’s shifts of a time: new, changed and cancelled ones. Each person is told once; a change of soon is OFFERED until they agree.',
  ...about,
})
