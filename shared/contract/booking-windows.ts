import * as z from 'zod/mini'
import { REASON_MAX, REASON_MIN } from '../domain/booking.ts'
import { APPROVALS, CAPACITY_MAX, SLOTS_MAX } from '../domain/booking-windows.ts'
import { SLOT_STATES } from '../domain/calendar.ts'
import { SHIFT_LOCATIONS } from '../domain/shifts.ts'
import { getCall, listCall } from '../records/record.ts'
import { bookingWindowRecord } from '../records/resource/booking-window.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'
import { shiftCheck } from './shifts.ts'

const { path, spec, permission } = bookingWindowRecord
const OWN = 'ITRACKER_CAN_SEE_MY_SCHEDULE'
const NAME_MAX = 100
const IDS_MAX = 200
const BREAK_MAX = 240
/** A month of hours. Ours. */
const HOURS_MAX = 400

const day = z.iso.date()
const ids = z._default(z.array(recordID).check(z.maxLength(IDS_MAX)), [])
const hours = z.number().check(z.minimum(0), z.maximum(HOURS_MAX))
const named = z.array(z.object({ id: recordID, name: z.string() }))

const values = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX)),
  opensAt: timestamp,
  closesAt: timestamp,
  /** London's days of its slots, both included. */
  from: day,
  to: day,
  areaIDs: ids,
  contractTypeIDs: ids,
  skillIDs: ids,
  projectID: z._default(z.nullable(recordID), null),
  location: z._default(z.enum(SHIFT_LOCATIONS), 'OFFICE'),
  minimumHours: z._default(hours, 0),
  maximumHours: z._default(z.nullable(hours), null),
  approval: z.enum(APPROVALS),
} as const

const slotTimes = { start: timestamp, end: timestamp }
const slotValues = {
  ...slotTimes,
  breakMinutes: z._default(z.int().check(z.minimum(0), z.maximum(BREAK_MAX)), 0),
  capacity: z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)),
} as const

export const listWindows = listCall(bookingWindowRecord)
export const getWindow = getCall(bookingWindowRecord)

export const windowDetail = call({
  path: `${path}/detail`,
  request: z.object({ id: recordID }),
  response: z.object({
    ...values,
    slots: z.array(z.object({ id: recordID, ...slotValues, taken: z.int(), state: z.enum(SLOT_STATES) })),
    /** Who booked, and hours of it; then who may and hasn't. */
    booked: z.array(z.object({ userID: recordID, name: z.string(), hours: z.number() })),
    missing: named,
  }),
  summary: 'A booking window with its slots, who booked, and who may and hasn’t.',
  spec,
  permission,
  extension: true,
})
export type WindowDetail = z.output<typeof windowDetail.response>

export const windowChoices = call({
  path: `${path}/choices`,
  request: z.object({}),
  response: z.object({ areas: named, contractTypes: named, skills: named, projects: named }),
  summary: 'What a booking window or a campaign can name.',
  spec,
  permission: {
    anyOf: [
      'IRESOURCE_CAN_SEE_BOOKING_WINDOWS',
      'IRESOURCE_CAN_SEE_MARKETPLACE',
      'IRESOURCE_CAN_SEE_CAMPAIGNS',
    ],
  },
  extension: true,
})
export type WindowChoices = z.output<typeof windowChoices.response>

export const saveWindow = call({
  path: `${path}/save`,
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    ...values,
    slots: z
      .array(z.object({ id: z.optional(recordID), ...slotValues }))
      .check(z.minLength(1), z.maxLength(SLOTS_MAX)),
  }),
  response: bookingWindowRecord.row,
  summary: 'Makes a booking window, or changes the one that was seen while it isn’t closed.',
  spec,
  permission,
})

const seen = { id: recordID, version: recordVersion }

export const openWindow = call({
  path: `${path}/open`,
  request: z.object(seen),
  response: bookingWindowRecord.row,
  summary: 'Opens a booking window now; everybody who may book is told.',
  spec,
  permission,
})

export const closeWindow = call({
  path: `${path}/close`,
  request: z.object(seen),
  response: bookingWindowRecord.row,
  summary: 'Closes a booking window now; what was booked stays.',
  spec,
  permission,
})

export const extendWindow = call({
  path: `${path}/extend`,
  request: z.object({ ...seen, closesAt: timestamp }),
  response: bookingWindowRecord.row,
  summary: 'Lets a booking window close at another time; one that is closed is open again.',
  spec,
  permission,
})

const message = z.string().check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX))

export const cancelWindow = call({
  path: `${path}/cancel`,
  request: z.object({ ...seen, message }),
  response: bookingWindowRecord.row,
  summary:
    'Cancels a booking window with a message to those who may book. Shifts that were booked stay; requests that wait are declined.',
  spec,
  permission,
})

export const remindWindow = call({
  path: `${path}/remind`,
  request: z.object({ id: recordID }),
  response: z.object({ told: z.int() }),
  summary: 'Reminds those who may book in an open window and haven’t.',
  spec,
  permission,
})

/** Hours that the caller may take. */
const openSlot = z.object({
  source: z.enum(['WINDOW', 'CAMPAIGN']),
  slotID: recordID,
  /** Of the window or campaign. */
  offerID: recordID,
  name: z.string(),
  text: z.string(),
  project: z.nullable(z.string()),
  area: z.nullable(z.string()),
  location: z.enum(SHIFT_LOCATIONS),
  ...slotTimes,
  hours: z.number(),
  breakMinutes: z.int(),
  /** Places that are free. */
  free: z.int(),
  /** What becomes of it: a shift at once, or once somebody decided. */
  isAtOnce: z.boolean(),
  /** GBP an hour beside the rate; null without. */
  bonusPerHour: z.nullable(z.number()),
  /** By how much the rate is multiplied; null where it isn't. */
  rateMultiplier: z.nullable(z.number()),
  /** Until when it can be taken. */
  closesAt: timestamp,
  /** Hours that may still be booked in the window; null for no limit. */
  hoursLeft: z.nullable(z.number()),
  /** What warns: it is taken with a reason. What blocks isn't listed. */
  checks: z.array(shiftCheck),
})
export type OpenSlot = z.output<typeof openSlot>

export const openSlots = call({
  path: `${path}/open-slots`,
  request: z.object({}),
  response: z.object({ slots: z.array(openSlot) }),
  summary: 'The slots of windows and campaigns that the caller may take, the soonest first.',
  spec: '4 §4.2.2',
  permission: OWN,
  extension: true,
})

export const bookSlot = call({
  path: `${path}/book`,
  request: z.object({
    slotID: recordID,
    /** Why it is taken in spite of what warns. */
    reason: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: z.object({
    /** PUBLISHED: the shift is theirs. PENDING: somebody decides. */
    state: z.enum(['PUBLISHED', 'PENDING']),
    shiftID: z.nullable(recordID),
    requestID: z.nullable(recordID),
  }),
  summary: 'Takes a place of a slot in an open window.',
  spec: '4 §4.2.2, §4.5.4',
  permission: OWN,
})
