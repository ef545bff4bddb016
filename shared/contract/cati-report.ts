import * as z from 'zod/mini'
import { OUTCOMES } from '../domain/interviews.ts'
import { TARGET_PERIODS, type TargetPeriod } from '../domain/kpi.ts'
import { TARGET_MEASURES } from '../domain/targets.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const count = z.int().check(z.nonnegative())
const seconds = z.number().check(z.nonnegative())

/** What figures of a time are counted from (shared/domain/interviews.ts). */
export const interviewTally = z.object({
  outcomes: z.record(z.enum(OUTCOMES), count),
  interviewingSeconds: seconds,
  availableSeconds: seconds,
  talkSeconds: seconds,
  completeSeconds: seconds,
  appointmentsDue: count,
  appointmentsKept: count,
  expectedCompletes: z.nullable(z.number()),
})

/** A target that holds, and what was reached; both in the measure's unit, shares in percent. */
const heldTarget = z.object({
  measure: z.enum(TARGET_MEASURES),
  period: z.enum(Object.keys(TARGET_PERIODS) as TargetPeriod[]),
  value: z.number(),
  now: z.nullable(z.number()),
})
export type HeldTarget = z.output<typeof heldTarget>
export const heldTargets = z._default(z.array(heldTarget), [])

/** By what the rows of the report are. */
export const CATI_REPORT_ROWS = ['DAY', 'PROJECT', 'HOUR'] as const

const projectName = z.object({ id: recordID, code: z.string(), name: z.string() })

const report = z.object({
  /** The person's, of the whole time. */
  own: interviewTally,
  /** Everybody's on the projects that the person worked on then. */
  project: interviewTally,
  /** What was set of the person. */
  targets: heldTargets,
  rows: z.array(
    z.object({
      /** A day, a project's id, or an hour of the day from 0. */
      key: z.string(),
      own: interviewTally,
      project: interviewTally,
    }),
  ),
  /** Projects on which the person worked in the time. */
  projects: z.array(projectName),
  /** Records that count nowhere, the latest first; 100 at most. */
  voided: z.array(
    z.object({
      id: recordID,
      start: timestamp,
      project: z.string(),
      outcome: z.enum(OUTCOMES),
      reason: z.string(),
    }),
  ),
  /** Records that count and lie in no recorded activity of the person's. */
  outside: count,
  asOf: timestamp,
})
export const catiReport = report
export type CatiReport = z.output<typeof report>

export const myCatiReport = call({
  path: '/api/itracker/cati-report',
  request: z.object({
    /** The first and the last day, London's; 2 years at most. */
    from: day,
    to: day,
    projectID: z._default(z.nullable(recordID), null),
    by: z._default(z.enum(CATI_REPORT_ROWS), 'DAY'),
  }),
  response: report,
  summary: 'The person’s own interviewing in a time, beside that of the same projects.',
  spec: '4 §4.2.8, §5.5',
  permission: 'ITRACKER_CAN_SEE_CATI_REPORT',
})

export const figuresAge = call({
  path: '/api/import/figures-as-of',
  request: noPayload,
  /** When calls came in last, where a survey tool that brings them is FAILING; else null. */
  response: z.object({ asOf: z.nullable(timestamp) }),
  summary: 'As of when the figures of calls are, where what brings them fails.',
  spec: '4 §3.3',
  extension: true,
})
