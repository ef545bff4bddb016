import type { ColumnType, Generated } from 'kysely'
import type { CredentialImportState } from '#shared/domain/people-import.ts'
import type { CredentialTool } from '#shared/domain/tool-credentials.ts'
import type { Time } from './time.ts'

/** Credentials for people's tools. */
export interface ToolCredentialTable {
  userID: number
  tool: CredentialTool
  /** Their order, from 0, for several of one tool. */
  place: number
  /** User name, password and address, encrypted for their owner (server/auth/sealer.ts). */
  sealed: string
  /** 1 for a VPN that connects by itself. */
  isAutoConnect: number
  /** 1 for a survey tool that must sign in again. */
  forceReload: number
  /** 0 where it isn't known. */
  updatedAt: ColumnType<Time, Time | undefined>
  /** The last day on which it is good, YYYY-MM-DD; null for no end. */
  expires: ColumnType<string | null, string | null | undefined>
  version: ColumnType<number, number | undefined>
  changedBy: ColumnType<number | null, number | null | undefined>
  /** The end of which those who keep it were told. */
  toldFor: ColumnType<string | null, string | null | undefined>
}

/** An import of tool credentials that can be undone for a day. */
export interface CredentialImportTable {
  id: Generated<number>
  fileName: string
  /** Null for those of before. */
  byID: ColumnType<number | null, number | null | undefined>
  byName: string
  at: Time
  added: number
  updated: number
  state: ColumnType<CredentialImportState, CredentialImportState | undefined>
  /** Rows that it writes, and those that it has come to. */
  total: Generated<number>
  done: Generated<number>
  /** Of the good rows those that somebody else was quicker with. */
  failed: Generated<number>
  isPartial: Generated<number>
  isStopAsked: Generated<number>
  message: Generated<string>
  /** Until when the server that works on it is believed to; null once it is over. */
  leaseUntil: ColumnType<Time | null, Time | null | undefined>
}

/** A row that an import hasn't written yet, sealed as it will stand; version null for a new entry. */
export interface CredentialImportQueueTable {
  importID: number
  number: number
  userID: number
  tool: CredentialTool
  place: number
  version: number | null
  sealed: string
  isAutoConnect: number
  forceReload: number
  expires: string | null
}

/** An entry that an import wrote, and what was there before it. */
export interface CredentialImportRowTable {
  importID: number
  userID: number
  tool: CredentialTool
  place: number
  /** The entry's as the import left it. */
  version: number
  /** What was there, sealed as it was; null where there was nothing. */
  sealed: string | null
  isAutoConnect: number
  forceReload: number
  expires: ColumnType<string | null, string | null | undefined>
}

/** The same for everybody with a role who has none of their own (spec 5 §5.5). */
export interface RoleCredentialTable extends Omit<ToolCredentialTable, 'userID'> {
  roleID: number
}

/** A person's remote desktops. */
export interface RemoteDesktopTable {
  id: Generated<number>
  userID: number
  displayName: string
  address: string
  username: string
  /** Encrypted for its owner; null only until the row has its id. */
  sealedPassword: string | null
  updatedAt: Time
}

/** Runs of the speed test: the newest 50 of each person. */
export interface SpeedTestRunTable {
  id: Generated<number>
  userID: number
  takenAt: Time
  kind: 'TEST' | 'BADGE'
  /** The results as JSON, as in the contract. They are graded when they are read. */
  results: string
  /** Name of the server that was measured against; null where there was none, or it isn't known. */
  server: string | null
}

/** Findings of hardware tests that people sent to support: the newest 1,000. */
export interface HardwareReportTable {
  id: Generated<number>
  userID: number
  sentAt: Time
  /** As in the contract, as JSON. */
  findings: string
  note: string
  client: string
  /** The person's last run of tests with its grades at that time, as JSON; null without one. */
  lastRun: string | null
}
