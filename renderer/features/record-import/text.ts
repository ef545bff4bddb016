import { numberText } from '#shared/domain/locale.ts'
import type { RecordField, RecordRowOutcome } from '#shared/domain/record-files.ts'

const rows = (n: number) => `${numberText(n)} ${n === 1 ? 'row' : 'rows'}`

export const TEXT = {
  open: 'Import',
  title: 'Import interview records',
  lead: 'A CSV or XLSX file with a row a call, up to 30 MB. Checking it changes nothing.',
  choose: 'Choose a file',
  other: 'Choose another file',
  reading: 'Reading the file',
  columns: (n: number, of: number) => `${n} of ${of} columns are read`,
  notRead: 'Not read',
  missing: (field: RecordField) => `The file has no column for ${field}.`,
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
  taken: (created: number, updated: number) =>
    `${rows(created)} taken${updated > 0 ? `, ${numberText(updated)} changed` : ''}.`,
} as const
