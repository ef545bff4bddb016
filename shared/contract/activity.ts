import * as z from 'zod/mini'
import { ACTIVITY_ACTIONS, ACTIVITY_NAMES, DEVELOPMENT_ACTIVITIES } from '../domain/activity.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

const name = z.enum(ACTIVITY_NAMES)
const label = z.string().check(z.maxLength(200))

/** What a person is doing, and what their windows have to do because of it (spec 1 §3). */
export const masterActivity = z.object({
  currentActivity: name,
  project: z.nullable(z.string()),
  category: z.nullable(z.string()),
  scheduledProject: z.nullable(z.string()),
  startedShift: z.boolean(),
  /** Each to be done once, by the window that receives it. */
  onActivityActions: z.array(z.enum(ACTIVITY_ACTIONS)),
  /** Seconds without a touch after which the person counts as idle. */
  idleFlagSeconds: z.number(),
  /** Somebody else put the person into it. */
  isOverride: z.boolean(),
  remainingShifts: z.int(),
  requireLocationServices: z.boolean(),
  enforceProjectGeofence: z.boolean(),
  /** Seconds. */
  locationRefreshRate: z.number(),
  /** Seconds. */
  wellBeingPromptRate: z.number(),
  wellBeingTimeoutSeconds: z.number(),
})
export type MasterActivity = z.output<typeof masterActivity>

export const activityState = call({
  method: 'GET',
  path: '/api/passport-validation/activity-state',
  request: noPayload,
  response: z.object({ activityLastResponseTime: z.nullable(timestamp) }),
  summary: 'When the person last said what they do; null where they never did.',
  spec: '1 §7',
  scope: 'activity:read',
})

export const concludeCurrentActivity = call({
  path: '/api/activity/conclude/current-activity',
  request: z.object({ activity: name }),
  response: done,
  summary:
    'Ends that activity: the person is AVAILABLE then. Nothing happens where it is not what they do, so that several windows may say it.',
  spec: '1 §7',
})

export const updateActivity = call({
  path: '/api/activity/update/current-activity',
  request: z.object({
    activity: name,
    project: z.optional(label),
    category: z.optional(label),
    /** Which of the person's tickets stops them, for SYSTEM ISSUES. */
    ticketID: z.optional(recordID),
    /** When it was made, where that is earlier: without a connection. By the machine's clock. */
    at: z.optional(timestamp),
    /** What that clock says now: where it differs by more than 2 minutes, `at` is put right by the difference. */
    clock: z.optional(timestamp),
    /** The window's own name for this switch: the same again changes nothing. */
    switchID: z.optional(z.string().check(z.minLength(8), z.maxLength(64))),
  }),
  response: masterActivity,
  summary:
    'The person goes over to another activity, and is told what they do then. One that was made without a connection takes its place by its own time.',
  spec: '1 §6, 4 §4.2.1',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
  extension: true,
  scope: 'activity:write',
})

export const forceChoices = call({
  path: '/api/activity/force/choices',
  request: noPayload,
  response: z.object({
    /** What others may set, in the order in which it is offered. */
    choices: z.array(
      z.object({
        activity: name,
        needsProject: z.boolean(),
        /** As the installation has them now. */
        categories: z.array(z.string()),
      }),
    ),
    /** Every live project, by name: what is set for others isn't held against their skills. */
    projects: z.array(z.object({ id: recordID, name: z.string() })),
  }),
  summary:
    'What can be set of somebody else, with the categories that the settings have and the projects that are live.',
  spec: '4 §2.2, §4.4.1',
  permission: 'CAN_FORCE_MASTER_ACTIVITY',
  extension: true,
})

export const forceActivity = call({
  path: '/api/activity/force/current-activity',
  request: z.object({
    userID,
    activity: name,
    project: z.optional(label),
    category: z.optional(label),
    /** Why; 3 characters or more. */
    reason: z._default(z.string().check(z.maxLength(200)), ''),
    /** For how long other activities are refused; null for not at all. */
    /** Whether it waits for the end of a call; where it isn't given, it does while they are on one. */
    afterCall: z.optional(z.boolean()),
    holdMinutes: z._default(z.nullable(z.union([z.literal(15), z.literal(30), z.literal(60)])), null),
    onActivityActions: z.optional(
      z.array(z.enum(ACTIVITY_ACTIONS)).check(z.maxLength(ACTIVITY_ACTIONS.length)),
    ),
  }),
  response: done,
  summary: 'Puts somebody else, whose shift runs, into an activity, with a reason that they read.',
  spec: '1 §6, 4 §4.4.1',
  permission: 'CAN_FORCE_MASTER_ACTIVITY',
  extension: true,
})

const seconds = z.int().check(z.nonnegative())

/** What a person did on one day, by London's calendar. */
export const attendanceDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  start: timestamp,
  /** Null while it goes on. */
  end: z.nullable(timestamp),
  workedSeconds: seconds,
  breaks: seconds,
  breakSeconds: seconds,
  /** The longest first. */
  activities: z.array(z.object({ activity: name, seconds })),
})
export type AttendanceDay = z.output<typeof attendanceDay>

export const myAttendance = call({
  method: 'GET',
  path: '/api/activity/my-attendance',
  request: noPayload,
  response: z.object({ days: z.array(attendanceDay) }),
  summary:
    'The days of the last 28 on which the person did something, latest first, from their activities; a day is one of London’s.',
  spec: '3 §2',
  permission: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
  extension: true,
  scope: 'activity:read',
})

export const development = z.object({
  /** Training, briefs and feedback sessions of the last 28 days, latest first. */
  sessions: z.array(
    z.object({
      activity: z.enum(DEVELOPMENT_ACTIVITIES),
      project: z.nullable(z.string()),
      start: timestamp,
      /** Null while it lasts. */
      end: z.nullable(timestamp),
      seconds,
    }),
  ),
  /** Feedback on the tickets that the person resolved for others, latest first; 20 at most. */
  feedback: z.array(z.object({ ticketID: recordID, rating: z.int(), comment: z.string() })),
})
export type Development = z.output<typeof development>

export const myDevelopment = call({
  method: 'GET',
  path: '/api/activity/my-development',
  request: noPayload,
  response: development,
  summary: 'What the person did for their development, and the feedback that they got.',
  spec: '3 §2',
  permission: 'ITRACKER_CAN_SEE_MY_DEVELOPMENT',
  extension: true,
  scope: 'activity:read',
})
