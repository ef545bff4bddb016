import * as z from 'zod/mini'
import { PAUSE_REASON_MAX, RUN_OUTCOMES, SERVICE_STATES } from '../domain/background-services.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

const SPEC = '5 §5.2'
const key = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,59}$/))
const outcome = z.nullable(z.enum(RUN_OUTCOMES))

const backgroundService = z.object({
  key: z.string(),
  name: z.string(),
  what: z.string(),
  /** In words, such as 'Every minute'. */
  schedule: z.string(),
  state: z.enum(SERVICE_STATES),
  /** Null unless it is paused; without `until` until somebody resumes it. */
  pause: z.nullable(z.object({ reason: z.string(), by: z.string(), until: z.nullable(timestamp) })),
  /** Null where it has never run; without an outcome it runs. */
  lastRun: z.nullable(z.object({ startedAt: timestamp, endedAt: z.nullable(timestamp), outcome })),
  nextRunAt: timestamp,
  /** Of the last 24 hours. */
  runs: z.int(),
  failures: z.int(),
  lastError: z.nullable(z.string()),
})
export type BackgroundServiceInfo = z.output<typeof backgroundService>

export const listBackgroundServices = call({
  path: '/api/admin/configuration/background-services/list',
  request: noPayload,
  response: z.object({ services: z.array(backgroundService), asOf: timestamp }),
  summary: 'What the server does by itself, and how it went.',
  spec: SPEC,
  permission: 'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
})

export const runBackgroundService = call({
  path: '/api/admin/configuration/background-services/run',
  request: z.object({ key }),
  response: done,
  summary: 'Begins a run now; 409 while it runs or is paused.',
  spec: SPEC,
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
})

export const pauseBackgroundService = call({
  path: '/api/admin/configuration/background-services/pause',
  request: z.object({
    key,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(PAUSE_REASON_MAX)),
    /** When it goes on by itself; null: once somebody resumes it. */
    until: z._default(z.nullable(timestamp), null),
  }),
  response: done,
  summary: 'It begins no run until it is resumed, or the pause ends. What runs now goes on.',
  spec: SPEC,
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
})

export const resumeBackgroundService = call({
  path: '/api/admin/configuration/background-services/resume',
  request: z.object({ key }),
  response: done,
  summary: 'Ends a pause.',
  spec: SPEC,
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
})

const backgroundRun = z.object({
  id: z.int(),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
  outcome,
  error: z.string(),
  /** Who began it; null for its schedule. */
  startedBy: z.nullable(z.string()),
  lines: z.array(z.object({ at: timestamp, text: z.string() })),
})
export type BackgroundRun = z.output<typeof backgroundRun>

export const backgroundServiceRuns = call({
  path: '/api/admin/configuration/background-services/runs',
  request: z.object({ key }),
  response: z.object({ runs: z.array(backgroundRun) }),
  summary: 'The last 100 runs of a service with what they wrote, the newest first.',
  spec: SPEC,
  permission: 'ADMIN_CAN_SEE_BACKGROUND_SERVICES',
})
