import type { FieldNames } from './import-columns.ts'

/** Columns of a file of projects and their targets, by what they are called (spec 4 §3.3). */
const TARGET_FIELDS = {
  project: ['Project', 'Project code', 'Code', 'Survey'],
  name: ['Name', 'Project name'],
  epic: ['Epic', 'Client'],
  start: ['Start', 'Start date'],
  end: ['End', 'End date'],
  targetCompletes: ['Target completes', 'Target', 'Completes'],
  interviewsPerHour: ['Interviews per hour', 'Completes per hour', 'Rate'],
  expectedMinutes: ['Expected minutes', 'Minutes', 'Interview length'],
} as const satisfies FieldNames<string>

/** Those of a file of quota cells; each further column is a dimension. */
const CELL_FIELDS = {
  project: ['Project', 'Project code', 'Code', 'Survey'],
  cell: ['Cell', 'Quota cell', 'Label'],
  target: ['Target', 'Quota'],
} as const satisfies FieldNames<string>

/** What a column of a file of quota cells is that has none of their names: one dimension, called as its heading. */
export const DIMENSION = 'dimension'

export const PROJECT_FILE_KINDS = ['PROJECT_TARGETS', 'QUOTA_CELLS'] as const
export type ProjectFileKind = (typeof PROJECT_FILE_KINDS)[number]

export const PROJECT_FILES = {
  PROJECT_TARGETS: { fields: TARGET_FIELDS as FieldNames<string>, needed: ['project'] },
  QUOTA_CELLS: { fields: CELL_FIELDS as FieldNames<string>, needed: ['project', 'cell', 'target'] },
} as const satisfies Record<
  ProjectFileKind,
  { readonly fields: FieldNames<string>; readonly needed: readonly string[] }
>

/** What a column of such a file can be matched to. */
export const PROJECT_FIELD_NAMES = [
  ...new Set([...Object.keys(TARGET_FIELDS), ...Object.keys(CELL_FIELDS), DIMENSION]),
] as readonly string[]

/** Kinds of file of which a match of columns can be kept. */
export const FILE_KINDS = ['INTERVIEW_RECORDS', ...PROJECT_FILE_KINDS] as const
export type FileKind = (typeof FILE_KINDS)[number]
/** So many matches of a kind somebody keeps, with so long a name. */
export const MATCHES_MAX = 50
export const MATCH_NAME_MAX = 60
