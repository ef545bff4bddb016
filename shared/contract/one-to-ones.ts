import * as z from 'zod/mini'
import { AGENDA_MAX, ONE_TO_ONE_MINUTES, ONE_TO_ONE_STATUSES } from '../domain/one-to-ones.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const day = z.iso.date()
export const TALK_NOTES_MAX = 5000
const notes = z.string().check(z.maxLength(TALK_NOTES_MAX))
const action = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  due: z.nullable(day),
  doneAt: z.nullable(timestamp),
})

/** A talk of two, as its host sees it. */
export const oneToOne = z.object({
  /** Null where it isn’t planned yet: it falls due by itself. */
  id: z.nullable(recordID),
  version: z.nullable(recordVersion),
  userID,
  name: z.string(),
  dueDay: day,
  isLate: z.boolean(),
  start: z.nullable(timestamp),
  minutes: z.nullable(z.int()),
  agenda: z.string(),
  sharedNotes: z.string(),
  /** The host’s alone. */
  privateNotes: z.string(),
  actions: z.array(action),
  status: z.enum(ONE_TO_ONE_STATUSES),
  heldAt: z.nullable(timestamp),
  hostSignedAt: z.nullable(timestamp),
  signedAt: z.nullable(timestamp),
  comment: z.string(),
})
export type OneToOne = z.output<typeof oneToOne>

const spec = '6 §5.1, §16'
const ofHost = {
  spec,
  permission: { anyOf: ['HR_CAN_HOLD_121_MEETING', 'ISUPERVISOR_CAN_SEE_HR'] },
} as const

export const listOneToOnes = call({
  path: '/api/hr/one-to-one/list',
  request: noPayload,
  response: z.object({ talks: z.array(oneToOne) }),
  summary: 'One-to-ones that the caller hosts, and those that fall due with their team.',
  ...ofHost,
})

export const scheduleOneToOne = call({
  path: '/api/hr/one-to-one/schedule',
  request: z.object({
    userID: recordID,
    start: timestamp,
    minutes: z.int().check(z.minimum(ONE_TO_ONE_MINUTES.min), z.maximum(ONE_TO_ONE_MINUTES.max)),
    agenda: z._default(z.string().check(z.trim(), z.maxLength(AGENDA_MAX)), ''),
  }),
  response: z.object({ id: recordID }),
  summary: 'Plans a one-to-one with somebody of the caller’s team: a meeting in both calendars.',
  ...ofHost,
})

export const saveOneToOne = call({
  path: '/api/hr/one-to-one/save',
  request: z.object({
    ...seenRecord.shape,
    sharedNotes: notes,
    privateNotes: notes,
    actions: z.array(action).check(z.maxLength(50)),
    /** That it was held. */
    isHeld: z._default(z.boolean(), false),
  }),
  response: done,
  summary: 'Writes up a one-to-one that the caller hosts, until both have signed.',
  ...ofHost,
})

export const signOneToOne = call({
  path: '/api/hr/one-to-one/sign',
  request: z.object({
    ...seenRecord.shape,
    comment: z._default(z.string().check(z.trim(), z.maxLength(AGENDA_MAX)), ''),
  }),
  response: done,
  summary: 'Signs a one-to-one that was held: its host first, then the person, who may comment.',
  spec,
})

export const myOneToOnes = call({
  path: '/api/itracker/one-to-ones',
  request: noPayload,
  response: z.object({
    talks: z.array(
      z.object({
        ...{ id: recordID, version: recordVersion, host: z.nullable(z.string()), heldAt: timestamp },
        ...{ sharedNotes: z.string(), actions: z.array(action), comment: z.string() },
        signedAt: z.nullable(timestamp),
      }),
    ),
  }),
  summary: 'One-to-ones of the caller’s that their host has signed. No permission is needed.',
  spec,
  extension: true,
})
