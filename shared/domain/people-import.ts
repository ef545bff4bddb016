import { fieldNamed } from './import-columns.ts'

/** Largest file, and most rows (spec 5 §9). */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_MAX_ROWS = 10_000
/** For how many hours an import can be undone (spec 5 §9). */
export const IMPORT_UNDO_HOURS = 24

/** How an import of tool credentials or of applicants stands. */
export const CREDENTIAL_IMPORT_STATES = ['RUNNING', 'DONE', 'STOPPED', 'FAILED'] as const
export type CredentialImportState = (typeof CREDENTIAL_IMPORT_STATES)[number]

/** What empties a field (spec 5 §3.3). */
export const CLEAR = 'CLEAR'

/** What a row comes to (spec 5 §3.3). WARNING: nothing is done for it, and that may be right. */
export const IMPORT_OUTCOMES = {
  ADD: 'Add',
  UPDATE: 'Update',
  SAME: 'Same',
  WARNING: 'Warning',
  ERROR: 'Error',
} as const
export type ImportOutcome = keyof typeof IMPORT_OUTCOMES

export const IMPORT_STATES = {
  UPLOADED: 'Uploaded',
  CHECKED: 'Checked',
  RUNNING: 'Running',
  DONE: 'Done',
  STOPPED: 'Stopped',
  FAILED: 'Failed',
  UNDONE: 'Undone',
} as const
export type ImportState = keyof typeof IMPORT_STATES

export const IMPORT_MODES = {
  ADD: 'Add only',
  UPDATE: 'Update only',
  BOTH: 'Add and update',
} as const
export type ImportMode = keyof typeof IMPORT_MODES

export const IMPORT_KEYS = {
  userName: 'User name',
  payrollNumber: 'Payroll number',
  email: 'E-mail',
} as const
export type ImportKey = keyof typeof IMPORT_KEYS

/** What a column can hold, and what people call it; the first is the template's heading. */
export const IMPORT_FIELDS = {
  userName: ['User name', 'Username', 'Login'],
  displayName: ['Name', 'Display name', 'Full name'],
  email: ['E-mail', 'Email', 'E-mail address', 'Email address', 'Mail'],
  userType: ['User type', 'Type'],
  roles: ['Roles', 'Role'],
  area: ['Area', 'Office', 'Site'],
  manager: ['Manager', 'Line manager', 'Supervisor'],
  agency: ['Agency'],
  contractType: ['Contract type', 'Contract'],
  startDate: ['Start date', 'Starts'],
  weeklyHours: ['Weekly hours', 'Hours'],
  payrollNumber: ['Payroll number', 'Payroll no', 'Payroll'],
  mobile: ['Mobile', 'Phone', 'Mobile number'],
  legalName: ['Legal name'],
  knownAs: ['Known as', 'Nickname'],
  skills: ['Skills', 'Skill'],
  languages: ['Languages', 'Language'],
  workLocation: ['Works at', 'Work location'],
  coreHours: ['Core hours'],
  availability: ['Availability'],
  isOptedOut48: ['Opted out of the 48-hour week', 'Opted out'],
  limitedToAreas: ['Plans for these areas only', 'Limited to areas'],
} as const
export type ImportField = keyof typeof IMPORT_FIELDS

/** The field that a heading names by itself; null where none does. */
export const fieldOfHeading = (heading: string): ImportField | null => fieldNamed(IMPORT_FIELDS, heading)

export const IMPORT_TEXT = {
  tooLarge: 'An import is at most 10 MB.',
  tooMany: 'An import has at most 10,000 rows.',
  notAFile: 'This is neither a CSV file nor an Excel workbook.',
  empty: 'This file has no rows below its headings.',
} as const
