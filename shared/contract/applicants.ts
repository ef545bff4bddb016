import * as z from 'zod/mini'
import {
  APPLICANT_FIELDS,
  APPLICANT_KEYS,
  type ApplicantField,
  type ApplicantKey,
} from '../domain/applicant-import.ts'
import { OFFER_STATES, type OfferState, RECOMMENDATIONS, type Recommendation } from '../domain/applicants.ts'
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

const RATE_MAX = 100_000
const NOTES_MAX = 2000
const recommendation = z.enum(Object.keys(RECOMMENDATIONS) as Recommendation[])

/** What was said of an applicant, and what they are offered (spec 6 §3.3, §3.4). */
const hiring = z.object({
  /** The caller's own; null before they gave one. */
  own: z.nullable(z.object({ score: z.int(), recommendation, notes: z.string() })),
  /** Those of the others, once the caller gave their own. */
  others: z.array(
    z.object({ byName: z.string(), score: z.int(), recommendation, notes: z.string(), at: timestamp }),
  ),
  /** How many others gave one. */
  othersCount: z.int(),
  /** The mean of all scores; null for none, and for who gave none. */
  average: z.nullable(z.number()),
  /** The last one. */
  offer: z.nullable(
    z.object({
      id: recordID,
      state: z.enum(Object.keys(OFFER_STATES) as OfferState[]),
      contract: z.string(),
      area: z.string(),
      startDate: z.string(),
      /** In pence an hour. */
      rate: z.int(),
      at: timestamp,
      /** When its link ends. */
      until: z.nullable(timestamp),
    }),
  ),
  contractTypes: z.array(z.object({ id: recordID, name: z.string(), rate: z.int() })),
  areas: z.array(z.object({ id: recordID, name: z.string() })),
})
export type Hiring = z.output<typeof hiring>

export const applicantHiring = call({
  path: `${path}/hiring`,
  request: z.object({ id: recordID }),
  response: hiring,
  summary: 'Scorecards and the offer of an applicant. Others’ scorecards are told to who gave their own.',
  ...about,
  extension: true,
})

export const saveScorecard = call({
  path: '/api/recruitment/interviews/scorecard',
  request: z.object({
    applicantID: recordID,
    score: z.int().check(z.minimum(1), z.maximum(5)),
    recommendation,
    notes: z._default(z.string().check(z.trim(), z.maxLength(NOTES_MAX)), ''),
  }),
  response: hiring,
  summary: 'Keeps the caller’s own scorecard of an applicant at INTERVIEW. A later one replaces it.',
  spec: '6 §3.3',
  permission,
})

export const makeOffer = call({
  path: `${path}/offer`,
  request: z.object({
    id: recordID,
    version: recordVersion,
    contractTypeID: recordID,
    areaID: recordID,
    startDate: z.iso.date(),
    /** In pence an hour. */
    rate: z.int().check(z.positive(), z.maximum(RATE_MAX)),
  }),
  response: z.object({
    /** By which they answer; told this once. */
    url: z.string(),
    /** Whether it was mailed to them, too. */
    isMailed: z.boolean(),
  }),
  summary:
    'Offers an applicant at OFFER a contract, with a public link of 14 days. It replaces an earlier one.',
  ...about,
})

export const withdrawOffer = call({
  path: `${path}/offer/withdraw`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes back the offer that waits for an applicant’s answer.',
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
