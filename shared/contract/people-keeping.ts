import * as z from 'zod/mini'
import { USER_TYPES } from '../domain/user-types.ts'
import { FIRST_ACCESS, type FirstAccess, personValues } from '../records/admin/person-values.ts'
import { personDetails } from './admin-users.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'
import { seenRecord } from './records.ts'

const spec = '5 §3.2'
const firstAccess = z.enum(Object.keys(FIRST_ACCESS) as FirstAccess[])

/** Who makes people: all of them, or interviewers alone. */
export const MAY_ADD_PEOPLE = { anyOf: ['ADMIN_CAN_EDIT_USERS', 'SUPPORT_CAN_ADD_AGENTS'] } as const
export const MAY_EDIT_PEOPLE = 'ADMIN_CAN_EDIT_USERS' as const

export const newPerson = call({
  path: '/api/admin/users/new',
  request: z.extend(personValues, {
    access: z._default(firstAccess, 'INVITATION'),
    /** The applicant at HIRED whom it is made of: they become STARTED (spec 5 §3.1). */
    applicantID: z._default(z.nullable(recordID), null),
  }),
  response: z.object({
    person: personDetails,
    /** Told once; null where none was made. */
    temporaryPassword: z.nullable(z.string()),
  }),
  summary:
    'Makes a person, with an invitation by mail, a temporary password that is told once, or for single sign-on only. Who may add interviewers alone makes nobody else.',
  spec,
  permission: MAY_ADD_PEOPLE,
})

export const updatePerson = call({
  path: '/api/admin/users/update',
  request: z.extend(personValues, { ...seenRecord.shape }),
  response: personDetails,
  summary:
    'Changes a person as they were seen. A new user name ends their sessions; another manager or area is told to both managers.',
  spec,
  permission: MAY_EDIT_PEOPLE,
})

/** Longest reason. Ours. */
export const SUSPEND_REASON_MAX = 500

export const suspendPerson = call({
  path: '/api/admin/users/suspend',
  request: z.extend(seenRecord, {
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(SUSPEND_REASON_MAX)),
    /** When it lifts itself; null for never. */
    until: z._default(z.nullable(timestamp), null),
  }),
  response: personDetails,
  summary:
    'Refuses somebody’s sign-in and ends their sessions, for a time or until it is lifted. Nothing is reassigned.',
  spec,
  permission: MAY_EDIT_PEOPLE,
})

export const liftSuspension = call({
  path: '/api/admin/users/lift-suspension',
  request: seenRecord,
  response: personDetails,
  summary: 'Lets a suspended person sign in again.',
  spec,
  permission: MAY_EDIT_PEOPLE,
})

export const invitePerson = call({
  path: '/api/admin/users/invite',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Mails somebody a new invitation, which ends the one before.',
  spec,
  permission: MAY_EDIT_PEOPLE,
})

const named = z.object({ id: recordID, name: z.string() })

export const personOptions = call({
  path: '/api/admin/users/options',
  request: z.object({}),
  response: z.object({
    areas: z.array(named),
    agencies: z.array(named),
    contractTypes: z.array(z.extend(named, { isAgency: z.boolean() })),
    /** `mayGive`: whether the caller may give it to somebody new. */
    roles: z.array(z.extend(named, { defaultUserTypes: z.array(z.string()), mayGive: z.boolean() })),
    skills: z.array(named),
    languages: z.array(z.string()),
    userTypes: z.array(z.enum(Object.keys(USER_TYPES) as (keyof typeof USER_TYPES)[])),
    /** Whether mail leaves this installation, so that an invitation arrives. */
    isMailSetUp: z.boolean(),
  }),
  summary: 'What the form of a person offers: areas, agencies, contract types, roles, skills and user types.',
  spec,
  permission: MAY_ADD_PEOPLE,
  extension: true,
})

export const searchManagers = call({
  path: '/api/admin/users/managers',
  request: z.object({
    searchTerm: z.string().check(z.maxLength(100)),
    /** Found whatever is searched for. */
    id: z._default(z.nullable(recordID), null),
  }),
  response: z.object({
    people: z.array(z.object({ id: recordID, displayName: z.string(), userName: z.string() })),
  }),
  summary: 'Active people whose name begins or holds the words, for who looks for a manager; 20 at most.',
  spec,
  permission: MAY_ADD_PEOPLE,
  extension: true,
})
