import type { ColumnType, Generated } from 'kysely'
import type { AdaptorKind } from '#shared/contract/adaptors.ts'
import type { RunOutcome } from '#shared/domain/background-services.ts'
import type { AttemptOutcome, MailKind, MailState } from '#shared/domain/mail.ts'
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

/** A mail, from its first moment until 90 days after (spec 5 §6.1). */
export interface MailTable {
  id: Generated<number>
  version: number
  /** As it stands in the mail's header; the same at each try. */
  messageID: string
  kind: MailKind
  to: string
  /** Whom it came from, once it was tried. */
  from: string
  subject: string
  /** Whom of the company it is to, where that is known. */
  userID: number | null
  state: MailState
  /** Sealed JSON (`mail/{messageID}`) until it is handed over or given up; null from then on. */
  content: string | null
  createdAt: Time
  /** When its link ends; null where it has none. */
  expiresAt: Time | null
  /** When it is tried, or tried again. */
  nextAt: Time
  leaseID: string | null
  leaseUntil: Time | null
  /** Since it was last put into the queue. */
  tries: number
  firstTriedAt: Time | null
  endedAt: Time | null
  lastAnswer: string
}

/** One try to hand a mail over. */
export interface MailAttemptTable {
  id: Generated<number>
  mailID: number
  leaseID: string
  startedAt: Time
  endedAt: Time | null
  outcome: AttemptOutcome | null
  /** What the mail server said, or why there is no answer. */
  answer: string
}

/** A way to a service outside (spec 5 §5.3). */
export interface AdaptorTable {
  id: Generated<number>
  version: number
  kind: AdaptorKind
  name: string
  isEnabled: number
  /** JSON by the kind's schema, without secrets. */
  settings: string
  lastSuccessAt: Time | null
  lastErrorAt: Time | null
  lastError: string
  failuresInRow: number
  /** Of a webhook: since when it had no success; null where the last try was one. */
  failingSince: ColumnType<Time | null, Time | null | undefined>
  changedBy: number | null
  changedAt: Time
}

/** How often a service was asked in a month. */
export interface AdaptorUseTable {
  adaptorID: number
  /** YYYY-MM, London's. */
  month: string
  uses: number
}

/** Up to where a survey tool was asked through. */
export interface SurveyMarkTable {
  adaptorID: number
  /** What is asked for, as its address calls it. */
  what: string
  /** As the tool gave it; '' where it was all there was. */
  mark: string
  at: Time
}

/** A record of a survey tool whose outcome nobody said the meaning of: it waits, and counts as none. */
export interface SurveyUnmappedTable {
  id: Generated<number>
  adaptorID: number
  sourceCallID: string
  /** Whose call it was; null for nobody's. */
  userID: number | null
  /** As the tool has it. */
  code: string
  /** JSON, as it came. */
  record: string
  at: Time
}

/** What an adaptor signs in with: sealed (`adaptor/{id}/{name}`), never sent to a window. */
export interface AdaptorSecretTable {
  adaptorID: number
  name: string
  sealed: string
  setAt: Time
  setBy: string
}

/** One of an adaptor's last 200 exchanges, without secrets and personal content. */
export interface AdaptorExchangeTable {
  id: Generated<number>
  adaptorID: number
  at: Time
  ms: number
  isOk: number
  what: string
  answer: string
}

/** Somebody whose published allocations a survey tool hasn't been sent as they are since. */
export interface SurveyPlanTable {
  adaptorID: number
  userID: number
  /** When they were last published. */
  at: Time
}
