import * as z from 'zod/mini'
import { REASON_MAX, REASON_MIN } from '../domain/booking.ts'
import { SHIFT_STATES } from '../domain/shifts.ts'
import { getCall, listCall } from '../records/record.ts'
import { resourceLeaverRecord } from '../records/resource/resource-leaver.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const { path, spec, permission } = resourceLeaverRecord
const SHIFTS_MAX = 200

export const listResourceLeavers = listCall(resourceLeaverRecord)
export const getResourceLeaver = getCall(resourceLeaverRecord)

const leaverShift = z.object({
  id: recordID,
  start: timestamp,
  end: timestamp,
  project: z.nullable(z.string()),
  state: z.enum(SHIFT_STATES),
  /** It begins after the day on which they leave. */
  isLate: z.boolean(),
  /** Cover is asked for already. */
  isOffered: z.boolean(),
})

export const leaverShifts = call({
  path: `${path}/shifts`,
  request: z.object({ id: recordID }),
  response: z.object({
    shifts: z.array(leaverShift),
    /** Whether they have a pattern that goes on after the leave date. */
    hasPattern: z.boolean(),
  }),
  summary: 'The shifts to come of somebody who leaves.',
  spec,
  permission,
  extension: true,
})
export type LeaverShifts = z.output<typeof leaverShifts.response>

/** CAMPAIGN offers them to the qualified at once, COVER asks for cover of each, CANCEL lets them go. */
export const OFFER_WAYS = ['CAMPAIGN', 'COVER', 'CANCEL'] as const

export const offerLeaverShifts = call({
  path: `${path}/offer`,
  request: z.object({
    id: recordID,
    shiftIDs: z.array(recordID).check(z.minLength(1), z.maxLength(SHIFTS_MAX)),
    way: z.enum(OFFER_WAYS),
    reason: z.string().check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX)),
  }),
  response: z.object({
    shifts: z.int(),
    /** The campaigns that were made, one for each project and place. */
    campaignIDs: z.array(recordID),
  }),
  summary: 'Offers shifts of somebody who leaves to others, or cancels them.',
  spec,
  permission,
})

export const endLeaverPlan = call({
  path: `${path}/end-plan`,
  request: z.object({ id: recordID }),
  response: z.object({ patterns: z.int(), allocations: z.int() }),
  summary: 'Ends the pattern of somebody who leaves on their leave date, and allocations after it.',
  spec,
  permission,
})

export const turnover = call({
  path: `${path}/turnover`,
  request: z.object({}),
  response: z.object({
    months: z.array(
      z.object({
        /** YYYY-MM */
        month: z.string(),
        leavers: z.int(),
        headcount: z.number(),
        /** Per cent; null without anybody. */
        turnover: z.nullable(z.number()),
      }),
    ),
  }),
  summary: 'Leavers of 12 months by the mean headcount of 12 months, at each month’s end.',
  spec,
  permission,
  extension: true,
})
