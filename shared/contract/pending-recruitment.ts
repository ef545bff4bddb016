import * as z from 'zod/mini'
import { APPLICANT_SOURCES, type ApplicantSource } from '../domain/applicants.ts'
import { pendingRecord } from '../records/admin/pending.ts'
import { personValues } from '../records/admin/person-values.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'

const about = { spec: pendingRecord.spec, permission: pendingRecord.permission } as const
/** Who hires decides whether somebody starts; the onboarding tab is about tasks. */
const DECIDES = 'ADMIN_CAN_SEE_PENDING_RECRUITMENT' as const
const PATH = '/api/admin/users/pending'
const REASON_MAX = 500

const ofPerson = z.object({ userID: recordID, taskID: recordID })

/** An onboarding task of somebody who waits to start. */
const pendingTask = z.object({
  id: recordID,
  task: z.string(),
  responsible: z.enum(['ANYONE', 'EMPLOYER', 'AGENCY', 'USER']),
  isBeforeFirstShift: z.boolean(),
  needsDocument: z.boolean(),
  /** WAITING: done, and not approved yet. */
  state: z.enum(['OPEN', 'WAITING', 'DONE']),
  fileName: z.string(),
  completedAt: z.nullable(timestamp),
  completedBy: z.nullable(z.string()),
  /** Why what was uploaded was rejected; '' where it wasn't. */
  rejectReason: z.string(),
  /** The day by which it is due; null for never. */
  dueOn: z.nullable(z.string()),
})
export type PendingTask = z.output<typeof pendingTask>

// The documents' own path has no `/list`.
export const listPending = { ...listCall(pendingRecord), path: PATH as '/api/admin/users/pending' }

export const getPending = call({
  path: `${PATH}/get`,
  request: z.object({ id: recordID }),
  response: z.extend(pendingRecord.row, {
    tasks: z.array(pendingTask),
    /** What the form of a person begins with, of an applicant. */
    suggested: z.nullable(z.partial(personValues)),
    notes: z.string(),
  }),
  summary: 'Somebody who waits to start, with their onboarding tasks.',
  ...about,
  extension: true,
})

export const approveDocument = call({
  path: `${PATH}/approve-document`,
  request: ofPerson,
  response: done,
  summary: 'Approves what was uploaded for a task that needs approval. The task is finished.',
  ...about,
})

export const rejectDocument = call({
  path: `${PATH}/reject-document`,
  request: z.extend(ofPerson, {
    reason: z.string().check(z.trim(), z.maxLength(REASON_MAX)),
  }),
  response: done,
  summary: 'Rejects what was uploaded, with a reason: the person is told, and the task is open again.',
  ...about,
})

export const finishPendingTask = call({
  path: `${PATH}/finish-task`,
  request: ofPerson,
  response: done,
  summary: 'Notes that a task is done that isn’t the person’s own, and needs no document.',
  ...about,
  extension: true,
})

export const pendingDocument = call({
  path: `${PATH}/document`,
  answers: 'blob',
  request: ofPerson,
  response: z.unknown(),
  summary: 'What was uploaded for a task. Reading it is an audit entry.',
  ...about,
  extension: true,
})

export const remindPending = call({
  path: `${PATH}/remind`,
  request: ofPerson,
  response: z.object({ told: z.int() }),
  summary: 'Reminds who is responsible for an open task: the person, their manager, or the agency’s people.',
  ...about,
  extension: true,
})

export const withdrawPending = call({
  path: `${PATH}/withdraw`,
  request: z.object({
    id: recordID,
    note: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), ''),
  }),
  response: done,
  summary:
    'They don’t start: a person is deactivated with the reason NEVER_STARTED, an applicant is WITHDRAWN.',
  spec: pendingRecord.spec,
  permission: DECIDES,
  extension: true,
})

export const checkRightToWork = call({
  path: `${PATH}/right-to-work`,
  request: z.object({
    id: recordID,
    rightToWork: z.enum(['CHECKED', 'REFUSED']),
    /** The kind of document that was seen. */
    document: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    expires: z._default(z.nullable(z.iso.date()), null),
  }),
  response: done,
  summary: 'Notes whether an applicant may work here, and by which document.',
  spec: pendingRecord.spec,
  permission: DECIDES,
  extension: true,
})

export const addStarter = call({
  path: `${PATH}/add`,
  request: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** '' for none; one of both is needed. */
    email: z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(254), z.email())]),
    mobile: z.string().check(z.trim(), z.maxLength(40)),
    source: z.enum(Object.keys(APPLICANT_SOURCES) as ApplicantSource[]),
    /** Of the source AGENCY alone. */
    agencyID: z._default(z.nullable(recordID), null),
    areaID: z._default(z.nullable(recordID), null),
    contractTypeID: z._default(z.nullable(recordID), null),
    startDate: z._default(z.nullable(z.iso.date()), null),
    notes: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
    /** That they agreed to this being kept; nobody is kept without. */
    hasConsent: z.literal(true),
  }),
  /** As the page names them. */
  response: z.object({ id: recordID }),
  summary:
    'Adds an applicant at HIRED: somebody who was hired outside of this installation. Their right to work is checked next.',
  spec: pendingRecord.spec,
  permission: DECIDES,
  extension: true,
})
