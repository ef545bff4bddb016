import * as z from 'zod/mini'
import { allocatedProject } from './allocation.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const day = z.iso.date()
const span = { start: timestamp, end: timestamp } as const

const person = z.object({
  userID: recordID,
  name: z.string(),
  activity: z.string(),
  /** On which they are by their activity. */
  projectID: z.nullable(recordID),
  /** On which they are to be. */
  scheduledProjectID: z.nullable(recordID),
  /** Since when they do it. */
  since: z.nullable(timestamp),
  shift: z.nullable(z.object(span)),
  isOnCall: z.boolean(),
  /** Not in though due. */
  isAbsent: z.boolean(),
  /** AVAILABLE without a call for over 5 minutes. */
  isWaiting: z.boolean(),
  skills: z.array(z.object({ skillID: recordID, expires: z.nullable(day) })),
})
export type HypervisorPerson = z.output<typeof person>

const risk = z.object({
  recordID,
  time: timestamp,
  respondentRef: z.string(),
  isOverdue: z.boolean(),
})

const column = z.extend(allocatedProject, {
  targetToday: z.int(),
  completesToday: z.int(),
  /** At the close of the day. */
  forecastToday: z.number(),
  /** Hours of people who are to be on it from now to the close of the day. */
  hoursLeftToday: z.number(),
  planned: z.int(),
  onIt: z.int(),
  elsewhere: z.int(),
  absent: z.int(),
  waiting: z.int(),
  appointmentsDue: z.int(),
  atRisk: z.array(risk),
  nearlyFull: z.array(z.object({ label: z.string(), remaining: z.int() })),
  /** Of 1, over 24 hours; null where nothing was answered. */
  abandonedRate: z.nullable(z.number()),
  sampleUsable: z.nullable(z.int()),
  /** People by hour: needed and planned, for now and the next 4 hours. */
  hours: z.array(z.object({ hour: timestamp, needed: z.int(), planned: z.int() })),
})
export type HypervisorColumn = z.output<typeof column>

export const hypervisorState = call({
  path: '/api/resource/hypervisor/state',
  request: z.object({}),
  response: z.object({
    asOf: timestamp,
    /** When London's day ends. */
    closeOfDay: timestamp,
    projects: z.array(column),
    people: z.array(person),
  }),
  summary: 'Projects now and in the next 4 hours: who is on them, what comes of it, what is at risk.',
  spec: '4 §4.5.3, §5.5',
  permission: 'IRESOURCE_CAN_SEE_HYPERVISOR',
})
export type HypervisorState = z.output<typeof hypervisorState.response>

export const moveOnHypervisor = call({
  path: '/api/resource/hypervisor/move',
  request: z.object({
    userID: recordID,
    projectID: recordID,
    /** Where their activity is set, it waits for the end of a call. */
    afterCall: z._default(z.boolean(), true),
    /** Also sets their activity's project. */
    switchNow: z._default(z.boolean(), false),
  }),
  response: hypervisorState.response,
  summary: 'Allocates somebody to a project from now to the end of their shift, and tells them.',
  spec: '4 §4.5.3, §5.5',
  permission: { allOf: ['IRESOURCE_CAN_SEE_HYPERVISOR', 'IRESOURCE_CAN_ASSIGN'] },
})

export const boostProject = call({
  path: '/api/resource/hypervisor/boost',
  request: z.object({
    projectID: recordID,
    /** Null ends it. */
    until: z.nullable(timestamp),
  }),
  response: hypervisorState.response,
  summary: 'Marks a project for switchers until a time.',
  spec: '4 §4.5.3, §5.5',
  permission: { allOf: ['IRESOURCE_CAN_SEE_HYPERVISOR', 'PROJECTS_CAN_BOOST'] },
})
