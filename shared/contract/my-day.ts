import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { EXCEPTION_KINDS, EXCUSES } from '../domain/attendance.ts'
import { DIALLER_STATUSES } from '../domain/dialler.ts'
import { SEGMENT_KINDS, SHIFT_LOCATIONS } from '../domain/shifts.ts'
import { masterActivity } from './activity.ts'
import { dayException } from './attendance.ts'
import { heldTargets, interviewTally } from './cati-report.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

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
  /** What was planned of the day's shift, in order; nothing lies over another. */
  planned: z.array(
    z.object({
      kind: z.enum(SEGMENT_KINDS),
      start: timestamp,
      end: timestamp,
      /** It is at that time, whatever goes on. */
      isFixed: z.boolean(),
      project: z.nullable(z.string()),
    }),
  ),
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
      /** It came late from a machine whose clock was wrong, and its time was put right. */
      isTimeCorrected: z.boolean(),
      /** It took the place of what was there, by a correction. */
      isCorrected: z.boolean(),
    }),
  ),
  /** What the person may go over to, in the order in which it is offered. */
  choices: z.array(z.object({ activity, needsProject: z.boolean(), categories: z.array(z.string()) })),
  /** Live projects whose skills they hold. */
  projects: z.array(z.object({ id: recordID, name: z.string(), kind: z.string() })),
  /** Who set what goes on, as long as it is theirs. */
  override: z.nullable(
    z.object({
      sessionID: recordID,
      byID: userID,
      by: z.string(),
      at: timestamp,
      reason: z.string(),
      /** Until when other activities are refused. */
      until: z.nullable(timestamp),
      /** Whether the person said that they know. */
      isSeen: z.boolean(),
    }),
  ),
  /** Their last switch, while it can be taken back. */
  undo: z.nullable(z.object({ sessionID: recordID, until: timestamp })),
  /** What they go over to once their call has ended; `by` is null where they want it themselves. */
  waiting: z.nullable(z.object({ activity, project: z.nullable(z.string()), by: z.nullable(z.string()) })),
  /** What they do at the dialler; null where that isn't known. */
  dialler: z.nullable(
    z.object({ status: z.enum(DIALLER_STATUSES), since: timestamp, project: z.nullable(z.string()) }),
  ),
  /** Who locked their shift. */
  lock: z.nullable(z.object({ by: z.string(), at: timestamp, reason: z._default(z.string(), '') })),
  /** How the person stands to their shift now. */
  adherence: z.object({
    state: z.enum(['NOT_DUE', 'IN', 'OUT', 'EXCUSED']),
    kind: z.nullable(z.enum(EXCEPTION_KINDS)),
    excuse: z.nullable(z.enum(EXCUSES)),
    since: z.nullable(timestamp),
  }),
  exceptions: z.array(dayException),
  /** Of the shift: paid break, and what of it was taken without what goes on; in seconds. Null without a shift. */
  breaks: z.nullable(z.object({ allowance: z.int(), taken: z.int() })),
  /** Until when a break of 20 minutes has to begin; null where none has to (spec 4 §4.2.1). */
  breakBefore: z.nullable(timestamp),
  /** What stands in place of the switch: the shift can be begun, or the person says why they begin without one. */
  start: z.nullable(z.enum(['SHIFT', 'WITHOUT', 'NOT_YET'])),
  /** The person's tickets that aren't resolved, the newest first: what can stop them. */
  tickets: z.array(z.object({ id: recordID, ticketType: z.string(), message: z.string(), at: timestamp })),
  /** Their next three appointments, those that are due first. */
  appointments: z.array(z.object({ id: recordID, at: timestamp, project: z.string(), mayCall: z.boolean() })),
  /** Meetings and training sessions of theirs that go on, or begin within minutes. */
  joins: z.array(
    z.object({
      kind: z.enum(['MEETING', 'TRAINING']),
      id: recordID,
      subject: z.string(),
      start: timestamp,
      end: timestamp,
    }),
  ),
  /** Their open tasks that are due today or were before; 0 to who has no tasks. */
  tasksDue: z.int(),
  /** Of their machine, by its last speed test, where that is below Grade C; null where it isn't, or before the first. */
  grade: z.nullable(z.enum(['FAIR', 'POOR'])),
  /** The brief of the project that they are planned on, while they haven't opened it. */
  brief: z.nullable(z.object({ projectID: recordID, project: z.string(), isRequired: z.boolean() })),
  own: interviewTally,
  /** Completes per hour of the last 60 minutes; null without interviewing in them, and of other days. */
  lastHour: z.nullable(z.number()),
  project: interviewTally,
  /** Completes that were set of the person for the day, else what the shift is expected to bring; null without one. */
  target: z.nullable(z.number()),
  /** What was set of the person, of every measure. */
  targets: heldTargets,
  asOf: timestamp,
})
export const dayOfPerson = day
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

export const startShift = call({
  path: '/api/activity/shift/start',
  request: z.object({
    /** Where the person works; needed where the installation asks for it. */
    location: z.optional(z.enum(SHIFT_LOCATIONS)),
    /** Why they begin without a shift. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    /** What they begin with: AVAILABLE on the shift’s project where it isn't given. */
    activity: z.optional(activity),
    project: z.optional(z.string().check(z.maxLength(200))),
    category: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: masterActivity,
  summary:
    'Begins the shift, from 30 minutes before it on. Without one it needs a reason, and a contract type that allows it.',
  spec: '4 §4.2.1, §5.5',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
})

export const endShift = call({
  path: '/api/activity/shift/end',
  request: noPayload,
  response: z.object({
    workedSeconds: z.int(),
    breakSeconds: z.int(),
    paidHours: z.number(),
    adherence: z.nullable(z.number()),
    completes: z.int(),
  }),
  summary: 'Ends the shift: the person is INACTIVE, and reads the figures of their day.',
  spec: '4 §4.2.1, §5.5',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
})

export const cancelWaitingSwitch = call({
  path: '/api/activity/cancel-waiting-switch',
  request: noPayload,
  response: done,
  summary: 'Forgets the person’s own switch that waits for the end of their call.',
  spec: '4 §4.2.1',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
  extension: true,
})

export const releaseActivity = call({
  path: '/api/activity/force/release',
  request: z.object({ userID, reason: z._default(z.string().check(z.maxLength(200)), '') }),
  response: done,
  summary: 'What somebody else set of a person’s activity is their own again; the activity stays.',
  spec: '4 §4.4.1, §5.5',
  permission: 'CAN_FORCE_MASTER_ACTIVITY',
})

export const sawOverride = call({
  path: '/api/activity/override/seen',
  request: z.object({ sessionID: recordID }),
  response: done,
  summary: 'The person knows that somebody set their activity.',
  spec: '4 §4.2.1',
  extension: true,
})

export const whoLooked = call({
  path: '/api/itracker/recorded/who-looked',
  request: noPayload,
  response: z.object({
    views: z.array(
      z.object({
        by: z.string(),
        page: z.string(),
        at: timestamp,
        /** Of a listen, which went on up to `at`; null of what was opened. */
        listenedFrom: z.nullable(timestamp),
      }),
    ),
  }),
  summary:
    'Who opened what is about the person, or listened to them, in the last 30 days, latest first; 100 at most.',
  spec: '4 §4.2.1, §5.5',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
})
