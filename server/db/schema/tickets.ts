import type { Generated } from 'kysely'
import type { TimelineEvent } from '#shared/contract/ticket-version.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import type { Priority, TicketStatus } from '#shared/domain/tickets.ts'
import type { Time } from './time.ts'

/** Help tickets (spec 3 §3). A ticket belongs to who raised it; `assignedTo` is who handles it. */
export interface TicketTable {
  id: Generated<number>
  raisedBy: number
  raisedAt: Time
  ticketType: TicketType
  message: string
  /** JSON with `renderedSteps`, as it came; old ones may be anything. */
  transcript: string
  status: TicketStatus
  priority: Priority
  /** A value of the effort scale; null until one is chosen. */
  effort: string | null
  /** A description of the work, by who handles it. */
  spec: string
  dueBy: Time | null
  assignedTo: number | null
  /** The team it was last escalated to, or that takes its type; '' for none. */
  team: string
  /** The clocks that held when it was raised, or got its priority; null: those of every company. */
  responseMinutes: Generated<number | null>
  resolutionMinutes: Generated<number | null>
  /** When somebody first took it. */
  respondedAt: Time | null
  reopenedAt: Time | null
  /**
   * The earliest deadline of the running clocks, for lists; null once it is resolved
   * (server/tickets/write.ts).
   */
  nextDeadline: Time | null
  /** Set while it is resolved. */
  resolvedAt: Time | null
  resolvedBy: number | null
  resolvedSubject: string
  resolvedComment: string
  requireFeedback: number
  /** 1 to 5, once feedback was given. */
  rating: number | null
  feedbackComment: string
  /** The ticket that it was merged into as a duplicate. */
  mergedInto: number | null
  /** Counts its changes, from 1. */
  version: number
  updatedAt: Time
  updatedBy: number | null
}

/** What happened to tickets; rows are only added. */
export interface TicketTimelineTable {
  id: Generated<number>
  ticketID: number
  eventTime: Time
  event: TimelineEvent
  byID: number | null
  text: string
  /** JSON: the fields that were changed. */
  changes: string
}

/** Notes among those who handle a ticket. */
export interface TicketNoteTable {
  id: Generated<number>
  ticketID: number
  byID: number | null
  note: string
  at: Time
}

export interface TicketEscalationTable {
  id: Generated<number>
  ticketID: number
  team: string
  reason: string
  byID: number | null
  at: Time
}

/** Work lost to the problem that a ticket is about. A revoked record stays revoked. */
export interface SystemIssueTable {
  id: Generated<number>
  ticketID: number
  userID: number
  /** The activity session that it is booked on; null for old records. */
  sessionID: Generated<number | null>
  activity: string
  startedAt: Time
  /** Null until it ends; a person has one at a time. */
  endedAt: Time | null
  revokedAt: Time | null
  revokedBy: number | null
  revokeReason: string
}

/** People whose shift is locked. */
export interface ShiftLockTable {
  userID: number
  lockedBy: number | null
  lockedAt: Time
  reason: Generated<string>
}

/** Incidents in interviews. */
export interface IncidentTable {
  id: Generated<number>
  userID: number
  projectID: number
  callID: string
  respondentName: string
  phoneNumber: string
  details: string
  at: Time
}
