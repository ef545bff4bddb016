import type { FieldNames } from './import-columns.ts'

/** Columns of a file of interview records, by what they are called (spec 4 §3.3). */
export const RECORD_FIELDS = {
  project: ['Project', 'Project code', 'Survey'],
  interviewer: ['Interviewer', 'User name', 'Payroll number', 'Agent'],
  start: ['Start', 'Started', 'Start time'],
  end: ['End', 'Ended', 'End time'],
  duration: ['Duration', 'Seconds', 'Length'],
  outcome: ['Outcome', 'Result', 'Disposition'],
  quotaCell: ['Quota cell', 'Cell'],
  attempt: ['Attempt', 'Attempts'],
  appointmentTime: ['Appointment time', 'Appointment'],
  respondentRef: ['Respondent', 'Respondent ref', 'Sample reference'],
  sourceCallID: ['Call ID', 'Source call ID', 'Call'],
} as const satisfies FieldNames<string>
export type RecordField = keyof typeof RECORD_FIELDS
export const RECORD_FIELD_NAMES = Object.keys(RECORD_FIELDS) as RecordField[]

/** A file of more is refused (spec 4 §5.7). */
export const RECORD_FILE_MAX_BYTES = 30 * 1024 * 1024
export const RECORD_FILE_TOO_BIG = 'This file is too big to upload. Maximum size allowed is 30MB.'
export const RECORD_FILE_MAX_ROWS = 100_000

/** What a row of a file comes to. */
export const RECORD_ROW_OUTCOMES = ['REFUSED', 'CHANGED', 'NEW', 'UNCHANGED'] as const
export type RecordRowOutcome = (typeof RECORD_ROW_OUTCOMES)[number]

/** Which of these columns a file can't do without; an end or a duration will do. */
export function missingFields(columns: readonly (RecordField | null)[]): RecordField[] {
  const needed: readonly (readonly RecordField[])[] = [
    ['project'],
    ['start'],
    ['end', 'duration'],
    ['outcome'],
  ]
  return needed.flatMap((any) => (any.some((field) => columns.includes(field)) ? [] : any.slice(0, 1)))
}
