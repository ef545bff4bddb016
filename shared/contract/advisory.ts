import * as z from 'zod/mini'
import { VERDICTS } from '../domain/forecast.ts'
import { PROJECT_STATUSES } from '../domain/projects.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const day = z.iso.date()
const maybe = z.nullable(z.number())
/** So many hours, people or completes an hour are asked about at most. Ours. */
const HOURS_MAX = 100_000
const PEOPLE_MAX = 1000
const RATE_MAX = 100

const about = { spec: '4 §4.5.12, §5.5', permission: 'IRESOURCE_CAN_SEE_PROJECT_ADVISORY' } as const

const row = z.object({
  projectID: recordID,
  code: z.string(),
  name: z.string(),
  /** The client. */
  client: z.nullable(z.string()),
  status: z.enum(PROJECT_STATUSES),
  end: z.nullable(day),
  target: z.int(),
  achieved: z.int(),
  remaining: z.int(),
  /** Completes an hour: the project's own, and what was expected. */
  rate: z.number(),
  targetRate: z.number(),
  /** Null where nothing is known of its rate. */
  hoursNeeded: maybe,
  hoursAllocated: z.number(),
  /** Hours that lack; below 0 where there are more than it needs. */
  gap: maybe,
  forecast: z.number(),
  /** When the hours that are allocated reach the target; null where they don't. */
  finish: z.nullable(timestamp),
  cells: z.object({ open: z.int(), full: z.int(), behind: z.int() }),
  /** Usable sample a remaining complete; null where the sample isn't known, or nothing remains. */
  samplePerComplete: maybe,
  attemptsPerComplete: maybe,
  refusalRate: maybe,
  qcScore: maybe,
  /** Abandoned-call rate of each of the last 7 times 24 hours, the oldest first. */
  abandoned: z.array(maybe),
  verdict: z.enum(VERDICTS),
  /** What would help, in sentences. */
  advice: z.array(z.string()),
})
export type AdvisoryRow = z.output<typeof row>

export const projectAdvisory = call({
  path: '/api/resource/advisory',
  request: z.object({
    filters: z._default(
      z.object({
        verdicts: z.optional(z.array(z.enum(VERDICTS))),
        statuses: z.optional(z.array(z.enum(PROJECT_STATUSES))),
      }),
      {},
    ),
  }),
  response: z.object({ rows: z.array(row), asOf: timestamp }),
  summary: 'Whether each project that is live, paused or planned will make it, and what would help.',
  ...about,
})

export const advisoryProject = call({
  path: '/api/resource/advisory/project',
  request: z.object({ projectID: recordID }),
  response: z.object({
    /** Completes by the end of each day, and what the plan has by then; planned days have no completes. */
    curve: z.array(z.object({ day, completes: z.nullable(z.int()), plan: z.number() })),
    cells: z.array(
      z.object({
        label: z.string(),
        target: z.int(),
        achieved: z.int(),
        state: z.enum(['OPEN', 'FULL', 'OVER', 'SUSPENDED']),
        isBehind: z.boolean(),
      }),
    ),
    /** Hours that are to be worked, by day from today on. */
    hours: z.array(z.object({ day, allocated: z.number(), needed: z.number() })),
    /** Who works on it best, of 100; the best first. */
    people: z.array(z.object({ userID: recordID, name: z.string(), index: z.number() })),
    sample: z.nullable(
      z.object({
        ...{ fresh: z.int(), inProgress: z.int(), appointments: z.int(), refused: z.int() },
        ...{ complete: z.int(), ineligible: z.int(), exhausted: z.int() },
        asOf: timestamp,
      }),
    ),
    /** What can be made of it now. */
    moves: z.array(z.enum(PROJECT_STATUSES)),
    /** What people are allocated to it from now on, drafts among them; it ends where the project leaves LIVE. */
    allocated: z.object({
      count: z.int(),
      people: z.int(),
      /** The next few. */
      next: z.array(z.object({ name: z.string(), start: timestamp, end: timestamp })),
    }),
  }),
  summary: 'One project’s progress against its plan, cells, hours by day, people by index and sample.',
  ...about,
  extension: true,
})
export type AdvisoryProject = z.output<typeof advisoryProject.response>

export const setProjectStatus = call({
  path: '/api/iresearch/projects/status',
  request: z.object({ projectID: recordID, status: z.enum(PROJECT_STATUSES) }),
  response: z.object({
    /** Allocations that it ended. */
    ended: z.int(),
  }),
  summary: 'Makes a project live, pauses, closes or cancels it. Leaving LIVE ends its allocations.',
  spec: '4 §5.1, 6 §9.4',
  permission: 'PROJECTS_CAN_EDIT_ALL',
})

export const whatIf = call({
  path: '/api/resource/what-if',
  request: z.object({
    projectID: recordID,
    /** Hours beside those that are allocated; below 0 for fewer. */
    hours: z._default(z.number().check(z.minimum(-HOURS_MAX), z.maximum(HOURS_MAX)), 0),
    /** People more, each an evening of 4 hours each day on which the project calls. */
    people: z.optional(z.int().check(z.minimum(0), z.maximum(PEOPLE_MAX))),
    /** Completes an hour; null for the project's own. */
    rate: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(RATE_MAX))), null),
    /** Null for the project's own. */
    end: z._default(z.nullable(day), null),
  }),
  response: z.object({
    forecast: z.object({ before: z.number(), after: z.number(), verdict: z.enum(VERDICTS) }),
  }),
  summary: 'The forecast of a project, were its hours, people, rate or end others. Saves nothing.',
  ...about,
})
