import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { COACHING_STATES, QC_OUTCOMES } from '../domain/quality.ts'
import { SHIFT_STATES } from '../domain/shifts.ts'
import { teamPersonRecord } from '../records/supervisor/team-person.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const { path, spec, permission } = teamPersonRecord

const workDay = z.object({
  sessions: z.array(
    z.object({
      id: recordID,
      activity: z.enum(ACTIVITY_NAMES),
      project: z.nullable(z.string()),
      start: timestamp,
      /** Null while it lasts. */
      end: z.nullable(timestamp),
      seconds: z.int(),
    }),
  ),
  /** Kinds and excuses of attendance (shared/domain/attendance.ts), by name: the page would bring all of it. */
  exceptions: z.array(
    z.object({
      ...{ kind: z.string(), start: timestamp, seconds: z.int(), excuse: z.string() },
      isNoticed: z.boolean(),
    }),
  ),
  adherence: z.nullable(z.number()),
  workedSeconds: z.int(),
})

export const teamPersonWork = call({
  path: `${path}/work`,
  request: z.object({ id: recordID }),
  response: z.object({
    day: workDay,
    /** From a week ago to four weeks ahead. */
    shifts: z.array(
      z.object({
        id: recordID,
        start: timestamp,
        end: timestamp,
        project: z.nullable(z.string()),
        state: z.enum(SHIFT_STATES),
      }),
    ),
    /** The last 10 that count; none to people of an agency. */
    reviews: z.array(
      z.object({
        id: recordID,
        at: timestamp,
        project: z.string(),
        score: z.nullable(z.number()),
        outcome: z.nullable(z.enum(QC_OUTCOMES)),
      }),
    ),
    /** Likewise. */
    coaching: z.array(
      z.object({
        id: recordID,
        at: timestamp,
        topics: z.string(),
        state: z.enum(COACHING_STATES),
        openActions: z.array(z.string()),
      }),
    ),
    tickets: z.array(
      z.object({ id: recordID, ticketType: z.string(), at: timestamp, resolvedAt: z.nullable(timestamp) }),
    ),
  }),
  summary:
    'What stands in the parts Day, Shifts, Quality, Development and Tickets of a person’s panel. The person reads that it was opened.',
  spec,
  permission,
  extension: true,
})
export type TeamPersonWork = z.output<typeof teamPersonWork.response>
