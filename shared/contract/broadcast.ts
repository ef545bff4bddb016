import * as z from 'zod/mini'
import { BROADCAST_MAX, DEFCON_REASON_MAX, DEFCON_WORD, TEMPLATE_NAME_MAX } from '../domain/announcements.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const AREAS_MAX = 500
const IDS_MAX = 500

/** Without an id nobody counts who has seen it: the documents have none. */
const broadcast = z.object({ id: z.optional(recordID), message: z.string(), endDate: timestamp })
export type Broadcast = z.output<typeof broadcast>

const defconAlert = z.object({
  id: z.optional(recordID),
  startTime: timestamp,
  isDrill: z._default(z.boolean(), false),
})
export type DefconAlert = z.output<typeof defconAlert>

const message = z.string().check(z.trim(), z.minLength(1), z.maxLength(BROADCAST_MAX))
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(DEFCON_REASON_MAX))
const broadcasting = { spec: '5 §5.10', permission: 'CAN_BROADCAST_MESSAGE' } as const
const defcon = { spec: '5 §5.10', permission: 'ADMIN_CAN_EDIT_SETTINGS', extension: true } as const

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

export const sawAnnouncements = call({
  path: '/api/broadcast/seen',
  request: z.object({
    broadcastIDs: z._default(z.array(recordID).check(z.maxLength(IDS_MAX)), []),
    alertIDs: z._default(z.array(recordID).check(z.maxLength(IDS_MAX)), []),
  }),
  response: done,
  summary: 'A window of the person shows these.',
  spec: '5 §5.10',
  extension: true,
})

export const postBroadcast = call({
  path: '/api/broadcast/new',
  request: z.object({
    message,
    /** At most 30 days on. */
    endDate: timestamp,
    /** Only to the people of these areas; without them to everybody. */
    areaIDs: z.optional(z.array(recordID).check(z.minLength(1), z.maxLength(AREAS_MAX))),
    /** One area, as older clients say it. */
    areaID: z.optional(recordID),
  }),
  response: z.object({ id: recordID }),
  summary: 'Posts a broadcast until its end.',
  ...broadcasting,
  extension: true,
})

export const endBroadcast = call({
  path: '/api/broadcast/end',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Ends a broadcast before its time.',
  ...broadcasting,
  extension: true,
})

const sentBroadcast = z.object({
  ...broadcast.shape,
  id: recordID,
  createdAt: timestamp,
  /** Names of areas; none for everybody. */
  areas: z.array(z.string()),
  postedBy: z.nullable(z.string()),
  /** Who ended it before its time. */
  endedBy: z.nullable(z.string()),
  /** How many people have seen it, of how many whom it is for now. */
  seen: z.int(),
  people: z.int(),
})
export type SentBroadcast = z.output<typeof sentBroadcast>

const template = z.object({ id: recordID, name: z.string(), message: z.string() })
export type BroadcastTemplate = z.output<typeof template>

export const listBroadcasts = call({
  path: '/api/broadcast/list',
  request: noPayload,
  response: z.object({
    running: z.array(sentBroadcast),
    /** Of the last 90 days. */
    past: z.array(sentBroadcast),
    templates: z.array(template),
    areas: z.array(z.object({ id: recordID, name: z.string() })),
  }),
  summary: 'Broadcasts that run and those of the last 90 days, the newest first; templates and areas.',
  ...broadcasting,
})

export const saveBroadcastTemplate = call({
  path: '/api/broadcast/templates/save',
  request: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEMPLATE_NAME_MAX)),
    message,
  }),
  response: template,
  summary: 'Keeps a text for later broadcasts; one of the same name gets the new text.',
  ...broadcasting,
  extension: true,
})

export const deleteBroadcastTemplate = call({
  path: '/api/broadcast/templates/delete',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Forgets a template.',
  ...broadcasting,
  extension: true,
})

export const raiseDefcon = call({
  path: '/api/broadcast/defcon-alerts/raise',
  request: z.object({ word: z.literal(DEFCON_WORD), reason, isDrill: z._default(z.boolean(), false) }),
  response: z.object({ id: recordID }),
  summary: 'Raises a defcon alert, where none stands.',
  ...defcon,
})

export const endDefcon = call({
  path: '/api/broadcast/defcon-alerts/end',
  request: z.object({ reason }),
  response: done,
  summary: 'Ends the defcon alert that stands.',
  ...defcon,
})

const keptAlert = z.object({
  ...defconAlert.shape,
  id: recordID,
  endedAt: z.nullable(timestamp),
  reason: z.string(),
  endReason: z.string(),
  raisedBy: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  /** People who had a window open when it was raised. */
  online: z.int(),
  /** How many of them got it. */
  got: z.int(),
  /** People who came later and got it then. */
  later: z.int(),
  /** Until 95 % of those online had it; null where it hasn't reached them. */
  reachedAfterMs: z.nullable(z.int()),
  /** Who was online and didn't get it, as far as the viewer may see them. */
  missing: z.array(z.object({ id: recordID, name: z.string() })),
})
export type KeptAlert = z.output<typeof keptAlert>

export const listDefcon = call({
  path: '/api/broadcast/defcon-alerts/list',
  request: noPayload,
  response: z.object({ alerts: z.array(keptAlert) }),
  summary: 'The newest 50 defcon alerts, with whom they reached; the newest first.',
  ...defcon,
})
