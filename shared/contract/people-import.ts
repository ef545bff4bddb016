import * as z from 'zod/mini'
import {
  IMPORT_FIELDS,
  IMPORT_KEYS,
  IMPORT_MAX_BYTES,
  IMPORT_MODES,
  IMPORT_OUTCOMES,
  IMPORT_STATES,
  IMPORT_TEXT,
  type ImportField,
  type ImportKey,
  type ImportMode,
  type ImportOutcome,
  type ImportState,
} from '../domain/people-import.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'

const spec = '5 §3.3'
const permission = 'ADMIN_CAN_EDIT_USERS' as const
const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[]

const field = z.enum(keysOf<ImportField>(IMPORT_FIELDS))
const outcome = z.enum(keysOf<ImportOutcome>(IMPORT_OUTCOMES))

/** What is asked for with a dry run. */
export const importOptions = z.object({
  /** For each column of the file its field; null for one that isn't read. */
  columns: z.array(z.nullable(field)).check(z.maxLength(200)),
  mode: z._default(z.enum(keysOf<ImportMode>(IMPORT_MODES)), 'BOTH'),
  key: z._default(z.enum(keysOf<ImportKey>(IMPORT_KEYS)), 'userName'),
  createMissing: z._default(z.boolean(), false),
  /** 'Import the good rows'; else all or nothing. */
  isPartial: z._default(z.boolean(), false),
  /** How those get in that are added. */
  access: z._default(z.enum(['INVITATION', 'SINGLE_SIGN_ON', 'NONE']), 'INVITATION'),
})
export type ImportOptions = z.output<typeof importOptions>

const problem = z.object({
  /** The column's heading; '' for the row. */
  column: z.string(),
  value: z.string(),
  message: z.string(),
})
export type ImportProblem = z.output<typeof problem>

/** An import as its page shows it. */
export const importInfo = z.object({
  id: recordID,
  fileName: z.string(),
  createdByName: z.string(),
  createdAt: timestamp,
  state: z.enum(keysOf<ImportState>(IMPORT_STATES)),
  headings: z.array(z.string()),
  total: z.int(),
  /** Rows that were worked on. */
  done: z.int(),
  /** Rows by their outcome, of the last dry run. */
  outcomes: z.record(outcome, z.int()),
  added: z.int(),
  updated: z.int(),
  failed: z.int(),
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  message: z.string(),
  isPartial: z.boolean(),
  /** Until when it can be undone; null where it can't. */
  undoUntil: z.nullable(timestamp),
})
export type ImportInfo = z.output<typeof importInfo>

export const listImports = call({
  path: '/api/admin/users/import/list',
  request: z.object({}),
  response: z.object({ imports: z.array(importInfo) }),
  summary: 'The last 50 imports of people, the newest first.',
  spec,
  permission,
  extension: true,
})

export const uploadImport = call({
  path: '/api/admin/users/import/upload',
  sends: 'multipart',
  fileMax: IMPORT_MAX_BYTES,
  request: z.object({
    file: z.file().check(z.refine((file) => file.size <= IMPORT_MAX_BYTES, { error: IMPORT_TEXT.tooLarge })),
  }),
  response: z.object({
    import: importInfo,
    /** The field that each column was matched to before, or is named as; null for none. */
    columns: z.array(z.nullable(field)),
    /** The first rows, as they were read. */
    sample: z.array(z.array(z.string())),
  }),
  summary:
    'Reads a CSV file (comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252) or the first sheet of an Excel workbook, of 10 MB and 10,000 rows at most.',
  spec,
  permission,
})

export const dryRunImport = call({
  path: '/api/admin/users/import/dry-run',
  request: z.extend(importOptions, { id: recordID }),
  response: z.object({
    import: importInfo,
    rows: z.array(
      z.object({
        number: z.int(),
        outcome,
        /** Whom it is about, as far as the row says. */
        name: z.string(),
        problems: z.array(problem),
      }),
    ),
  }),
  summary: 'Says what each row would come to, and changes nothing.',
  spec,
  permission,
})

export const startImport = call({
  path: '/api/admin/users/import/start',
  request: z.object({ id: recordID }),
  response: importInfo,
  summary:
    'Begins an import as its dry run said, in the background. Refused with 409 where the dry run no longer holds.',
  spec,
  permission,
})

export const importProgress = call({
  path: '/api/admin/users/import/progress',
  request: z.object({ id: recordID }),
  response: importInfo,
  summary: 'How far an import has come.',
  spec,
  permission,
})

export const stopImport = call({
  path: '/api/admin/users/import/stop',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Stops an import between two rows. All or nothing: what it did is taken back.',
  spec,
  permission,
})

export const importReport = call({
  path: '/api/admin/users/import/report',
  request: z.object({ id: recordID }),
  response: z.unknown(),
  answers: 'blob',
  summary: 'A CSV file of what became of each row.',
  spec,
  permission,
})

export const undoImport = call({
  path: '/api/admin/users/import/undo',
  request: z.object({ id: recordID }),
  response: z.object({
    import: importInfo,
    /** What was left as it is, and why. */
    kept: z.array(z.object({ number: z.int(), name: z.string(), message: z.string() })),
  }),
  summary:
    'Within 24 hours: removes whom it added and who never signed in, and puts fields back that nobody changed since.',
  spec,
  permission,
})

export const importTemplate = call({
  path: '/api/admin/users/import/template',
  request: z.object({}),
  response: z.unknown(),
  answers: 'blob',
  summary: 'A CSV file with the headings and an example row.',
  spec,
  permission,
  extension: true,
})
