import * as z from 'zod/mini'
import { CALL_DIRECTIONS, CALL_OUTCOMES } from '../domain/calls.ts'
import { meetingPayload } from './call-entities.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp, userID } from './primitives.ts'

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
  request: z.optional(
    z.nullable(
      z.looseObject({
        /** Marks all missed calls as seen. */
        seen: z.optional(z.boolean()),
      }),
    ),
  ),
  response: z.array(z.object({ name: z.string(), callerID: userID, time: timestamp })),
  summary:
    'Calls that the person missed while no window of theirs was open; each is told once. With `seen` all missed calls count as seen.',
  spec: '6 §2.2, §16',
})

const HISTORY_MAX = 100

const callEntry = z.object({
  id: recordID,
  direction: z.enum(CALL_DIRECTIONS),
  /** Whom the person called, or who called them. */
  people: z.array(z.object({ userID, name: z.string() })),
  started: timestamp,
  answered: z.nullable(timestamp),
  ended: z.nullable(timestamp),
  /** Null while it rings. */
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  /** From the answer to the end, in seconds; null where it wasn't answered or goes on. */
  length: z.nullable(z.int()),
  isSeen: z.boolean(),
})
export type CallEntry = z.output<typeof callEntry>

export const callHistory = call({
  path: '/api/communication/call/history',
  request: z.object({
    /** Only those before this one. */
    before: z.optional(recordID),
    /** Only those with somebody of that name. */
    searchTerm: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    /** The latest first, at most 100. */
    calls: z.array(callEntry).check(z.maxLength(HISTORY_MAX)),
    isMore: z.boolean(),
    /** Missed calls that the person hasn't seen, of all. */
    missed: z.int(),
  }),
  summary: 'The calls of the person and what came of them, the latest first.',
  spec: '6 §2.2, §16',
  permission: 'CAN_MAKE_CALL',
})

export const callFavourites = call({
  path: '/api/communication/call/favourites',
  request: z.object({}),
  response: z.object({ ids: z.array(userID) }),
  summary: 'Whom the person keeps at the top of those whom they call.',
  spec: '6 §2.2',
  permission: 'CAN_MAKE_CALL',
  extension: true,
})

export const setCallFavourite = call({
  path: '/api/communication/call/set-favourite',
  request: z.object({ userID, isFavourite: z.boolean() }),
  response: done,
  summary: 'Keeps somebody at the top of those whom the person calls, or not.',
  spec: '6 §2.2',
  permission: 'CAN_MAKE_CALL',
  extension: true,
})
