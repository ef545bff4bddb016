import * as z from 'zod/mini'
import { REASON_MAX, REASON_MIN } from '../domain/booking.ts'
import { PROPOSAL_ANSWERS, SHIFT_REQUEST_STATES, SHIFT_REQUEST_TYPES } from '../domain/shift-requests.ts'
import { getCall, listCall } from '../records/record.ts'
import { shiftRequestRecord } from '../records/resource/shift-request.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'
import { recordVersion } from './records.ts'
import { shiftCheck } from './shifts.ts'

const { path, spec, permission } = shiftRequestRecord
const OWN = 'ITRACKER_CAN_SEE_MY_SCHEDULE'
/** So many people are asked for cover at once. Ours. */
const ASKED_MAX = 50

const reason = z.string().check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX))
const times = z.object({ start: timestamp, end: timestamp })

/** A request as its people see it. */
export const shiftRequest = z.object({
  id: recordID,
  type: z.enum(SHIFT_REQUEST_TYPES),
  state: z.enum(SHIFT_REQUEST_STATES),
  shiftID: recordID,
  shift: times,
  by: z.object({ userID, name: z.string() }),
  /** With whom; null where it is with nobody. */
  to: z.nullable(z.object({ userID, name: z.string() })),
  /** The shift that is asked for in return. */
  other: z.nullable(times),
  /** The times that are asked for. */
  wanted: z.nullable(times),
  splitAt: z.nullable(timestamp),
  reason: z.string(),
  askedAt: timestamp,
  expiresAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decisionNote: z.string(),
  /** Other times that were proposed when it was declined; null where none were. */
  proposed: z.nullable(
    z.extend(times, {
      /** Null before the person said anything. */
      answer: z.nullable(z.enum(PROPOSAL_ANSWERS)),
      /** Of the shift, to answer with; null where there is nothing to answer any more. */
      shiftVersion: z.nullable(recordVersion),
    }),
  ),
  /** Whether the caller is asked to say yes or no. */
  mayAnswer: z.boolean(),
  /** Whether the caller may withdraw it. */
  mayWithdraw: z.boolean(),
})
export type ShiftRequest = z.output<typeof shiftRequest>

export const listShiftRequests = { ...listCall(shiftRequestRecord), extension: true }
export const getShiftRequest = getCall(shiftRequestRecord)

export const newShiftRequest = call({
  path: `${path}/new`,
  request: z.object({
    type: z.enum(SHIFT_REQUEST_TYPES),
    shiftID: recordID,
    /** GIVE and SWAP: with whom. */
    toUserID: z.optional(userID),
    /** SWAP: their shift. */
    otherShiftID: z.optional(recordID),
    /** CHANGE: the times that are wanted. */
    newStart: z.optional(timestamp),
    newEnd: z.optional(timestamp),
    /** SPLIT: where the second part begins. */
    splitAt: z.optional(timestamp),
    reason,
  }),
  response: shiftRequest,
  summary:
    'Asks for something about a shift of one’s own, or to pick up one that a colleague gives up; it stays as it is until somebody decides.',
  spec,
  permission: OWN,
})

export const answerShiftRequest = call({
  path: `${path}/answer`,
  request: z.object({ id: recordID, state: z.enum(['ACCEPTED', 'REFUSED', 'CANCELLED']) }),
  response: shiftRequest,
  summary:
    'What the colleague says: ACCEPTED or REFUSED; the asker withdraws with CANCELLED. Of those who were asked for cover the first who accepts has the shift.',
  spec,
  permission: OWN,
})

