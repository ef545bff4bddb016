import * as z from 'zod/mini'
import { ADJUSTMENTS } from '../domain/adjustments.ts'
import {
  CERTIFICATES,
  FIT_ANSWERS,
  FIT_NOTE_MAX_BYTES,
  fitNoteProblem,
  HEALTH_DETAILS_MAX,
  REASON_CATEGORIES,
  RETURN_STATUSES,
} from '../domain/return-to-work.ts'
import { call } from './http-call.ts'
import { done, idText, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const day = z.iso.date()
const health = {
  category: z.nullable(z.enum(REASON_CATEGORIES)),
  details: z.string().check(z.maxLength(HEALTH_DETAILS_MAX)),
} as const
const answers = {
  certificate: z.nullable(z.enum(CERTIFICATES)),
  fit: z.nullable(z.enum(FIT_ANSWERS)),
  adjustments: z.array(z.enum(ADJUSTMENTS)).check(z.maxLength(ADJUSTMENTS.length)),
  adjustmentsUntil: z.nullable(day),
  followUp: z.nullable(day),
} as const

export const returnForm = z.object({
  id: recordID,
  version: recordVersion,
  userID,
  name: z.string(),
  hostID: z.nullable(userID),
  host: z.nullable(z.string()),
  firstDay: day,
  lastDay: day,
  calendarDays: z.int(),
  needsFitNote: z.boolean(),
  dueDay: day,
  isLate: z.boolean(),
  status: z.enum(RETURN_STATUSES),
  /** Null for who neither is the person nor the host, and doesn’t keep such forms. */
  answers: z.nullable(z.object({ ...answers, hasFitNote: z.boolean() })),
  /** For the person, the host of this form and HR_CAN_SEE_HEALTH_DETAILS alone; null for others. */
  health: z.nullable(
    z.object({ ...health, fitNotes: z.array(z.object({ id: recordID, fileName: z.string() })) }),
  ),
  hostSignedAt: z.nullable(timestamp),
  signedAt: z.nullable(timestamp),
})
export type ReturnForm = z.output<typeof returnForm>

const spec = '6 §5.3, §16'
const ofOthers = {
  spec,
  permission: { anyOf: ['HR_CAN_SEE_RETURN_TO_WORK', 'ISUPERVISOR_CAN_SEE_HR'] },
} as const

export const returnForms = call({
  path: '/api/hr/return-to-work/list',
  request: noPayload,
  response: z.object({ forms: z.array(returnForm) }),
  summary:
    'Return-to-work forms: to HR of everybody, to others those that they host and those of their team. Health details are for the person, the host and HR_CAN_SEE_HEALTH_DETAILS alone.',
  ...ofOthers,
})

export const saveReturnForm = call({
  path: '/api/hr/return-to-work/save',
  request: z.object({
    ...seenRecord.shape,
    /** Another host: HR alone, while nothing is written. */
    hostID: z.optional(recordID),
    ...answers,
    ...health,
  }),
  response: done,
  summary: 'Writes into a form whose host the caller is; HR may give one that is still DUE another host.',
  ...ofOthers,
})

export const signReturnForm = call({
  path: '/api/hr/return-to-work/sign',
  request: seenRecord,
  response: done,
  summary:
    'Signs a form: its host first, then the person whom it is about. More than 7 days need a fit note; not being fit makes a further SICK event.',
  spec,
})

export const addFitNote = call({
  path: '/api/hr/return-to-work/fit-note',
  sends: 'multipart',
  fileMax: FIT_NOTE_MAX_BYTES,
  request: z.object({
    file: z.file().check(
      z.superRefine((file, context) => {
        const message = fitNoteProblem(file)
        if (message !== null) context.addIssue({ code: 'custom', message, input: file })
      }),
    ),
    /** The form. */
    id: idText,
  }),
  response: done,
  summary: 'Keeps a fit note with a form: its host or the person, until both have signed.',
  spec,
  extension: true,
})

export const fitNoteFile = call({
  path: '/api/hr/return-to-work/fit-note-file',
  answers: 'blob',
  request: z.object({ id: recordID }),
  response: z.unknown(),
  summary: 'A fit note: for the person, the host of its form and HR_CAN_SEE_HEALTH_DETAILS.',
  spec,
  extension: true,
})

export const myReturnForms = call({
  path: '/api/itracker/return-to-work',
  request: noPayload,
  response: z.object({ forms: z.array(returnForm) }),
  summary: 'The caller’s own return-to-work forms, the latest first. No permission is needed.',
  spec,
  extension: true,
})
