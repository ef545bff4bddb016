import * as z from 'zod/mini'
import { IDLE_ANSWERS } from '../domain/idle.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

export const tellIdle = call({
  path: '/api/activity/idle',
  request: z.object({
    /** The last touch of mouse or keyboard. */
    since: timestamp,
    until: timestamp,
    /** STILL_HERE: nothing becomes of it but the seconds on the session. Null: nobody answered the question. */
    answer: z.nullable(z.enum(IDLE_ANSWERS)),
  }),
  response: done,
  summary:
    'How long the person touched nothing, and what they were: idle time changes neither activity nor pay, ‘I was away’ makes it PERSONAL or BREAK.',
  spec: '4 §4.2.1, §5.5',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
})

export const askIdle = call({
  path: '/api/activity/idle-question',
  request: noPayload,
  response: z.object({ isAsked: z.boolean() }),
  summary:
    'Whether the person is to be asked now whether they still work: not while they dial or are on a call.',
  spec: '4 §4.2.1',
  permission: 'CAN_UPDATE_MASTER_ACTIVITY',
  extension: true,
})
