import * as z from 'zod/mini'
import { PRIORITIES } from '../domain/allocation.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

/** As long a time is planned at once. Ours. */
export const ALLOCATION_DAYS_MAX = 14
/** Strokes of one save: a week of everybody's copied days. Ours. */
export const STROKES_MAX = 2000

const day = z.iso.date()
const span = { start: timestamp, end: timestamp } as const

const SEE = { anyOf: ['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_USE_ALLOCATOR'] } as const
const spec = '4 §4.5.2, §5.5'

/** The first day, and the day after the last, by London's calendar. */
const range = z.object({ from: day, to: day })

/** Somebody's time on a project; null for none. */
const stroke = z.object({ userID: recordID, projectID: z.nullable(recordID), ...span })
export type SentStroke = z.output<typeof stroke>

export const ALLOCATION_STATES = ['PLANNED', 'PUBLISHED', 'LIVE', 'DONE'] as const

export const sentAllocation = z.object({
  id: recordID,
  userID: recordID,
  projectID: recordID,
  ...span,
  /** PLANNED is a draft. What was published lives and is done by the clock. */
  state: z.enum(ALLOCATION_STATES),
  /** It is to be taken back once that is published. */
  isRemoved: z.boolean(),
  /** Whose draft it is, or whose removal; null for what is published. */
  by: z.nullable(z.string()),
})
export type SentAllocation = z.output<typeof sentAllocation>

export const allocatedProject = z.object({
  id: recordID,
  code: z.string(),
  name: z.string(),
  isLive: z.boolean(),
  skills: z.array(z.object({ id: recordID, name: z.string() })),
  minimumPeople: z.int(),
  maximumPeople: z.nullable(z.int()),
  timeZone: z.string(),
  callingHours: z.array(z.object({ weekday: z.int(), from: z.string(), to: z.string() })),
  priority: z.enum(PRIORITIES),
  /** Until when it is boosted; null where it isn't. */
  boostedUntil: z.nullable(timestamp),
  targetCompletes: z.int(),
  achieved: z.int(),
  cells: z.array(
    z.object({ label: z.string(), target: z.int(), achieved: z.int(), isSuspended: z.boolean() }),
  ),
  /** Completes an hour. */
  rate: z.number(),
  /** YYYY-MM-DD; null where it isn't known. */
  end: z.nullable(day),
  /** Hours allocated from now to its end, the shown time left out. */
  hoursElsewhere: z.number(),
})
export type AllocationProject = z.output<typeof allocatedProject>

export const allocationBoard = call({
  path: '/api/resource/allocation/board',
  request: z.object({
    day,
    /** As many from that day on; one where it is absent. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(ALLOCATION_DAYS_MAX))),
    /** All where it is absent. */
    projects: z.optional(z.array(recordID)),
  }),
  response: z.object({
    people: z.array(
      z.object({
        userID: recordID,
        name: z.string(),
        areaID: z.nullable(recordID),
        skills: z.array(z.object({ skillID: recordID, expires: z.nullable(day) })),
      }),
    ),
    shifts: z.array(
      z.object({
        userID: recordID,
        /** On which they work where nothing is allocated. */
        projectID: z.nullable(recordID),
        location: z.enum(['OFFICE', 'HOME']),
        breakMinutes: z.int(),
        ...span,
      }),
    ),
    allocations: z.array(sentAllocation),
    projects: z.array(allocatedProject),
    /** Hours of work that projects need, by day and London's hour. */
    needed: z.array(z.object({ projectID: recordID, day, hours: z.array(z.number()) })),
  }),
  summary: 'Who is on shift in a time and on what, and whom projects need.',
  spec,
  permission: SEE,
})
export type AllocationBoard = z.output<typeof allocationBoard.response>

export const saveAllocations = call({
  path: '/api/resource/allocation/save',
  request: z.object({
    allocations: z.array(stroke).check(z.minLength(1), z.maxLength(STROKES_MAX)),
    /** Those that the caller saw there: others' changes meanwhile are refused. Without it they aren't. */
    seen: z.optional(z.array(recordID).check(z.maxLength(5 * STROKES_MAX))),
  }),
  response: z.object({
    /** All of the people concerned from the first to the last stroke, as they are now. */
    allocations: z.array(sentAllocation),
  }),
  summary: 'Gives times of people to projects, or to none, as a draft.',
  spec,
  permission: { allOf: ['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_ASSIGN'] },
  bodyMax: 2 * 1024 * 1024,
})

export const proposeAllocations = call({
  path: '/api/resource/allocation/propose',
  request: z.object({ range }),
  response: z.object({
    proposal: z.array(stroke),
    forecasts: z.array(z.object({ projectID: recordID, before: z.number(), after: z.number() })),
  }),
  summary: 'Who would fill the gaps of a time. Saves nothing.',
  spec,
  permission: 'IRESOURCE_CAN_USE_ALLOCATOR',
})
export type AllocationProposal = z.output<typeof proposeAllocations.response>

export const publishAllocations = call({
  path: '/api/resource/allocation/publish',
  request: z.object({ range }),
  response: z.object({
    /** Drafts and removals that hold now. */
    published: z.int(),
    /** People who were told. */
    told: z.int(),
    /** Whether a survey tool gets it: with IRESOURCE_CAN_SYNC_SURVEY_TOOL, where one takes allocations. */
    isForTool: z.boolean(),
  }),
  summary: 'Makes the drafts of a time hold, and tells whom they concern today or tomorrow once.',
  spec,
  permission: { allOf: ['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_ASSIGN'] },
})
