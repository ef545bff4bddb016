import type { ColumnType, Generated } from 'kysely'
import type { PowerPage } from '#shared/domain/power-report.ts'
import type { ReportFormat, ReportRhythm } from '#shared/domain/reports.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

/** A report that somebody defined (spec 5 §5.6). */
export interface ReportDefinitionTable extends Versioned {
  ownerID: number
  /** Unique among its owner's, whatever its capitals. */
  name: string
  nameKey: string
  /** JSON: domain/reports.ts, ReportDefinition; of a power report domain/power-report.ts, PowerDefinition. */
  definition: string
  /** Whose power report it is; null for those of the report builder. */
  page: ColumnType<PowerPage | null, PowerPage | null | undefined>
  /**
   * JSON of the area, manager, project and shift, ids or null, of an ‘End of shift’ that is mailed: it is no report of
   * anybody's list. Null for all others.
   */
  endOfShift: ColumnType<string | null, string | null | undefined>
  /** 1 where everybody who builds reports has it; else reportRoles says who. */
  isShared: number
}

/** Roles that a report is shared with. */
export interface ReportRoleTable {
  reportID: number
  roleID: number
}

/** When a report runs by itself, as its owner. */
export interface ReportScheduleTable {
  reportID: number
  every: ReportRhythm
  /** Of a week 0 (Sunday) to 6, of a month 1 to 31; 0 of a day. */
  day: number
  /** London's clock, HH:mm. */
  at: string
  format: ReportFormat
  nextAt: Time
  /** Set while it doesn't run. */
  pausedAt: Time | null
  pauseReason: string
}

/** Who is told of what a schedule made. */
export interface ReportRecipientTable {
  reportID: number
  userID: number
}

/** One run of a report. Its records are reportRunParts until the link ends. */
export interface ReportRunTable {
  id: Generated<number>
  reportID: number
  /** By whose rights it ran. */
  ranBy: number
  isScheduled: number
  /** Name and definition as they were. */
  name: string
  definition: string
  format: ReportFormat
  state: 'RUNNING' | 'READY' | 'FAILED' | 'EXPIRED'
  startedAt: Time
  endedAt: Time | null
  expiresAt: Time | null
  /** Records read so far, and how many there are. */
  done: Generated<number>
  total: Generated<number>
  /** Why it failed; '' else. */
  fault: Generated<string>
  /** While a server makes it. */
  leaseUntil: Time | null
}

/** Records that a run was made of, as its runner saw them: a JSON list. */
export interface ReportRunPartTable {
  runID: number
  part: number
  records: string
}

/** Who fetched a result, and when. */
export interface ReportFetchTable {
  id: Generated<number>
  runID: number
  userID: number
  at: Time
  how: 'PAGE' | ReportFormat
}

/** A file of a page's rows that is made after the answer (spec 4 §1.6). */
export interface PageExportTable {
  id: Generated<number>
  userID: number
  page: string
  /** JSON of what was asked for. */
  request: string
  type: 'Excel' | 'CSV'
  state: 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED' | 'EXPIRED'
  askedAt: Time
  endedAt: ColumnType<Time | null, Time | null | undefined>
  /** The link is good until then. */
  expiresAt: ColumnType<Time | null, Time | null | undefined>
  /** Rows read so far, and how many there are. */
  done: Generated<number>
  total: number
  fileName: Generated<string>
  storedAs: ColumnType<string | null, string | null | undefined>
  /** In bytes. */
  size: Generated<number>
  /** While a server makes it. */
  leaseUntil: ColumnType<Time | null, Time | null | undefined>
}
