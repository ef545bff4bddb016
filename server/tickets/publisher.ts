import type { TicketChange } from '#shared/hubs/live-panel.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'

/** Tells connected people what happened to tickets. */
export interface TicketPublisher {
  /** To those who handle tickets, to whoever has it open, and to who raised it. */
  ticketChanged(change: TicketChange, raisedBy: number): void
  notified(kept: readonly KeptNotification[]): void
  /** These people's counts may have changed. */
  countsChanged(userIDs: readonly number[]): Promise<void>
  /** These people's activities have changed. */
  activityChanged(userIDs: readonly number[]): Promise<void>
}
