import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import {
  CORRECTION_STATES,
  DAY_OUTCOMES,
  DAY_STATES,
  EXCEPTION_KINDS,
  EXCUSES,
} from '../domain/attendance.ts'
import { DAY_PARTS } from '../domain/booking.ts'
import { SHIFT_REQUEST_TYPES } from '../domain/shift-requests.ts'
import { SHIFT_LOCATIONS, TOLD_SHIFT_STATES } from '../domain/shifts.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp, userID } from './primitives.ts'

const activity = z.enum(ACTIVITY_NAMES)
/** London's, YYYY-MM-DD. */
const date = z.iso.date()
const REASON = { min: 3, max: 1000 } as const
const reason = z.string().check(z.trim(), z.minLength(REASON.min), z.maxLength(REASON.max))
/** A share of 1; null where nothing was scheduled. */
const share = z.nullable(z.number())
const seconds = z.int()

export const dayException = z.object({
  /** Of the exception: whose, what and when. */
  id: z.string(),
  kind: z.enum(EXCEPTION_KINDS),
  start: timestamp,
  end: timestamp,
  seconds,
  excuse: z.enum(EXCUSES),
  excusedSeconds: seconds,
  /** Who excused it; '' where it excuses itself. */
  excusedBy: z.string(),
  reason: z.string(),
  /** A late start that was said before the shift’s start. */
  isNoticed: z.boolean(),
})
export type DayExceptionRow = z.output<typeof dayException>

const attendedDay = z.object({
  /** Of the day: whose and which. */
  id: z.string(),
  userID,
  name: z.string(),
  date,
  state: z.enum(DAY_STATES),
  /** What the person said of it, or the answer. */
  note: z.string(),
  /** It was confirmed by itself. */
  isBySystem: z.boolean(),
  scheduledStart: z.nullable(timestamp),
  scheduledEnd: z.nullable(timestamp),
  actualStart: z.nullable(timestamp),
  /** Null while it goes on. */
  actualEnd: z.nullable(timestamp),
  scheduledSeconds: seconds,
  workedSeconds: seconds,
  breakSeconds: seconds,
  breakOverSeconds: seconds,
  personalSeconds: seconds,
  idleSeconds: seconds,
  systemIssueSeconds: seconds,
  excusedSeconds: seconds,
  outSeconds: seconds,
  lateMinutes: z.int(),
  leftEarlyMinutes: z.int(),
  adherence: share,
  conformance: share,
  paidHours: z.number(),
  /** What it counts for in sums: adherence, conformance, punctuality and absence of a time are these divided. */
  counts: z.object({
    judgedSeconds: seconds,
    keptSeconds: seconds,
    plannedWorkSeconds: seconds,
    workedSeconds: seconds,
    due: z.int(),
    inTime: z.int(),
    absent: z.int(),
  }),
  outcome: z.enum(DAY_OUTCOMES),
  breaks: z.int(),
  /** The longest first. */
  activities: z.array(z.object({ activity, seconds })),
  exceptions: z.array(dayException),
})
export type AttendedDay = z.output<typeof attendedDay>

const correction = z.object({
  id: recordID,
  userID,
  name: z.string(),
  activity,
  project: z.nullable(z.string()),
  start: timestamp,
  end: timestamp,
  /** What it is to replace; null for time without anything. */
  before: z.nullable(z.object({ activity, start: timestamp, end: timestamp })),
  reason: z.string(),
  requestedAt: timestamp,
  state: z.enum(CORRECTION_STATES),
  decidedBy: z.nullable(z.string()),
  decisionNote: z.string(),
})
export type Correction = z.output<typeof correction>

const range = { from: date, to: date }

export const attendance = call({
  path: '/api/itracker/attendance',
  request: z.object(range),
  response: z.object({ days: z.array(attendedDay), corrections: z.array(correction) }),
  summary:
    'The caller’s days with a shift or an activity, latest first, as they are judged, and the corrections that they asked for.',
  spec: '4 §4.2.5, §5.5',
  permission: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
})

export const confirmDay = call({
  path: '/api/itracker/attendance/confirm',
  request: z.object({ date }),
  response: done,
  summary: 'Says that a day of one’s own is right, from its end on.',
  spec: '4 §4.2.5, §5.1',
  permission: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
})

export const queryDay = call({
  path: '/api/itracker/attendance/query',
  request: z.object({ date, reason }),
  response: done,
  summary: 'Says what is wrong with a day of one’s own; the supervisor is told.',
  spec: '4 §4.2.5, §5.1',
  permission: 'ITRACKER_CAN_SEE_MY_ATTENDANCE',
})

const requested = z.object({
  activity,
  projectID: z._default(z.nullable(recordID), null),
  start: timestamp,
  end: timestamp,
})

export const newCorrection = call({
  path: '/api/itracker/activity/correction/new',
  request: z.object({ sessionID: z._default(z.nullable(recordID), null), requested, reason }),
  response: z.object({ id: recordID }),
  summary:
    'Asks that something that the caller did in the last 7 days is put right: another activity, another time. Their supervisor decides.',
  spec: '4 §4.2.1, §5.5',
  permission: 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME',
})

