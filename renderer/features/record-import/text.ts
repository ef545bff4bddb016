import type { DataImport } from '#shared/contract/data-imports.ts'
import { numberText } from '#shared/domain/locale.ts'
import type { FileKind } from '#shared/domain/project-files.ts'
import type { RecordRowOutcome } from '#shared/domain/record-files.ts'

const rows = (n: number) => `${numberText(n)} ${n === 1 ? 'row' : 'rows'}`

export const TEXT = {
  open: 'Import',
  titles: {
    INTERVIEW_RECORDS: 'Import interview records',
    PROJECT_TARGETS: 'Import projects and targets',
    QUOTA_CELLS: 'Import quota cells',
    PROJECTS: 'Import projects, targets or quota cells',
  } satisfies Record<FileKind | 'PROJECTS', string>,
  leads: {
    INTERVIEW_RECORDS: 'A CSV or XLSX file with a row a call, up to 30 MB. Checking it changes nothing.',
    PROJECT_TARGETS:
      'A CSV or XLSX file with a row a project, up to 30 MB. What it doesn’t say of a project stays. Checking it changes nothing.',
    QUOTA_CELLS:
      'A CSV or XLSX file with a row a cell and a column a dimension, up to 30 MB. Checking it changes nothing.',
  } satisfies Record<FileKind, string>,
  holds: 'What the file holds',
  dimension: 'Dimension',
  matches: 'Saved matches',
  matchName: 'Name of this match',
  saveMatch: 'Save match',
  removeMatch: 'Forget it',
  matchSaved: (name: string) => `The match ‘${name.trim()}’ is saved.`,
  choose: 'Choose a file',
  other: 'Choose another file',
  reading: 'Reading the file',
  columns: (n: number, of: number) => `${n} of ${of} columns are read`,
  notRead: 'Not read',
  missing: (field: string) => `The file has no column for ${field}.`,
  codes: 'Outcomes without a meaning',
  noMeaning: 'None',
  check: 'Check again',
  result: 'What the rows come to',
  counts: {
    NEW: 'New',
    CHANGED: 'Changed',
    UNCHANGED: 'Unchanged',
    REFUSED: 'Refused',
  } satisfies Record<RecordRowOutcome, string>,
  rows: 'Rows',
  row: 'Row',
  outcome: 'Outcome',
  column: 'Column',
  reason: 'Reason',
  more: (n: number) => `And ${rows(n)} more.`,
  all: (n: number) => `Take ${rows(n)}`,
  good: (n: number) => `Take the ${n === 1 ? 'good row' : `${numberText(n)} good rows`}`,
  nothing: 'Nothing in it is new.',
  cancel: 'Cancel',
  list: 'Imports',
  listTitle: 'What was imported',
  listLead:
    'Interview records of an import can be made void for 24 hours. What the dialler tells of its people isn’t listed.',
  source: 'From',
  sources: { '': 'Everywhere', API: 'API', ADAPTOR: 'Connection adaptors', IMPORT: 'Files' },
  kinds: {
    INTERVIEW_RECORDS: 'Interview records',
    PROJECT_TARGETS: 'Project targets',
    QUOTA_CELLS: 'Quota cells',
    SAMPLE_STATUS: 'Sample status',
    DIALLER_STATUS: 'Dialler status',
  } satisfies Record<DataImport['kind'], string>,
  onlyRefused: 'Only with refused records',
  found: (n: number) => `${numberText(n)} ${n === 1 ? 'import' : 'imports'}`,
  noImports: 'Nothing was imported yet.',
  noneFound: 'No import matches.',
  listFailed: 'The imports could not be loaded.',
  time: 'Time',
  kind: 'Records',
  by: 'By',
  created: 'New',
  updated: 'Changed',
  older: 'Older',
  undo: 'Undo',
  undoOne: (kind: string, time: string) => `Undo: ${kind}, ${time}`,
  undoSure: 'Make its records void',
  keep: 'Keep',
  refusals: (kind: string, time: string) => `What was refused: ${kind}, ${time}`,
  refusal: (row: number, field: string, reason: string) =>
    `${numberText(row)}${field === '' ? '' : `, ${field}`}: ${reason}`,
  refusalsGone: 'Why isn’t known any more.',
  undone: (time: string) => `Undone ${time}`,
  voided: 'The records of that import are void.',
  close: 'Close',
  taken: (created: number, updated: number) =>
    `${rows(created)} taken${updated > 0 ? `, ${numberText(updated)} changed` : ''}.`,
} as const
