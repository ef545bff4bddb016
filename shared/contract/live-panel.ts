import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, userID } from './primitives.ts'

/** Shown of a person about whom nothing is known (spec 3 §3). */
export const UNKNOWN = 'UNKNOWN'

const known = z.string()

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
  openTickets: z.int().check(z.nonnegative()),
})
export type UserStats = z.output<typeof userStats>

/** Statistics by user id. */
export const liveStats = z.record(z.string().check(z.regex(/^-?\d+$/)), userStats)
export type LiveStats = z.output<typeof liveStats>

export const getLiveData = call({
  path: '/api/supervisor/live-panel/get-live-data',
  request: noPayload,
  response: liveStats,
  summary: 'What everybody does just now, by user id.',
  spec: '3 §7',
  permission: 'ISUPERVISOR_CAN_SEE_MODULE',
})

export const agentProfile = call({
  path: '/api/agentStats/profile',
  request: z.object({ userID }),
  response: userStats,
  summary: 'What somebody does just now, for the card with their name.',
  spec: '3 §7',
})
