import * as z from 'zod/mini'
import { ACTIVITY_ACTIONS, ACTIVITY_NAMES } from '../domain/activity.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp, userID } from './primitives.ts'

const name = z.enum(ACTIVITY_NAMES)
const label = z.string().check(z.maxLength(200))

/** What a person is doing, and what their windows do about it (spec 1 §3). */
export const masterActivity = z.object({
  currentActivity: name,
  project: z.nullable(z.string()),
  category: z.nullable(z.string()),
  scheduledProject: z.nullable(z.string()),
  startedShift: z.boolean(),
  /** To be done once, by whoever gets them. */
  onActivityActions: z.array(z.enum(ACTIVITY_ACTIONS)),
  /** Seconds without a touch after which the person counts as idle. */
  idleFlagSeconds: z.number(),
  /** Set by somebody else. */
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
  request: z.object({ activity: name, project: z.optional(label), category: z.optional(label) }),
  response: done,
  summary: 'The person goes over to another activity.',
  spec: '1 §6',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
  extension: true,
})

export const forceActivity = call({
  path: '/api/activity/force/current-activity',
  request: z.object({
    userID,
    activity: name,
    project: z.optional(label),
    category: z.optional(label),
    onActivityActions: z.optional(
      z.array(z.enum(ACTIVITY_ACTIONS)).check(z.maxLength(ACTIVITY_ACTIONS.length)),
    ),
  }),
  response: done,
  summary: 'Puts somebody else into an activity.',
  spec: '1 §6',
  permission: 'CAN_FORCE_MASTER_ACTIVITY',
  extension: true,
})
