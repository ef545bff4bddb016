import * as z from 'zod/mini'
import { CHOSEN_LEAVE_REASONS, LEAVE_NOTE_MAX, MAY_DEACTIVATE, MOVING_KINDS } from '../domain/leaving.ts'
import { leaverRecord } from '../records/admin/leaver.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'

const spec = '5 §3.4'
const day = z.iso.date()

export const deactivatePreview = call({
  path: '/api/admin/users/deactivate-preview',
  request: z.object({ id: recordID }),
  response: z.object({
    displayName: z.string(),
    /** Today, YYYY-MM-DD by London's clock. */
    leaveDate: day,
    /** Who takes over where nobody else is chosen: the manager, where there is one who works here. */
    manager: z.nullable(z.object({ id: recordID, displayName: z.string() })),
    moves: z.array(z.object({ kind: z.enum(MOVING_KINDS), count: z.int() })),
  }),
  summary: 'What changes hands when somebody leaves. Nothing is changed.',
  spec,
  permission: MAY_DEACTIVATE,
})

export const deactivatePerson = call({
  path: '/api/admin/users/deactivate',
  request: z.object({
    id: recordID,
    /** The last day. */
    leaveDate: day,
    reason: z.enum(CHOSEN_LEAVE_REASONS),
    /** For HR. */
    note: z.string().check(z.trim(), z.maxLength(LEAVE_NOTE_MAX)),
    /** Who takes over; null where nothing is open. */
    newHolder: z.nullable(recordID),
  }),
  response: z.object({ outcome: z.enum(['LEFT', 'PLANNED']) }),
  summary:
    'Lets somebody go: at once, or at 00:05 of the day after a leave date that is to come. What they had in hand goes to the new holder.',
  spec,
  permission: MAY_DEACTIVATE,
})

export const cancelLeaving = call({
  path: '/api/admin/users/cancel-leaving',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Undoes a leaving that has not taken effect.',
  spec,
  permission: MAY_DEACTIVATE,
})

const option = z.object({ id: recordID, name: z.string() })

export const listLeavers = { ...listCall(leaverRecord), extension: true } as ReturnType<
  typeof listCall<(typeof leaverRecord)['row']['shape']>
>

export const getLeaver = call({
  path: '/api/admin/users/leavers/get',
  request: z.object({ id: recordID }),
  response: z.extend(leaverRecord.row, {
    email: z.nullable(z.string()),
    areaID: z.nullable(recordID),
    contractTypeID: z.nullable(recordID),
    manager: z.nullable(z.object({ id: recordID, displayName: z.string() })),
    /** The roles that they held, to be confirmed one by one. */
    roleList: z.array(option),
    areas: z.array(option),
    contractTypes: z.array(option),
  }),
  summary: 'Somebody who left, with what they would come back as.',
  spec: leaverRecord.spec,
  permission: leaverRecord.permission,
  extension: true,
})

export const reinstatePerson = call({
  path: '/api/admin/users/reinstate',
  request: z.object({
    id: recordID,
    startDate: day,
    contractTypeID: z.nullable(recordID),
    areaID: z.nullable(recordID),
    managerID: z.nullable(recordID),
    /** Of the roles that they held before, those that were confirmed. */
    roleIDs: z.array(recordID).check(z.maxLength(100)),
  }),
  response: done,
  summary:
    'Somebody who left comes back with their id, messages and history, and is sent an invitation. No session, device, credential or second factor comes back.',
  spec: '5 §3.5',
  permission: leaverRecord.permission,
})
