import * as z from 'zod/mini'
import {
  FILE_KINDS,
  MATCH_NAME_MAX,
  PROJECT_FIELD_NAMES,
  PROJECT_FILE_KINDS,
} from '../domain/project-files.ts'
import {
  RECORD_FIELD_NAMES,
  RECORD_FILE_MAX_BYTES,
  RECORD_FILE_TOO_BIG,
  RECORD_ROW_OUTCOMES,
} from '../domain/record-files.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'

/** So much comes in one call (spec 4 §3.3). */
export const IMPORT_RECORDS_MAX = 5000
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
/** So many calls a key or person makes in a minute. */
export const IMPORT_CALLS_A_MINUTE = 60
/** From where records came that are listed: keys and people, connection adaptors, files. */
export const IMPORT_SOURCES = ['API', 'ADAPTOR', 'IMPORT'] as const

/** Each record is read by itself, so that one that is wrong refuses nothing but itself. */
const records = z.array(z.unknown())

const taken = z.object({
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(
    z.object({
      /** Its place in the call, from 0. */
      index: z.int(),
      /** '' where it isn't about one field. */
      field: z.string(),
      reason: z.string(),
    }),
  ),
})
export type TakenRecords = z.output<typeof taken>

const about = { spec: '4 §3.3, §5.5', response: taken, bodyMax: IMPORT_BYTES_MAX } as const
const SYNC = 'IRESOURCE_CAN_SYNC_SURVEY_TOOL'
const EDIT = 'PROJECTS_CAN_EDIT_ALL'

export const importInterviewRecords = call({
  path: '/api/import/interview-records',
  request: z.object({
    source: z._default(z.enum(['API', 'ADAPTOR']), 'API'),
    /**
     * Each with project (code), interviewer (user name or payroll number, absent where nobody took the call), start,
     * end or duration (seconds), outcome, quotaCell (label), attempt, appointmentTime, respondentRef, sourceCallID,
     * isVoid and voidReason.
     */
    records,
  }),
  summary:
    'Takes interview records; one with a known source and sourceCallID is changed by it, and nothing is taken twice.',
  permission: SYNC,
  ...about,
})

export const importProjectTargets = call({
  path: '/api/import/project-targets',
  request: z.object({
    /** Each with project (code), name, epic, start, end (days), targetCompletes, interviewsPerHour, expectedMinutes. */
    records,
  }),
  summary: 'Takes projects and their targets, by the project’s code.',
  permission: EDIT,
  ...about,
})

export const importQuotaCells = call({
  path: '/api/import/quota-cells',
  request: z.object({
    /** Each with project (code), cell (label), target, and further texts, which are its dimensions. */
    records,
  }),
  summary: 'Takes quota cells, by project and label.',
  permission: EDIT,
  ...about,
})

export const importSampleStatus = call({
  path: '/api/import/sample-status',
  request: z.object({
    /** Each with project (code), fresh, inProgress, appointments, refused, complete, ineligible, exhausted, asOf. */
    records,
  }),
  summary: 'Takes how projects’ samples stand; what is older than what is known changes nothing.',
  permission: SYNC,
  ...about,
})

export const importDiallerStatus = call({
  path: '/api/import/dialler-status',
  request: z.object({
    /**
     * Each with interviewer (user name or payroll number), status (LOGGED_OUT, READY, DIALLING, ON_CALL, WRAP_UP,
     * PAUSED, UNKNOWN), at, and the project (code) of a call.
     */
    records,
  }),
  summary:
    'Takes what people do at the dialler; what is older than what is known changes nothing. The end of a call lets go what waits for it.',
  permission: SYNC,
  ...about,
})

const importRefusal = z.object({
  /** Which of what came it was, counted from 1; of a file the row, as a spreadsheet numbers it. */
  row: z.int(),
  field: z.string(),
  reason: z.string(),
})
export type ImportRefusal = z.output<typeof importRefusal>
/** Refusals of an import that are kept. */
export const IMPORT_REFUSALS_MAX = 20

const entry = z.object({
  id: recordID,
  kind: z.enum(['INTERVIEW_RECORDS', 'PROJECT_TARGETS', 'QUOTA_CELLS', 'SAMPLE_STATUS', 'DIALLER_STATUS']),
  source: z.string(),
  byName: z.string(),
  at: timestamp,
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first that were refused, at most 20. None of an import from before they were kept. */
  refusals: z.array(importRefusal),
  undoneAt: z.nullable(timestamp),
  /** Whether its records can be voided still: interview records, for 24 hours. */
  canUndo: z.boolean(),
})
export type DataImport = z.output<typeof entry>

export const dataImportHistory = call({
  path: '/api/import/file/history',
  request: z.optional(
    z.nullable(
      z.object({
        /** Those before this one; absent: the latest. */
        before: z.optional(recordID),
        source: z.optional(z.enum(IMPORT_SOURCES)),
        /** Only those of which something was refused. */
        onlyRefused: z.optional(z.boolean()),
      }),
    ),
  ),
  response: z.object({
    imports: z.array(entry),
    isMore: z.boolean(),
    /** All that match, on whatever page. */
    total: z.int(),
  }),
  summary: 'Imports, the newest first, 100 at a time.',
  spec: '4 §4.5.16, §5.5',
  permission: SYNC,
})

