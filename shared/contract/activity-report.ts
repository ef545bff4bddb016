import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { ACTIVITY_ROWS, SESSION_SOURCES } from '../domain/activity-report.ts'
import { getCall, listCall } from '../records/record.ts'
import { activitySessionRecord } from '../records/resource/activity-session.ts'
import { EXPORT_TYPES } from './exports.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const day = z.iso.date()
const seconds = z.number().check(z.nonnegative())
const named = z.object({ id: recordID, name: z.string() })
const activity = z.enum(ACTIVITY_NAMES)

export const listActivitySessions = listCall(activitySessionRecord)
export const getActivitySession = getCall(activitySessionRecord)

/** Hours of some time (shared/domain/activity-report.ts). */
const hours = z.object({
  /** Seconds by activity; those with none are left out. */
  activities: z.partialRecord(activity, seconds),
  workedSeconds: seconds,
  /** In hours: each person's day up to the next quarter where whole days are listed. */
  paidHours: seconds,
  breakOverSeconds: seconds,
  personalSeconds: seconds,
  systemIssueSeconds: seconds,
  idleSeconds: seconds,
  overrideSeconds: seconds,
  interviewingSeconds: seconds,
  /** What the paid hours cost by contract, in £: for holders of IRESOURCE_CAN_SEE_METRICS, where somebody has a rate. */
  cost: z.optional(z.number()),
})

const request = z.object({
  /** The first and the last day, London's; 2 years at most. */
  from: day,
  to: day,
  by: z._default(z.enum(ACTIVITY_ROWS), 'PERSON'),
  userID: z._default(z.nullable(recordID), null),
  areaID: z._default(z.nullable(recordID), null),
  /** 0 for activity without a project. */
  projectID: z._default(z.nullable(z.int().check(z.nonnegative())), null),
  activity: z._default(z.nullable(activity), null),
  category: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
  source: z._default(z.nullable(z.enum(SESSION_SOURCES)), null),
  isOverride: z._default(z.nullable(z.boolean()), null),
})

export const activityReport = call({
  path: '/api/resource/activity-report',
  request,
  response: z.object({
    /** By a person's or project's id (0 for none), a day, or an activity. */
    rows: z.array(z.extend(hours, { key: z.string(), name: z.string() })),
    total: hours,
    /** Whether paid hours are rounded, as pay rounds them: where rows are whole days of people. */
    isPaidRounded: z.boolean(),
    /** Seconds of each activity by the hour of the day. */
    heat: z.array(z.object({ activity, hours: z.array(seconds) })),
    /** What the filters can name. */
    people: z.array(named),
    areas: z.array(named),
    projects: z.array(named),
    categories: z.array(z.string()),
    asOf: timestamp,
  }),
  summary: 'Where the hours went: hours by activity of people, days, projects or activities.',
  spec: '4 §4.5.11',
  permission: 'IRESOURCE_CAN_SEE_REPORTS',
  extension: true,
})
export const activityReportFile = call({
  path: '/api/resource/activity-report/file',
  request: z.extend(request, { type: z._default(z.enum(EXPORT_TYPES), 'Excel') }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'The rows of the activity report with their total, in decimal hours, as a file.',
  spec: '4 §4.5.11, §1.6',
  permission: 'IRESOURCE_CAN_SEE_REPORTS',
  extension: true,
})

export type ActivityReport = z.output<typeof activityReport.response>
