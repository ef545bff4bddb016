import * as z from 'zod/mini'
import { meetingPayload } from './call-entities.ts'
import { call } from './http-call.ts'
import { noPayload, timestamp, userID } from './primitives.ts'

/** An HTTP call, because the hub's listed methods only decline and cancel. */
export const acceptCall = call({
  path: '/api/communication/call/accept',
  request: z.object({ callerID: userID }),
  response: meetingPayload,
  summary: "Accepts the call that rings from this person: the answer's meeting is to be joined.",
  spec: '1 §4.3',
  extension: true,
})

export const missedCalls = call({
  path: '/api/communication/call/missed',
  request: noPayload,
  response: z.array(z.object({ name: z.string(), callerID: userID, time: timestamp })),
  summary: 'Calls that the person missed while no window of theirs was open; each is told once.',
  spec: '1 §8',
  extension: true,
})