export const undoDataImport = call({
  path: '/api/import/file/undo',
  request: z.object({ importID: recordID }),
  response: done,
  summary: 'Voids the records that an import made, within 24 hours of it.',
  spec: '4 §3.3, §4.5.16, §5.5',
  permission: SYNC,
})

const recordField = z.enum(RECORD_FIELD_NAMES)
const fileRow = z.object({
  /** As a spreadsheet numbers it. */
  row: z.int(),
  outcome: z.enum(RECORD_ROW_OUTCOMES),
  /** The column that is refused, or those that change; '' else. */
  column: z.string(),
  reason: z.string(),
})
export type CheckedRow = z.output<typeof fileRow>

const importFile = z
  .file()
  .check(z.refine((file) => file.size <= RECORD_FILE_MAX_BYTES, { error: RECORD_FILE_TOO_BIG }))
const rowCounts = {
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The first 1,000, what is refused first; what is unchanged is left out. */
  rows: z.array(fileRow),
}
const applied = z.object({
  checkID: recordID,
  /** Takes the good rows where some are refused; else all or nothing. */
  onlyGood: z._default(z.boolean(), false),
})
const appliedRows = z.object({
  received: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ row: z.int(), column: z.string(), reason: z.string() })),
})

export const checkImportFile = call({
  path: '/api/import/file/check',
  sends: 'multipart',
  fileMax: RECORD_FILE_MAX_BYTES,
  request: z.object({
    file: importFile,
    /** The fields of the file's columns with commas between, '' for one that isn't read; absent: by their headings. */
    mapping: z.optional(z.string().check(z.maxLength(4000))),
    /** What the tool's own codes of outcomes mean, as JSON: { "11": "COMPLETE" }. */
    outcomes: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  response: z.object({
    /** Names what was checked, for an hour; null where a column is missing. */
    checkID: z.nullable(recordID),
    headings: z.array(z.string()),
    columns: z.array(z.nullable(recordField)),
    /** Columns that it needs and hasn't. */
    missing: z.array(recordField),
    /** Codes of outcomes without a meaning. */
    codes: z.array(z.string()),
    ...rowCounts,
  }),
  summary:
    'Reads a CSV or XLSX file of interview records and says what each row comes to; nothing is changed.',
  spec: '4 §3.3, §5.5',
  permission: SYNC,
})
export type CheckedRecords = z.output<typeof checkImportFile.response>

export const applyImportFile = call({
  path: '/api/import/file/apply',
  request: applied,
  response: appliedRows,
  summary: 'Takes the rows of a file that was checked, all or only the good ones.',
  spec: '4 §3.3, §5.5',
  permission: SYNC,
})

export const checkProjectFile = call({
  path: '/api/import/file/check-projects',
  sends: 'multipart',
  fileMax: RECORD_FILE_MAX_BYTES,
  request: z.object({
    file: importFile,
    kind: z.enum(PROJECT_FILE_KINDS),
    /**
     * The fields of the file's columns with commas between, 'dimension' for one of quota cells, '' for one that isn't
     * read; absent: by their headings, further columns of quota cells being dimensions.
     */
    mapping: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  response: z.object({
    /** Names what was checked, for an hour; null where a column is missing. */
    checkID: z.nullable(recordID),
    headings: z.array(z.string()),
    columns: z.array(z.nullable(z.enum(PROJECT_FIELD_NAMES))),
    /** Columns that it needs and hasn't. */
    missing: z.array(z.enum(PROJECT_FIELD_NAMES)),
    ...rowCounts,
  }),
  summary:
    'Reads a CSV or XLSX file of projects and their targets, or of quota cells, and says what each row comes to; nothing is changed.',
  spec: '4 §3.3',
  permission: EDIT,
  extension: true,
})

export const applyProjectFile = call({
  path: '/api/import/file/apply-projects',
  request: applied,
  response: appliedRows,
  summary: 'Takes the rows of a file of projects or quota cells that was checked, all or only the good ones.',
  spec: '4 §3.3',
  permission: EDIT,
  extension: true,
})

const IMPORTS = { anyOf: [SYNC, EDIT] } as const
const matchValues = {
  kind: z.enum(FILE_KINDS),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MATCH_NAME_MAX)),
  /** Fields by headings in small letters, '' for a column that isn't read. */
  columns: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(40))),
  /** What the tool's own codes of outcomes mean. */
  outcomes: z._default(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(40))), {}),
}
const match = z.object({ ...matchValues, id: recordID })
export type ImportMatch = z.output<typeof match>

export const importMatches = call({
  path: '/api/import/file/matches',
  request: z.object({ kind: z.enum(FILE_KINDS) }),
  response: z.object({ matches: z.array(match) }),
  summary: 'How the caller matched the columns of such files, by name.',
  spec: '4 §3.3',
  permission: IMPORTS,
  extension: true,
})

export const saveImportMatch = call({
  path: '/api/import/file/save-match',
  request: z.object(matchValues),
  response: z.object({ id: recordID }),
  summary: 'Keeps how the columns of a file were matched, under a name; one of that name is replaced.',
  spec: '4 §3.3',
  permission: IMPORTS,
  extension: true,
})

export const removeImportMatch = call({
  path: '/api/import/file/remove-match',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Forgets one of the caller’s own matches.',
  spec: '4 §3.3',
  permission: IMPORTS,
  extension: true,
})
