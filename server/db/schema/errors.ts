import type { Generated } from 'kysely'
import type { ErrorLevel, ErrorSource, ErrorState } from '#shared/domain/errors.ts'
import type { Time } from './time.ts'

/** Errors that are alike (spec 5 §5.6). Nothing here holds a secret or personal text (server/error-log/clean.ts). */
export interface ErrorEntryTable {
  id: Generated<number>
  version: number
  /** What is alike in them; unique. */
  fingerprint: string
  level: ErrorLevel
  source: ErrorSource
  message: string
  place: string
  count: number
  firstSeenAt: Time
  lastSeenAt: Time
  /** In which it happened last. */
  build: string
  state: ErrorState
  /** The newest build when it was resolved; null unless it is. */
  resolvedBuild: string | null
  assignedTo: number | null
  ticketID: number | null
  changedBy: number | null
  changedAt: Time
}

/** One time that an error happened; the last 100 of each error. */
export interface ErrorOccurrenceTable {
  id: Generated<number>
  errorID: number
  at: Time
  requestID: string
  personID: number | null
  build: string
  stack: string
}

/** Whom an error happened to. */
export interface ErrorPersonTable {
  errorID: number
  personID: number
}

/** Builds that ran here, in the order in which they came. */
export interface BuildTable {
  build: string
  firstSeenAt: Time
}
