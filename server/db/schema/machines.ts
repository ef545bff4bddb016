import type { ColumnType, Generated } from 'kysely'
import type { Time } from './time.ts'

/** The tools that people have credentials for. */
export type CredentialTool = 'VPN' | 'DIALLER' | 'SURVEY_TOOL' | 'DIMENSIONS' | 'DIMENSIONS_STAGING'

/** What people sign in to their tools with. */
export interface ToolCredentialTable {
  userID: number
  tool: CredentialTool
  /** Their order, from 0, where somebody has several of one tool. */
  place: number
  /** User name, password and address, encrypted for their owner (server/auth/sealer.ts). */
  sealed: string
  /** 1 for a VPN that connects without being asked. */
  isAutoConnect: number
  /** 1 for a survey tool that must sign in afresh. */
  forceReload: number
  /** 0 where it isn't known. */
  updatedAt: ColumnType<Time, Time | undefined>
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

/** Runs of the speed test; the newest 50 of each person. */
export interface SpeedTestRunTable {
  id: Generated<number>
  userID: number
  takenAt: Time
  kind: 'TEST' | 'BADGE'
  /** The results, each as in the contract, as JSON. They are graded when they are read. */
  results: string
  /** Which server the connection was measured against, in words; null where none or unknown. */
  server: string | null
}

/** What hardware tests found, as people sent it to support; the newest 1,000. */
export interface HardwareReportTable {
  id: Generated<number>
  userID: number
  sentAt: Time
  /** As in the contract, as JSON. */
  findings: string
  note: string
  client: string
  /** The person's last run of tests as it was graded then, as JSON; null without one. */
  lastRun: string | null
}
