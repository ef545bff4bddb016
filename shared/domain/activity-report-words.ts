import type { ActivityRow, HoursSum, SessionSource } from './activity-report.ts'

/** What the sources of sessions are called. */
export const SOURCE_LABELS: Readonly<Record<SessionSource, string>> = {
  SELF: 'The person',
  SUPERVISOR: 'Supervisor',
  SYSTEM: 'The product',
  RETRO: 'Correction',
}

/** What the rows are called. */
export const ROW_LABELS: Readonly<Record<ActivityRow, string>> = {
  PERSON: 'Person',
  DAY: 'Day',
  PROJECT: 'Project',
  ACTIVITY: 'Activity',
}

/** Figures beside the hours by activity; all in seconds but the paid hours. */
export const HOURS_COLUMNS = [
  { key: 'workedSeconds', label: 'Worked' },
  { key: 'paidHours', label: 'Paid' },
  { key: 'breakOverSeconds', label: 'Break over' },
  { key: 'personalSeconds', label: 'Away' },
  { key: 'systemIssueSeconds', label: 'Lost to system issues' },
  { key: 'idleSeconds', label: 'Idle' },
  { key: 'overrideSeconds', label: 'Overrides' },
] as const satisfies readonly {
  readonly key: Exclude<keyof HoursSum, 'activities'>
  readonly label: string
}[]
