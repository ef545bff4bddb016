import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { SHIFT_LOCATIONS } from '../domain/shifts.ts'
import { masterActivity } from './activity.ts'
import { interviewTally } from './cati-report.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const activity = z.enum(ACTIVITY_NAMES)

const ownShift = z.object({
  start: timestamp,
  end: timestamp,
  location: z.enum(SHIFT_LOCATIONS),
  project: z.nullable(z.string()),
  breakMinutes: z.int(),
})

const day = z.object({
  /** London's day, YYYY-MM-DD. */
  date: z.string(),
  /** The shift that goes on, else the next of today. */
  shift: z.nullable(ownShift),
  /** The first after today. */
  next: z.nullable(ownShift),
  /** What was done on the day, in order. */
  sessions: z.array(
    z.object({
      id: recordID,
      activity,
      project: z.nullable(z.string()),
      category: z.nullable(z.string()),
      start: timestamp,
      /** Null while it lasts. */
      end: z.nullable(timestamp),
      seconds: z.int(),
      /** Who set it; null where the person did. */
      by: z.nullable(z.string()),
    }),
  ),
  /** What the person may go over to, in the order in which it is offered. */
  choices: z.array(z.object({ activity, needsProject: z.boolean(), categories: z.array(z.string()) })),
  /** Live projects whose skills they hold. */
  projects: z.array(z.object({ id: recordID, name: z.string() })),
  /** Their last switch, while it can be taken back. */
  undo: z.nullable(z.object({ sessionID: recordID, until: timestamp })),
  /** Who locked their shift. */
  lock: z.nullable(z.object({ by: z.string(), at: timestamp })),
  own: interviewTally,
  project: interviewTally,
  /** Completes that the shift is expected to bring; null without one. */
  target: z.nullable(z.int()),
  asOf: timestamp,
})
export type MyDay = z.output<typeof day>

export const myDay = call({
  path: '/api/itracker/activity/my-day',
  request: z.object({
    /** Today where it isn't given. */
    date: z._default(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), null),
  }),
  response: day,
  summary: 'A day of the person’s: shift, what they did, what they may choose, figures against target.',
  spec: '4 §4.2.1, §5.5',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
})

export const undoSwitch = call({
  path: '/api/activity/undo-switch',
  request: z.object({ sessionID: recordID }),
  response: masterActivity,
  summary:
    'Takes the person’s last switch back for 30 seconds: the time is the earlier session’s, as if there had been no switch.',
  spec: '4 §4.2.1, §5.5',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
})
