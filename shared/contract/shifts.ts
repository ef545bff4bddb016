import * as z from 'zod/mini'
import { SHIFT_LOCATIONS, SHIFT_STATES } from '../domain/shifts.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

/** So many shifts are made or published at once. Ours. */
const SHIFTS_MAX = 500
const NOTE_MAX = 1000
const BREAK_MAX = 240

const about = {
  spec: '4 §2.3, §5.5',
  permission: { allOf: ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN'] },
} as const

const madeShift = z.object({
  id: recordID,
  version: recordVersion,
  userID: recordID,
  start: timestamp,
  end: timestamp,
  state: z.enum(SHIFT_STATES),
})

export const newShifts = call({
  path: '/api/resource/shift/new',
  request: z.object({
    shifts: z
      .array(
        z.object({
          userID: recordID,
          start: timestamp,
          end: timestamp,
          breakMinutes: z._default(z.int().check(z.minimum(0), z.maximum(BREAK_MAX)), 0),
          projectID: z._default(z.nullable(recordID), null),
          /** The person's own where it isn't given. */
          areaID: z.optional(z.nullable(recordID)),
          location: z._default(z.enum(SHIFT_LOCATIONS), 'OFFICE'),
          note: z._default(z.string().check(z.trim(), z.maxLength(NOTE_MAX)), ''),
        }),
      )
      .check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
  }),
  response: z.object({ shifts: z.array(madeShift) }),
  summary:
    'Makes shifts as drafts, all or none. Refused for whoever may not work then: onboarding, agency, employment, skills.',
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
