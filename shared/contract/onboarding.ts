import * as z from 'zod/mini'
import { ONBOARDING_EDITORS, ONBOARDING_READERS } from '../domain/onboarding.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

/** Who does an onboarding task, and what for (spec 1 §3). */
export const responsible = z.enum(['ANYONE', 'EMPLOYER', 'AGENCY', 'USER'])
export const taskAction = z.enum(['NONE', 'UPLOAD_PDF'])
const TASK_MAX = 500
/** Days after the start by which a task can be due, at most. Ours. */
const DUE_MAX = 365
/** So many tasks are put in order. */
const ORDER_MAX = 500

export const onboardingTask = z.object({
  id: recordID,
  task: z.string(),
  responsible,
  actionNeeded: taskAction,
  requiredApproval: z.boolean(),
  /** A staff type; empty means all. */
  applyTo: z.string(),
  /** Who added it. */
  username: z.string(),
  createdAt: timestamp,
  /** Until it is finished its people get no shift (spec 5 §3.1). */
  isBeforeFirstShift: z.boolean(),
  /** Days after the start date by which it is due; null for never. */
  dueDays: z.nullable(z.int()),
  /** How many people have it open. */
  open: z.int(),
})
export type OnboardingTask = z.output<typeof onboardingTask>

export const getOnboardingTasks = call({
  path: '/api/recruitment/onboarding/tasks/get-all',
  request: noPayload,
  response: z.array(onboardingTask),
  summary: 'The tasks of new people, oldest first.',
  spec: '1 §7',
  permission: { anyOf: ONBOARDING_READERS },
})

export const getStaffTypes = call({
  path: '/api/recruitment/onboarding/tasks/get-staff-type',
  request: noPayload,
  response: z.array(z.string()),
  summary: 'The kinds of staff that a task can be for: the user types of the active people.',
  spec: '1 §7',
  permission: { anyOf: ONBOARDING_READERS },
})

export const newOnboardingTask = call({
  path: '/api/recruitment/onboarding/tasks/new',
  request: z.object({
    task: z.string().check(z.maxLength(TASK_MAX)),
    /** Empty where nothing was chosen: the form has no validation (spec 1 §5). */
    responsible: z.union([responsible, z.literal('')]),
    taskAction: z.union([taskAction, z.literal('')]),
    selectedStaffType: z.string().check(z.maxLength(100)),
    requiredApproval: z.boolean(),
    /** Neither where they aren't given: spec 1 has neither. */
    isBeforeFirstShift: z.optional(z.boolean()),
    dueDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(DUE_MAX)))),
  }),
  response: done,
  summary:
    'Adds a task. What is left empty is taken as ANYONE, NONE and all staff; approval counts only with an action.',
  spec: '1 §7',
  permission: { anyOf: ONBOARDING_EDITORS },
})

export const deleteOnboardingTask = call({
  path: '/api/recruitment/onboarding/tasks/delete',
  request: z.object({ taskID: recordID }),
  response: done,
  summary: 'Deletes a task; one that is gone already is no error.',
  spec: '1 §7',
  permission: { anyOf: ONBOARDING_EDITORS },
})

export const updateOnboardingTask = call({
  path: '/api/recruitment/onboarding/tasks/update',
  request: z.object({
    taskID: recordID,
    task: z.string().check(z.maxLength(TASK_MAX)),
    responsible,
    actionNeeded: taskAction,
    /** A user type; empty means all. */
    applyTo: z.string().check(z.maxLength(100)),
    requiredApproval: z.boolean(),
    isBeforeFirstShift: z.boolean(),
    dueDays: z.nullable(z.int().check(z.minimum(0), z.maximum(DUE_MAX))),
  }),
  response: done,
  summary: 'Changes a task. What people have done of it stays done.',
  spec: '5 §3.1',
  permission: { anyOf: ONBOARDING_EDITORS },
  extension: true,
})

export const orderOnboardingTasks = call({
  path: '/api/recruitment/onboarding/tasks/order',
  request: z.object({ taskIDs: z.array(recordID).check(z.maxLength(ORDER_MAX)) }),
  response: done,
  summary: 'Puts the tasks into this order; those that aren’t named come after them.',
  spec: '5 §3.1',
  permission: { anyOf: ONBOARDING_EDITORS },
  extension: true,
})
