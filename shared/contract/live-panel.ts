import * as z from 'zod/mini'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { ADHERENCE_STATES } from '../domain/live-panel.ts'
import { REMOTE_COMMAND_STATE_NAMES } from '../domain/remote-commands.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

/** Shown of a person about whom nothing is known (spec 3 §3). */
export const UNKNOWN = 'UNKNOWN'

const known = z.string()
const text = z.nullable(z.string())
const when = z.nullable(timestamp)
const count = z.int().check(z.nonnegative())

/**
 * What the live panel shows of somebody beside the fields of document 3 (spec 4 §4.4.1). Moments, so that clocks count
 * in the client and nothing has to be sent for it.
 */
const liveRow = z.object({
  /** On shift, due within 30 minutes, working without a shift, or not ended; the others are off shift. */
  isShown: z.boolean(),
  currentActivity: z.enum(ACTIVITY_NAMES),
  category: text,
  project: text,
  scheduledProject: text,
  /** When the running session began; null where none runs. */
  since: when,
  startedShift: z.boolean(),
  /** Who set the activity, while it isn't the person's own. */
  override: z.nullable(z.object({ by: z.string(), at: timestamp, until: when, reason: z.string() })),
  adherence: z.object({ state: z.enum(ADHERENCE_STATES), kind: text, since: when }),
  /** The shift that goes on, is about to begin, or wasn't ended. */
  shift: z.nullable(
    z.object({
      ...{ start: timestamp, end: timestamp },
      /** When they said that they come, where they said that they are late. */
      expectedAt: z.optional(timestamp),
    }),
  ),
  /** Whoever begins no later than this isn't late, in minutes. */
  lateAfterMinutes: count,
  /** When they first did something in it. */
  startedAt: when,
  /** Their next one, where none goes on. */
  nextShift: when,
  /** Breaks of the shift that are over; a running one counts from `since`. */
  breakSeconds: count,
  breakAllowanceSeconds: count,
  /** Since when they don't touch their machine, once they were asked. */
  idleSince: when,
  /** When the dialler last said what it does. */
  diallerSince: when,
  /** Of the call that they are on. */
  diallerProject: text,
  /** What they go over to once it has ended. */
  waiting: z.nullable(z.enum(ACTIVITY_NAMES)),
  completes: count,
  target: z.nullable(z.number()),
  /** Of the last 60 minutes. */
  lastHour: z.object({ completes: count, rate: z.nullable(z.number()), projectRate: z.nullable(z.number()) }),
  /** Of today, 0 to 1. */
  refusalRate: z.nullable(z.number()),
  /** What was set of their rates, in their units; not there where nothing was. */
  rateTargets: z.optional(
    z.object({ completesPerHour: z.nullable(z.number()), refusalRate: z.nullable(z.number()) }),
  ),
  lastComplete: when,
  appointment: z.nullable(z.object({ time: timestamp, isAtRisk: z.boolean() })),
  location: text,
  grade: text,
  /** How good their wifi last was in the shift; null where nothing was read. */
  wifi: text,
  /** Since when their VPN has been connected. */
  vpnSince: when,
  /** When they last said what they do. */
  lastSeen: when,
  areaID: z.nullable(recordID),
  managerID: z.nullable(userID),
  agency: text,
  contractType: text,
  skills: z.array(z.string()),
  /** Reviews of the week, those still due, and the last score; to people of an agency null. */
  qc: z.nullable(z.object({ done: count, due: count, lastScore: z.nullable(z.number()) })),
  /** Who locked the shift. */
  lockedBy: text,
  /** The remote command that was sent to them last, for some minutes. */
  command: z.nullable(
    z.object({ order: z.string(), state: z.enum(REMOTE_COMMAND_STATE_NAMES), answer: z.string() }),
  ),
  /** Supervisors who saw an alert of theirs, with what they noted. */
  onIt: z.array(z.object({ userID, by: z.string(), note: z.string() })),
})
export type LiveRow = z.output<typeof liveRow>

/** What a person is doing (spec 3 §3); 'UNKNOWN' where nothing is known. `openTickets` is an extension. */
export const userStats = z.object({
  wurkforceStatus: known,
  masterActivity: known,
  diallerStatus: known,
  areaName: known,
  manager: known,
  machineStatus: known,
  userName: known,
  /** How many of the person's tickets are open. */
  openTickets: count,
  /** To who may see the live panel, and asks for it (spec 4 §5.4). */
  live: z.optional(liveRow),
})
export type UserStats = z.output<typeof userStats>

/** Statistics by user id. */
export const liveStats = z.record(z.string().check(z.regex(/^-?\d+$/)), userStats)
export type LiveStats = z.output<typeof liveStats>

export const getLiveData = call({
  path: '/api/supervisor/live-panel/get-live-data',
  request: noPayload,
  response: liveStats,
  summary:
    'What everybody in the viewer’s scope does just now, by user id; to holders of ISUPERVISOR_CAN_SEE_LIVE_PANEL with the live panel’s columns.',
  spec: '3 §7, 4 §5.4',
  permission: 'ISUPERVISOR_CAN_SEE_MODULE',
})

export const liveStatus = call({
  path: '/api/manager/live-status',
  request: noPayload,
  response: liveStats,
  summary: 'What the people of the manager’s line do just now, by user id: to look at, and nothing to set.',
  spec: '4 §4.3.2, §5.5',
  permission: 'IMANAGER_CAN_SEE_LIVE_STATUS',
})

export const agentProfile = call({
  path: '/api/agentStats/profile',
  request: z.object({ userID }),
  response: userStats,
  summary: 'What somebody does just now, for the card with their name.',
  spec: '3 §7',
})
