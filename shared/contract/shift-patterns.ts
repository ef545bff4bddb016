import * as z from 'zod/mini'
import { PATTERN_COLOURS, PATTERN_WEEKS_MAX } from '../domain/shift-patterns.ts'
import { SHIFT_LOCATIONS } from '../domain/shifts.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'
import { recordVersion } from './records.ts'

const NAME_MAX = 100
const PEOPLE_MAX = 500
const DAYS_MAX = 56

const day = z.iso.date()
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/))

const patternDay = z.object({
  /** From 0. */
  week: z.int().check(z.minimum(0), z.maximum(PATTERN_WEEKS_MAX - 1)),
  /** Monday is 1. */
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  start: time,
  /** On the next day where it is before the start. */
  end: time,
  breakMinutes: z.int().check(z.minimum(0), z.maximum(240)),
  location: z.enum(SHIFT_LOCATIONS),
})

const values = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX)),
  colour: z.enum(PATTERN_COLOURS),
  areaID: z.nullable(recordID),
  contractTypeID: z.nullable(recordID),
  projectID: z.nullable(recordID),
  weeks: z.int().check(z.minimum(1), z.maximum(PATTERN_WEEKS_MAX)),
  days: z.array(patternDay).check(
    z.maxLength(DAYS_MAX),
    z.refine((days) => new Set(days.map(({ week, weekday }) => week * 7 + weekday)).size === days.length, {
      error: 'A day is named twice.',
    }),
  ),
} as const

const shiftPattern = z.object({
  id: recordID,
  version: recordVersion,
  ...values,
  status: z.enum(['ACTIVE', 'RETIRED']),
  /** From when it is as it stands here: the newest that is planned. */
  validFrom: day,
  people: z.array(
    z.object({
      userID: recordID,
      name: z.string(),
      from: day,
      to: z.nullable(day),
      startWeek: z.int(),
      weeklyHours: z.nullable(z.number()),
    }),
  ),
})
export type ShiftPattern = z.output<typeof shiftPattern>

const named = z.array(z.object({ id: recordID, name: z.string() }))

const see = { spec: '4 §4.5.10, §5.5', permission: 'IRESOURCE_CAN_SEE_SCHEDULE' } as const
const change = {
  spec: see.spec,
  permission: { allOf: ['IRESOURCE_CAN_SEE_SCHEDULE', 'IRESOURCE_CAN_ASSIGN'] },
} as const

export const listPatterns = call({
  path: '/api/resource/pattern/list',
  request: z.object({}),
  response: z.object({
    patterns: z.array(shiftPattern),
    areas: named,
    contractTypes: named,
    projects: named,
  }),
  summary: 'Patterns of shifts with their people, those in use first, and what they can name.',
  ...see,
})

export const savePattern = call({
  path: '/api/resource/pattern/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    ...values,
    /** From when its days are these: shifts before it stay, and so do those changed by hand. */
    from: day,
  }),
  response: z.object({
    pattern: shiftPattern,
    /** Shifts that are otherwise now, and those that stay since something is against it. */
    changed: z.int(),
    left: z.int(),
  }),
  summary: 'Makes a pattern, or changes the one that was seen from a day on.',
  ...change,
})

export const assignPattern = call({
  path: '/api/resource/pattern/assign',
  request: z.object({
    id: recordID,
    people: z.array(recordID).check(z.minLength(1), z.maxLength(PEOPLE_MAX)),
    from: day,
    startWeek: z._default(z.int().check(z.minimum(0), z.maximum(PATTERN_WEEKS_MAX - 1)), 0),
  }),
  response: shiftPattern,
  summary: 'Gives people the pattern from a day on: the one that they have ends the day before.',
  ...change,
})

export const retirePattern = call({
  path: '/api/resource/pattern/retire',
  request: z.object({ id: recordID, version: recordVersion }),
  response: shiftPattern,
  summary: 'Nobody is given the pattern any more. Refused while people have it.',
  ...change,
})

export const fillPatterns = call({
  path: '/api/resource/pattern/fill',
  request: z.object({
    /** The first day, and the day after the last. */
    from: day,
    to: day,
    /** Everybody whom the caller plans where it isn't given. */
    people: z.optional(z.array(recordID).check(z.maxLength(PEOPLE_MAX))),
  }),
  response: z.object({
    made: z.int(),
    /** Those that aren't made, and why. */
    left: z.array(z.object({ userID: recordID, name: z.string(), day, text: z.string() })),
  }),
  summary: 'Drafts the shifts that patterns ask for and that aren’t there; what was changed by hand stays.',
  spec: see.spec,
  permission: { allOf: ['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN'] },
})
