import * as z from 'zod/mini'

/** Number of a ticket's change, from 1. A change carries the version that its author saw. */
export const version = z.int().check(z.positive())

/** What happened to a ticket. */
export const timelineEvent = z.enum([
  'RAISED',
  'ASSIGNED',
  'UNASSIGNED',
  'ESCALATED',
  'SETTINGS_CHANGED',
  'NOTE_ADDED',
  'RESOLVED',
  'SELF_RESOLVED',
  'CLOSED_BY_AGENCY',
  'REOPENED',
  'FEEDBACK_GIVEN',
  'MERGED',
  'DUPLICATE_MERGED',
  'CHAT_STARTED',
  'SYSTEM_ISSUE_STARTED',
  'SYSTEM_ISSUE_ENDED',
  'SYSTEM_ISSUE_REVOKED',
])
export type TimelineEvent = z.output<typeof timelineEvent>
