import type { Generated } from 'kysely'
import type { RunOutcome } from '#shared/domain/background-services.ts'
import type { Time } from './time.ts'

/** What the server does by itself: a row a service (spec 5 §5.2). */
export interface BackgroundServiceTable {
  key: string
  /** JSON, as the code declared it when `nextRunAt` was counted. */
  schedule: string
  nextRunAt: Time
  /** The run that is under way, until its lease ends. */
  leaseID: string | null
  leaseUntil: Time | null
  lastStartedAt: Time | null
  failuresInRow: number
  pausedAt: Time | null
  /** Null: until somebody resumes it. */
  pausedUntil: Time | null
  pausedBy: string | null
  pauseReason: string | null
}

/** One run of a service. */
export interface BackgroundRunTable {
  id: Generated<number>
  key: string
  leaseID: string
  startedAt: Time
  endedAt: Time | null
  /** Null while it runs. */
  outcome: RunOutcome | null
  error: string
  /** Who began it; null for the schedule. */
  startedBy: string | null
  /** JSON: `{ at, text }`, in order. */
  lines: string
}
