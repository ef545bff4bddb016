import type { Generated } from 'kysely'
import type { Outcome, RecordSource } from '#shared/domain/interviews.ts'
import type { Time } from './time.ts'

/** A part of a project's target (spec 4 §2.1). Its achieved are counted, not kept. */
export interface QuotaCellTable {
  id: Generated<number>
  projectID: number
  label: string
  /** Without case: unique in its project. */
  labelKey: string
  /** JSON: name and value. */
  dimensions: string
  target: number
  /** By hand: nobody is to be interviewed for it. */
  isSuspended: Generated<number>
}

/** How a project's sample stands, as its tool said last. */
export interface SampleStatusTable {
  projectID: number
  fresh: number
  inProgress: number
  appointments: number
  refused: number
  complete: number
  ineligible: number
  exhausted: number
  asOf: Time
}

export type DataImportKind =
  | 'INTERVIEW_RECORDS'
  | 'PROJECT_TARGETS'
  | 'QUOTA_CELLS'
  | 'SAMPLE_STATUS'
  | 'DIALLER_STATUS'

/** Somebody's or a program's data, as they came in (spec 4 §3.3). */
/** A file of records that was checked and not yet taken (spec 4 §3.3). */
export interface DataImportCheckTable {
  id: Generated<number>
  byID: number
  fileName: string
  at: Time
  /** JSON: its rows as records, with their numbers. */
  records: string
  kind: Generated<DataImportKind>
}

/** How somebody matched the columns of a kind of file, under a name. */
export interface ImportMatchTable {
  id: Generated<number>
  userID: number
  kind: DataImportKind
  name: string
  /** The name, as it is compared. */
  nameKey: string
  /** JSON: fields by headings in small letters, '' for one that isn't read. */
  columns: string
  /** JSON: what codes of outcomes mean. */
  outcomes: string
  savedAt: Time
}

export interface DataImportTable {
  id: Generated<number>
  kind: DataImportKind
  source: RecordSource
  /** Who counts for the limit of calls a minute: a key, or a person. */
  sender: string
  byID: number | null
  byName: string
  at: Time
  received: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  /** JSON of the first that were refused, and why: shared/contract/data-imports.ts. */
  refusals: Generated<string>
  /** When its records were voided. */
  undoneAt: Time | null
}

/** One call's outcome (spec 4 §2.1). Names and numbers of respondents aren't kept. */
export interface InterviewRecordTable {
  id: Generated<number>
  projectID: number
  /** Null where nobody took the call. */
  userID: number | null
  start: Time
  end: Time
  /** In seconds. */
  duration: number
  outcome: Outcome
  quotaCellID: number | null
  attempt: Generated<number>
  appointmentTime: Time | null
  /** The sample's own; '' where there is none. */
  respondentRef: Generated<string>
  source: RecordSource
  /** Unique in its source; null where the source has none. */
  sourceCallID: string | null
  importID: number | null
  importedAt: Time | null
  /** 1 where no AVAILABLE session of its person and project holds it. */
  isOutside: Generated<number>
  /** 1: it counts nowhere. */
  isVoid: Generated<number>
  voidReason: Generated<string>
}
