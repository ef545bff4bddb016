import * as z from 'zod/mini'
import { LEAVE_REASONS, SIGN_IN_METHODS } from '../domain/person.ts'
import { personRecord } from '../records/admin/person.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const { spec, permission } = personRecord

/** One person as their panel shows them (spec 5 §3.1). */
export const personDetails = z.extend(personRecord.row, {
  legalName: z.string(),
  knownAs: z.string(),
  jobTitle: z.string(),
  areaID: z.nullable(recordID),
  managerID: z.nullable(recordID),
  agencyID: z.nullable(recordID),
  contractTypeID: z.nullable(recordID),
  roleList: z.array(z.object({ id: recordID, name: z.string(), isByHand: z.boolean() })),
  skills: z.array(
    z.object({ id: recordID, name: z.string(), level: z.string(), expires: z.nullable(z.string()) }),
  ),
  languages: z.array(z.string()),
  limitedToAreas: z.array(recordID),
  coreHours: z.string(),
  availability: z.string(),
  isOptedOut48: z.boolean(),
  leaveDate: z.nullable(z.string()),
  leaveReason: z.nullable(z.enum(LEAVE_REASONS)),
  /** Their leaving, where it is planned and has not taken effect. */
  leaving: z.nullable(z.object({ leaveDate: z.string(), newHolder: z.nullable(z.string()) })),
  suspendReason: z.string(),
  suspendedUntil: z.nullable(timestamp),
  lockReason: z.string(),
  mustChangePassword: z.boolean(),
  /** Since when mail to their address comes back; null where nobody said so. */
  emailUnreachedAt: z.nullable(timestamp),
  signInMethod: z.enum(SIGN_IN_METHODS),
})
export type PersonDetails = z.output<typeof personDetails>

export const listPeople = listCall(personRecord)

export const getPerson = call({
  path: '/api/admin/users/get',
  request: z.object({ id: recordID }),
  response: personDetails,
  summary: 'One person. Reading somebody else is an audit entry, one a person, viewer and hour.',
  spec,
  permission,
})

export const personChecklist = call({
  path: '/api/admin/users/checklist',
  request: z.object({ id: recordID }),
  response: z.object({
    tasks: z.array(
      z.object({
        id: recordID,
        task: z.string(),
        responsible: z.string(),
        completedAt: z.nullable(timestamp),
        /** Who did it; null while it is open. */
        completedBy: z.nullable(z.string()),
        fileName: z.string(),
      }),
    ),
  }),
  summary: 'Somebody’s onboarding tasks, with who did what.',
  spec,
  permission,
  extension: true,
})

/** So many entries of somebody's history are shown; all of them are in the audit log. */
export const HISTORY_MAX = 200

export const personHistory = call({
  path: '/api/admin/users/history',
  request: z.object({ id: recordID }),
  response: z.object({
    entries: z.array(
      z.object({
        id: recordID,
        at: timestamp,
        actorName: z.string(),
        action: z.string(),
        reason: z.string(),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    isMore: z.boolean(),
  }),
  summary: 'What was done about somebody, and who looked at their record, the newest first.',
  spec,
  permission,
  extension: true,
})
