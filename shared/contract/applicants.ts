import * as z from 'zod/mini'
import {
  APPLICANT_FIELDS,
  APPLICANT_KEYS,
  type ApplicantField,
  type ApplicantKey,
} from '../domain/applicant-import.ts'
import {
  CREDENTIAL_IMPORT_STATES,
  IMPORT_MAX_BYTES,
  IMPORT_MODES,
  IMPORT_OUTCOMES,
  IMPORT_TEXT,
  type ImportMode,
  type ImportOutcome,
} from '../domain/people-import.ts'
import { listCall } from '../records/record.ts'
import { applicantRecord, applicantValues } from '../records/recruitment/applicant.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const { spec, path, permission } = applicantRecord
const about = { spec, permission } as const
const REASON_MAX = 500
const reason = z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX)), '')

export const listApplicants = listCall(applicantRecord)
export const getApplicant = call({
  path: `${path}/get`,
  request: z.object({ id: recordID }),
  response: applicantRecord.row,
  summary: 'One applicant. Reading them is an audit entry.',
  ...about,
})

export const saveApplicant = call({
  path: `${path}/save`,
  request: z.extend(applicantValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
  }),
  response: applicantRecord.row,
  summary: 'Adds an applicant at NEW, or changes the one that is named as it was seen.',
  ...about,
})

export const moveApplicant = call({
  path: `${path}/stage`,
  request: z.object({
    id: recordID,
    version: recordVersion,
    stage: z.enum(['SCREENING', 'TEST', 'INTERVIEW', 'OFFER', 'HIRED', 'REJECTED', 'WITHDRAWN']),
    /** Of who is rejected or withdraws, and of who goes on without a test that is passed. */
    reason,
    /** From when who is rejected may apply again. */
    mayApplyFrom: z._default(z.nullable(z.iso.date()), null),
  }),
  response: applicantRecord.row,
  summary: 'Moves an applicant to another stage. A stage is left forward only where its condition holds.',
  ...about,
})

export const ownApplicant = call({
  path: `${path}/owner`,
  request: z.object({
    id: recordID,
    version: recordVersion,
    /** Whether the caller is their owner from now on; false: nobody is. */
    isMine: z.boolean(),
  }),
  response: applicantRecord.row,
  summary: 'Makes the caller the owner of an applicant, or nobody.',
  ...about,
  extension: true,
})

export const applicantTimeline = call({
  path: `${path}/timeline`,
  request: z.object({ id: recordID }),
  response: z.object({
    entries: z.array(
      z.object({
        id: recordID,
        at: timestamp,
        byName: z.string(),
        action: z.string(),
        stage: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
    /** Who has the same e-mail address or mobile number. */
    doubles: z.array(z.object({ id: recordID, name: z.string(), stage: z.string() })),
  }),
  summary: 'What became of an applicant so far, the newest first, with who may be the same person.',
  ...about,
  extension: true,
})

export const mergeApplicants = call({
  path: `${path}/merge`,
  request: z.object({
    /** Who stays, as they were seen. */
    id: recordID,
    version: recordVersion,
    /** Who becomes a part of them. */
    otherID: recordID,
  }),
  response: applicantRecord.row,
  summary: 'Makes one applicant of two with the same e-mail address or mobile number; both timelines stay.',
  ...about,
})

export const applicantChoices = call({
  path: `${path}/choices`,
  request: noPayload,
  response: z.object({ agencies: z.array(z.object({ id: recordID, name: z.string() })) }),
  summary: 'The agencies that an applicant can come from.',
  ...about,
  extension: true,
})

const field = z.enum(Object.keys(APPLICANT_FIELDS) as ApplicantField[])

export const importApplicants = call({
  path: `${path}/import`,
  sends: 'multipart',
  fileMax: IMPORT_MAX_BYTES,
  request: z.object({
    file: z.file().check(z.refine((file) => file.size <= IMPORT_MAX_BYTES, { error: IMPORT_TEXT.tooLarge })),
    mode: z._default(z.enum(Object.keys(IMPORT_MODES) as ImportMode[]), 'ADD'),
    key: z._default(z.enum(Object.keys(APPLICANT_KEYS) as ApplicantKey[]), 'email'),
    /** The fields of the file's columns with commas between, '' for one that isn't read; absent: by their headings. */
    columns: z.optional(z.string().check(z.maxLength(4000))),
    /** 'Import the good rows'; else all or nothing. */
    isPartial: z._default(z.enum(['true', 'false']), 'false'),
    /** That those in the file agreed to this being kept; an import needs it. */
    hasConsent: z._default(z.enum(['true', 'false']), 'false'),
    /** What the dry run answered; absent: a dry run, which changes nothing. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    headings: z.array(z.string()),
    columns: z.array(z.nullable(field)),
    rows: z.array(
      z.object({
        /** As a spreadsheet numbers it. */
        number: z.int(),
        outcome: z.enum(Object.keys(IMPORT_OUTCOMES) as ImportOutcome[]),
        /** Whom it is about, as far as the row says. */
        name: z.string(),
        problems: z.array(z.object({ column: z.string(), value: z.string(), message: z.string() })),
      }),
    ),
    /** Names what the rows come to; the import wants it, and is refused once it is another. */
    seen: z.string(),
    /** The import that has begun, in the background; null of a dry run. */
    importID: z.nullable(recordID),
    /** What became of each row, as CSV. */
    report: z.string(),
  }),
  summary:
    'Applicants from a CSV file or the first sheet of a workbook: a dry run, then the same file with what it answered.',
  ...about,
})

export const applicantImports = call({
  path: `${path}/imports`,
  request: noPayload,
  response: z.object({
    imports: z.array(
      z.object({
        id: recordID,
        fileName: z.string(),
        by: z.string(),
        at: timestamp,
        state: z.enum(CREDENTIAL_IMPORT_STATES),
        /** Applicants that it writes, and how many it has come to. */
        total: z.int(),
        done: z.int(),
        added: z.int(),
        updated: z.int(),
        /** Of the good rows those that somebody changed meanwhile. */
        failed: z.int(),
        /** Why it failed; '' else. */
        message: z.string(),
        /** Null while it runs, and where it left nothing. */
        undoUntil: z.nullable(timestamp),
      }),
    ),
  }),
  summary: 'Imports of applicants that run, and those of the last 24 hours, the newest first.',
  ...about,
  extension: true,
})

export const stopApplicantImport = call({
  path: `${path}/import-stop`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Stops an import between two rows. All or nothing: what it did is taken back.',
  ...about,
  extension: true,
})

export const undoApplicantImport = call({
  path: `${path}/import-undo`,
  request: z.object({ id: recordID }),
  response: z.object({ undone: z.int(), kept: z.int() }),
  summary: 'Within 24 hours: takes back what an import wrote and nobody changed since.',
  ...about,
  extension: true,
})

export const applicantTemplate = call({
  path: `${path}/import-template`,
  request: noPayload,
  response: z.unknown(),
  answers: 'blob',
  summary: 'A CSV file with the headings and an example row.',
  ...about,
  extension: true,
})
