import type { ColumnType, Generated } from 'kysely'
import type { BulkState } from '#shared/domain/bulk-mail.ts'
import type { Grade } from '#shared/domain/device-grading.ts'
import type { RemoteCommandState } from '#shared/domain/remote-commands.ts'
import type { HostCommand, RemoteCommand } from '#shared/hubs/remote-command.ts'
import type { Time } from './time.ts'

/** A sign-in that was refused. Kept for 90 days (spec 5 §6.8). */
export interface FailedSignInTable {
  id: Generated<number>
  at: Time
  /** Null where nobody has that name. What was typed isn't kept: it may be a password. */
  userID: number | null
  step: 'PASSWORD' | 'SECOND_STEP'
  /** 1 where nothing was checked, since there were too many before. */
  isLockedOut: number
  address: string
}

/** What is last known of somebody's machine. */
export interface MachineTable {
  userID: number
  /** Of the desktop client; null where they have only used a browser. */
  desktopVersion: string | null
  /** Their last speed test by the present thresholds; null before the first. */
  grade: Grade | null
  /** Since when the machine of their desktop client sleeps; null where it doesn't, or nothing is known. */
  asleepAt: ColumnType<Time | null, Time | null | undefined>
}

/** A remote command and what became of it (spec 4 §4.4.1). */
export interface RemoteCommandTable {
  id: Generated<number>
  userID: number
  command: RemoteCommand['command']
  hostCommand: HostCommand | null
  reason: string
  sentBy: number | null
  sentAt: Time
  deliveredAt: ColumnType<Time | null, Time | null | undefined>
  doneAt: ColumnType<Time | null, Time | null | undefined>
  /** As it was told; one that nobody answered is still SENT here (server/support/command-source.ts). */
  state: Exclude<RemoteCommandState, 'EXPIRED'>
  /** Why it failed. */
  answer: ColumnType<string, string | undefined>
}

/** A letter to many (spec 5 §5.9). */
export interface BulkMailTable {
  id: Generated<number>
  /** Counted up by whoever does something with it, so that two at once wait for each other. */
  turn: Generated<number>
  createdBy: number
  createdAt: Time
  state: BulkState
  /** JSON, as it was asked for. */
  audience: string
  subject: string
  body: string
  reason: string
  /** Recipients. */
  count: number
  /** 1 where somebody else has to approve: the database lets it go no further before. */
  needsApproval: number
  /** Null until it was approved, where it has to be. */
  startsAt: Time | null
  approvedBy: ColumnType<number | null, number | null | undefined>
  isApproved: Generated<number>
  stoppedBy: ColumnType<number | null, number | null | undefined>
  endedAt: ColumnType<Time | null, Time | null | undefined>
}

/** Who gets it; the mail once it is in the queue. */
export interface BulkMailPersonTable {
  bulkMailID: number
  userID: number
  mailID: ColumnType<number | null, number | null | undefined>
  postedAt: ColumnType<Time | null, Time | null | undefined>
}

/** Letters that somebody sent to themselves: a hash of subject and body. */
export interface BulkMailTestTable {
  userID: number
  letter: string
  mailID: number
}