export const decideShiftRequest = call({
  path: `${path}/decide`,
  request: z.object({
    id: recordID,
    state: z.enum(['APPROVED', 'DECLINED']),
    note: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
    /** Why it is approved in spite of what warns (spec 4 §5.2). */
    override: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: shiftRequestRecord.row,
  summary: 'Approves or declines somebody else’s request; the shifts move with it, all or nothing.',
  spec,
  permission,
})

export const proposeShiftTimes = call({
  path: `${path}/propose`,
  request: z.extend(times, {
    id: recordID,
    note: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
    /** Why they are proposed in spite of what warns (spec 4 §5.2). */
    override: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: shiftRequestRecord.row,
  summary:
    'Declines a request for other times and offers the shift at others, in one step: the shift is OFFERED until its person says yes or no, and stays as it was without a yes.',
  spec,
  permission,
  extension: true,
})

export const myShiftRequests = call({
  path: `${path}/mine`,
  request: z.object({}),
  response: z.object({
    /** What one asked for: open, or decided in the last 14 days; the newest first. */
    asked: z.array(shiftRequest),
    /** What one is asked to say yes or no to, soonest shift first. */
    toMe: z.array(shiftRequest),
  }),
  summary: 'One’s own requests about shifts, and those that wait for one’s word.',
  spec,
  permission: OWN,
  extension: true,
})

/** Somebody who could work a shift. */
const candidate = z.object({
  userID,
  name: z.string(),
  /** Hours planned in the week of the shift, without it. */
  weekHours: z.number(),
  /** What warns; nobody is listed whom something blocks. */
  warnings: z.array(z.string()),
  /** Their shifts that could be had in return: only where it is asked for. */
  shifts: z.array(z.extend(times, { id: recordID })),
})
export type ShiftCandidate = z.output<typeof candidate>

export const shiftColleagues = call({
  path: `${path}/colleagues`,
  request: z.object({
    shiftID: recordID,
    /** Whether their shifts of the two weeks around it are wanted, too. */
    withShifts: z._default(z.boolean(), false),
  }),
  response: z.object({ people: z.array(candidate) }),
  summary:
    'Who of one’s area is qualified and free for a shift of one’s own, by the fewest hours of the week.',
  spec,
  permission: OWN,
  extension: true,
})

const pickUp = z.object({
  shiftID: recordID,
  start: timestamp,
  end: timestamp,
  /** Whose it is. */
  name: z.string(),
  project: z.nullable(z.string()),
  location: z.enum(['OFFICE', 'HOME']),
  hours: z.number(),
  /** What warns; none is listed that something blocks. */
  checks: z.array(shiftCheck),
  /** Whether the caller has asked for it already. */
  isAsked: z.boolean(),
})
export type ShiftPickUp = z.output<typeof pickUp>

export const shiftPickUps = call({
  path: `${path}/pick-ups`,
  request: z.object({}),
  response: z.object({ shifts: z.array(pickUp) }),
  summary: 'Shifts of one’s area that colleagues want to give up and that one could work, the soonest first.',
  spec,
  permission: OWN,
  extension: true,
})

export const shiftRequestChecks = call({
  path: `${path}/checks`,
  request: z.object({
    id: recordID,
    /** Other times than those that are asked for: CHANGE only. */
    proposed: z.optional(times),
  }),
  response: z.object({
    people: z.array(z.object({ name: z.string(), checks: z.array(shiftCheck) })),
  }),
  summary: 'What is against a request now, by the person whose shift it would be.',
  spec,
  permission,
  extension: true,
})

export const findCover = call({
  path: `${path}/find-cover`,
  request: z.object({ id: recordID }),
  response: z.object({ people: z.array(z.extend(candidate, { isAsked: z.boolean() })) }),
  summary: 'Who is qualified and free for the shift of a request, by the fewest hours of its week.',
  spec,
  permission,
})

export const offerCover = call({
  path: `${path}/offer-cover`,
  request: z.object({
    id: recordID,
    userIDs: z.array(userID).check(z.minLength(1), z.maxLength(ASKED_MAX)),
  }),
  response: z.object({ asked: z.int() }),
  summary: 'Asks people to take the shift of a dropped one; the first who says yes has it.',
  spec,
  permission,
})
