import * as z from 'zod/mini'
import { AREA_REASON_MAX, areaValues } from '../records/admin/area.ts'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const about = {
  spec: '5 §4.3',
  permission: { anyOf: ['ADMIN_CAN_MANAGE_AREAS', 'IRESOURCE_CAN_MANAGE_AREAS'] },
} as const

const day = z.iso.date()
/** So many people are moved at once. Ours. */
const MOVED_MAX = 1000
const CLOSED_MAX = 366

/** An area with how it stands (spec 5 §4.3). */
export const area = z.object({
  id: recordID,
  version: recordVersion,
  ...areaValues.shape,
  parentID: z.nullable(recordID),
  managerName: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Who belongs to it and hasn't left. */
  people: z.int(),
  /** People with an OFFICE shift now. */
  seatsUsed: z.int(),
  /** The chat room of its people; null until somebody came to it. */
  room: z.nullable(chatAddress),
  /** From today on, earliest first. */
  closedDays: z.array(z.object({ day, reason: z.string() })),
})
export type Area = z.output<typeof area>

export const listAreas = call({
  path: '/api/admin/areas/list',
  request: noPayload,
  response: z.object({ areas: z.array(area) }),
  summary: 'All areas, inactive ones too, by name. Each names the one that it is inside.',
  ...about,
})

export const saveArea = call({
  path: '/api/admin/areas/save',
  request: z.extend(areaValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    /** Of a new one: the area that it is inside; null for the top. */
    parentID: z._default(z.nullable(recordID), null),
  }),
  response: area,
  summary: 'Makes an area, or changes the one that is named as it was seen.',
  ...about,
})

export const moveArea = call({
  path: '/api/admin/areas/move',
  request: z.extend(seenRecord, {
    /** Null for the top. */
    parentID: z.nullable(recordID),
  }),
  response: area,
  summary: 'Puts an area, with all inside it, under another one.',
  ...about,
})

export const mergeAreas = call({
  path: '/api/admin/areas/merge',
  request: z.extend(seenRecord, {
    /** The area that stays. */
    into: recordID,
  }),
  response: area,
  summary:
    'People, shifts, events, closed days, the areas inside and the chat room go to the other area; the first is inactive.',
  ...about,
})

export const deactivateArea = call({
  path: '/api/admin/areas/deactivate',
  request: z.extend(seenRecord, {
    /** True takes it back. */
    isActive: z._default(z.boolean(), false),
  }),
  response: area,
  summary:
    'Nobody is put into it any more. Refused while people belong to it, or active areas are inside it.',
  ...about,
})

export const saveClosedDays = call({
  path: '/api/admin/areas/closed-days',
  request: z.extend(seenRecord, {
    /** All of them from today on; earlier ones stay. */
    closedDays: z
      .array(z.object({ day, reason: z.string().check(z.trim(), z.maxLength(AREA_REASON_MAX)) }))
      .check(z.maxLength(CLOSED_MAX)),
  }),
  response: area,
  summary: 'On these days the area is closed: OFFICE_CLOSED in the calendars of its people.',
  ...about,
  extension: true,
})

export const areaPeople = call({
  path: '/api/admin/areas/people',
  request: z.object({ id: recordID }),
  response: z.object({
    people: z.array(z.object({ id: recordID, displayName: z.string(), userType: z.string() })),
  }),
  summary: 'Who belongs to an area and hasn’t left, by name.',
  ...about,
  extension: true,
})

export const moveAreaPeople = call({
  path: '/api/admin/areas/move-people',
  request: z.object({
    people: z.array(recordID).check(z.minLength(1), z.maxLength(MOVED_MAX)),
    into: recordID,
  }),
  response: done,
  summary: 'Moves people to another area and its chat room; their managers are told.',
  spec: about.spec,
  permission: 'CAN_CHANGE_USER_AREA',
  extension: true,
})
