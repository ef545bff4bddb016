import * as z from 'zod/mini'
import {
  ALERT_MINUTES_MAX,
  ALERT_NAME_MAX,
  ALERT_NOTE_MAX,
  ALERT_RULES_MAX,
  type AlertRule,
} from '../domain/live-alerts.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp, userID } from './primitives.ts'
import { recordFilter } from './records.ts'

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(ALERT_NAME_MAX))
const filter = recordFilter

const rule: z.ZodMiniType<AlertRule> = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  name,
  isOn: z.boolean(),
  when: filter,
  forMinutes: z.int().check(z.minimum(0), z.maximum(ALERT_MINUTES_MAX)),
  whom: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ALL') }),
    z.object({ kind: z.literal('VIEW'), name, filters: z.array(filter).check(z.maxLength(20)) }),
    z.object({ kind: z.literal('PROJECT'), project: z.string().check(z.minLength(1), z.maxLength(200)) }),
    z.object({ kind: z.literal('PERSON'), userID, name: z.string().check(z.maxLength(200)) }),
  ]),
  hasSound: z.boolean(),
})

/** That somebody of the viewer's took an alert; `rule` is its rule's id. */
export const alertSeen = z.object({ userID, rule: z.string(), note: z.string(), at: timestamp })
export type AlertSeen = z.output<typeof alertSeen>

const page = { permission: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL', spec: '4 §4.4.1, §5.5' } as const

export const liveAlerts = call({
  path: '/api/supervisor/live-panel/alerts',
  request: noPayload,
  response: z.object({
    rules: z.array(rule),
    /** Alerts that the viewer has seen in the last day: an alert that stood by then is quiet. */
    alerts: z.array(alertSeen),
  }),
  summary:
    'The viewer’s alert rules, those that are supplied among them, and the alerts that they have seen.',
  ...page,
})

export const saveLiveAlerts = call({
  path: '/api/supervisor/live-panel/alerts/save',
  request: z.object({ rules: z.array(rule).check(z.maxLength(ALERT_RULES_MAX)) }),
  response: z.object({ rules: z.array(rule) }),
  summary: 'Keeps the viewer’s alert rules; of those that are supplied whether they are on, and sound.',
  ...page,
})

export const seeLiveAlert = call({
  path: '/api/supervisor/live-panel/alerts/seen',
  request: z.object({
    /** `{userID}:{rule id}`. */
    alertID: z.string().check(z.regex(/^-?\d{1,12}:[A-Za-z0-9_-]{1,40}$/)),
    note: z._default(z.string().check(z.trim(), z.maxLength(ALERT_NOTE_MAX)), ''),
  }),
  response: done,
  summary: 'Quiets an alert for the viewer; other supervisors of the person see who is on it, and the note.',
  ...page,
})
