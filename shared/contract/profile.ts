import * as z from 'zod/mini'
import {
  ASKED_FIELDS,
  CHANGE_REASON_MAX,
  CHANGE_STATES,
  CONTACT_LABEL_MAX,
  CONTACT_VALUE_MAX,
  changeProblem,
  contactProblem,
} from '../domain/profile.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { contactType } from './public-subjects.ts'

const spec = '3 §2'
const EDIT = 'CAN_EDIT_PROFILE'
const DECIDE = 'ADMIN_CAN_SEE_USERS'
const field = z.enum(ASKED_FIELDS)

export const contactDetail = z.object({
  id: recordID,
  type: contactType,
  /** Whose number or address it is, or what it is for. */
  label: z.string(),
  value: z.string(),
})
export type ContactDetail = z.output<typeof contactDetail>

/** A change of their details that a person asked for. */
export const profileChange = z.object({
  id: recordID,
  userID,
  /** The person's name today. */
  name: z.string(),
  field,
  before: z.string(),
  value: z.string(),
  state: z.enum(CHANGE_STATES),
  askedAt: timestamp,
  /** Who decided and what they wrote; '' before a decision. */
  decidedBy: z.string(),
  reason: z.string(),
})
export type ProfileChange = z.output<typeof profileChange>

export const personalDetails = z.object({
  userID,
  userName: z.string(),
  displayName: z.string(),
  email: z.string(),
  /** When a mail came back from that address; null where none did. */
  emailUnreachedAt: z.nullable(timestamp),
  jobTitle: z.string(),
  area: z.string(),
  manager: z.string(),
  contacts: z.array(contactDetail),
  /** What they asked for, newest first: 20 at most. */
  changes: z.array(profileChange),
})
export type PersonalDetails = z.output<typeof personalDetails>

export const myPersonalDetails = call({
  path: '/api/profile/personal-details',
  request: noPayload,
  response: personalDetails,
  summary: 'What is kept of the person, and what they have asked to be changed.',
  spec,
  extension: true,
  scope: 'profile:read',
})

export const saveContactDetail = call({
  path: '/api/profile/contacts/save',
  request: z
    .object({
      /** Absent for a new contact. */
      id: z.optional(recordID),
      type: contactType,
      label: z.string().check(z.trim(), z.maxLength(CONTACT_LABEL_MAX)),
      value: z.string().check(z.trim(), z.maxLength(CONTACT_VALUE_MAX)),
    })
    .check(
      z.superRefine((contact, context) => {
        const problem = contactProblem(contact)
        if (problem !== null)
          context.addIssue({
            code: 'custom',
            message: problem.message,
            path: [problem.field],
            input: contact,
          })
      }),
    ),
  response: contactDetail,
  summary: 'Keeps a contact detail of the person: 30 at most.',
  spec,
  permission: EDIT,
  extension: true,
})

export const deleteContactDetail = call({
  path: '/api/profile/contacts/delete',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Deletes a contact detail of the person; one that is gone already is no error.',
  spec,
  permission: EDIT,
  extension: true,
})

export const askProfileChange = call({
  path: '/api/profile/changes/ask',
  request: z.object({ field, value: z.string().check(z.trim(), z.maxLength(CONTACT_VALUE_MAX)) }).check(
    z.superRefine((change, context) => {
      const message = changeProblem(change.field, change.value)
      if (message !== null) context.addIssue({ code: 'custom', message, path: ['value'], input: change })
    }),
  ),
  response: profileChange,
  summary: 'Asks for another name or e-mail address: somebody else decides. One of each at a time.',
  spec,
  permission: EDIT,
  extension: true,
})

export const cancelProfileChange = call({
  path: '/api/profile/changes/cancel',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes back what the person asked for and nobody has decided.',
  spec,
  permission: EDIT,
  extension: true,
})

export const pendingProfileChanges = call({
  path: '/api/profile/changes/pending',
  request: noPayload,
  response: z.array(profileChange),
  summary: 'What others have asked for and nobody has decided, oldest first.',
  spec,
  permission: DECIDE,
  extension: true,
})

export const decideProfileChange = call({
  path: '/api/profile/changes/decide',
  request: z.object({
    id: recordID,
    approve: z.boolean(),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(CHANGE_REASON_MAX))),
  }),
  response: done,
  summary: 'Approves or declines what somebody else asked for, once; the person is told.',
  spec,
  permission: DECIDE,
  extension: true,
})
