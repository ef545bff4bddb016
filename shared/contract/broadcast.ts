import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const MESSAGE_MAX = 1000

const broadcast = z.object({ message: z.string(), endDate: timestamp })
export type Broadcast = z.output<typeof broadcast>

const defconAlert = z.object({ startTime: timestamp })
export type DefconAlert = z.output<typeof defconAlert>

export const forMe = call({
  method: 'GET',
  path: '/api/broadcast/forme',
  request: noPayload,
  response: z.array(broadcast),
  summary: "Broadcasts to everybody or to the person's area that have not ended, the newest first.",
  spec: '1 §7',
})

export const defconAlerts = call({
  method: 'GET',
  path: '/api/broadcast/defcon-alerts',
  request: noPayload,
  response: z.array(defconAlert),
  summary: 'Defcon alerts that stand.',
  spec: '1 §7',
})

export const postBroadcast = call({
  path: '/api/broadcast/new',
  request: z.object({
    message: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_MAX)),
    endDate: timestamp,
    /** Only to the people of that area. */
    areaID: z.optional(recordID),
  }),
  response: z.object({ id: recordID }),
  summary: 'Posts a broadcast until its end.',
  spec: '1 §2.8',
  permission: 'CAN_BROADCAST_MESSAGE',
  extension: true,
})

export const endBroadcast = call({
  path: '/api/broadcast/end',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Ends a broadcast before its time.',
  spec: '1 §2.8',
  permission: 'CAN_BROADCAST_MESSAGE',
  extension: true,
})

export const raiseDefcon = call({
  path: '/api/broadcast/defcon-alerts/raise',
  request: noPayload,
  response: done,
  summary: 'Raises a defcon alert, where none stands.',
  spec: '1 §2.8',
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
  extension: true,
})

export const endDefcon = call({
  path: '/api/broadcast/defcon-alerts/end',
  request: noPayload,
  response: done,
  summary: 'Ends the defcon alerts.',
  spec: '1 §2.8',
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
  extension: true,
})

export const reportAppointmentsAtRisk = call({
  path: '/api/broadcast/appointments-at-risk',
  request: z.object({ count: z.int().check(z.minimum(0), z.maximum(100_000)) }),
  response: done,
  summary:
    'How many appointments are at risk, as the survey tool counts them: told to who is at supervisor level.',
  spec: '1 §7',
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
  extension: true,
})
