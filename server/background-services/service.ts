import type { ServiceSchedule } from '#shared/domain/background-services.ts'

/** One run of a service, as its work sees it. */
export interface ServiceRun {
  /** In milliseconds since 1970. */
  readonly startedAt: number
  /** When the run before this one began; null for the first. */
  readonly since: number | null
  /** Writes a line that people can read beside the run. No secrets, no personal text. */
  log(text: string): void
  /** Aborted when the server stops, or another server has taken the run over. Long work looks at it. */
  readonly signal: AbortSignal
}

/**
 * Something that the server does by itself (spec 5 §5.2). Registering it (`docs/background-services.md`) gives
 * it its schedule, its row on the page, its log, and that it runs once at a time, also on two servers.
 */
export interface BackgroundService {
  /** Its name in the database, which stays: capital letters and _. */
  readonly key: string
  readonly name: string
  /** What it does, in one sentence. */
  readonly what: string
  readonly schedule: ServiceSchedule
  /** Whether settings switch it off altogether; then it is shown as OFF and runs only by hand. */
  isOff?(): Promise<boolean> | boolean
  /** Its work. What it throws is the run's failure, and its message is shown. */
  run(run: ServiceRun): Promise<void>
}