export const cancelCorrection = call({
  path: '/api/itracker/activity/correction/cancel',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes back a correction of the caller’s that nobody has decided on.',
  spec: '4 §5.1, §5.5',
  permission: 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME',
})

const ofSupervisor = { spec: '4 §4.4.4, §5.5', permission: 'ISUPERVISOR_CAN_SEE_RESOURCE' } as const

export const decideCorrection = call({
  path: '/api/itracker/activity/correction/decide',
  request: z.object({
    id: recordID,
    state: z.enum(['APPROVED', 'DECLINED']),
    note: z._default(z.string().check(z.trim(), z.maxLength(REASON.max)), ''),
  }),
  response: done,
  summary: 'Approves or declines somebody else’s correction. An approved one replaces what it is about.',
  ...ofSupervisor,
})

export const attendanceDays = call({
  path: '/api/supervisor/attendance/days',
  request: z.object({ ...range, userID: z.optional(recordID) }),
  response: z.object({ days: z.array(attendedDay), corrections: z.array(correction) }),
  summary:
    'Days of the people of the caller’s scope, those to be looked at first: QUERIED, CONFIRMED, OPEN; and the corrections that wait.',
  ...ofSupervisor,
})

const ofPerson = { id: recordID, name: z.string(), start: timestamp, end: timestamp } as const

export const teamShifts = call({
  path: '/api/supervisor/attendance/shifts',
  /** Any day of the week. */
  request: z.object({ day: date }),
  response: z.object({
    /** Those of the week, by person and time; a draft is the planners’. */
    shifts: z.array(
      z.object({
        ...ofPerson,
        userID,
        project: z.nullable(z.string()),
        location: z.enum(SHIFT_LOCATIONS),
        state: z.enum(TOLD_SHIFT_STATES),
      }),
    ),
    /** Requests about shifts that the caller may decide on, the oldest first. */
    requests: z.array(
      z.object({ ...ofPerson, type: z.enum(SHIFT_REQUEST_TYPES), reason: z.string(), askedAt: timestamp }),
    ),
    /** Holidays of the next 8 weeks, granted or waiting; `end` is the midnight after the last day. */
    holidays: z.array(z.object({ ...ofPerson, dayPart: z.enum(DAY_PARTS), isWaiting: z.boolean() })),
  }),
  summary:
    'A week’s shifts of the people of the caller’s scope, the requests about them that wait for the caller, and their holiday of the next 8 weeks.',
  extension: true,
  ...ofSupervisor,
})
export type TeamShifts = z.output<typeof teamShifts.response>

export const approveDays = call({
  path: '/api/supervisor/attendance/approve',
  request: z.object({ ids: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({
    results: z.array(z.object({ id: z.string(), done: z.boolean(), reason: z.string() })),
  }),
  summary: 'Approves days that are CONFIRMED, each by itself; never one’s own.',
  ...ofSupervisor,
})

export const answerDay = call({
  path: '/api/supervisor/attendance/answer',
  request: z.object({ id: z.string(), note: reason }),
  response: done,
  summary: 'Answers a day that was queried: it is CONFIRMED then, with the answer.',
  extension: true,
  ...ofSupervisor,
})

export const excuseException = call({
  path: '/api/supervisor/attendance/excuse',
  request: z.object({
    exceptionID: z.string(),
    minutes: z.int().check(z.minimum(0), z.maximum(1440)),
    reason,
  }),
  response: done,
  summary: 'Excuses so many minutes of an exception of somebody else’s, from its beginning; 0 takes it back.',
  ...ofSupervisor,
})

export const correctSession = call({
  path: '/api/supervisor/attendance/correct-session',
  request: z.object({
    userID: z.optional(recordID),
    sessionID: z._default(z.nullable(recordID), null),
    requested,
    reason,
  }),
  response: done,
  summary: 'Puts right what somebody else did, at once. Who it is about is named where there is no session.',
  ...ofSupervisor,
})

export const attendanceSessions = call({
  path: '/api/itracker/activity/sessions',
  request: z.object({ date, userID: z.optional(recordID) }),
  response: z.object({
    sessions: z.array(
      z.object({
        id: recordID,
        activity,
        project: z.nullable(z.string()),
        projectID: z.nullable(recordID),
        start: timestamp,
        end: z.nullable(timestamp),
        isCorrected: z.boolean(),
      }),
    ),
    projects: z.array(z.object({ id: recordID, name: z.string() })),
  }),
  summary:
    'What was done on a day, for whoever wants to put it right: one’s own, or somebody’s of one’s scope where a person is named.',
  spec: '4 §4.2.1',
  extension: true,
  permission: {
    anyOf: [
      ...(['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] as const),
      'ISUPERVISOR_CAN_SEE_RESOURCE',
    ],
  },
})
