import * as z from 'zod/mini'
import { CLOCK_NAMES } from '../domain/ticket-clocks.ts'
import {
  TICKET_OPTION_MAX,
  TICKET_OPTIONS_MAX,
  TICKET_QUESTION_MAX,
  TICKET_QUESTIONS_MAX,
  TICKET_TYPE_MAX,
} from '../domain/ticket-guide.ts'
import { EFFORTS, PRIORITIES, RATING_MAX, RATING_MIN, TICKET_STATUSES } from '../domain/tickets.ts'
import { recordID, timestamp, userID } from './primitives.ts'
import { timelineEvent, version } from './ticket-version.ts'

export const ticketStatus = z.enum(TICKET_STATUSES)
export const priority = z.enum(PRIORITIES)
export const effort = z.enum(EFFORTS.map(({ points }) => points))
/** One of the company's types; old tickets keep the ones that were retired since. */
export const ticketType = z.string().check(z.minLength(1), z.maxLength(TICKET_TYPE_MAX))

/** What is asked about a type, in order; without options people answer in their own words. */
export const ticketQuestions = z
  .array(
    z.object({
      message: z.string().check(z.maxLength(TICKET_QUESTION_MAX)),
      options: z
        .array(z.string().check(z.maxLength(TICKET_OPTION_MAX)))
        .check(z.maxLength(TICKET_OPTIONS_MAX)),
    }),
  )
  .check(z.maxLength(TICKET_QUESTIONS_MAX))

/**
 * The version that the author of a change saw: with another current version the answer is 409. Without it
 * nothing is compared.
 */
export const seenVersion = z.optional(version)

/** A clock of the ticket. `stopped` is null while it runs, `lateSince` is null while it is in time. */
export const ticketClock = z.object({
  clock: z.enum(CLOCK_NAMES),
  deadline: timestamp,
  stopped: z.nullable(timestamp),
  lateSince: z.nullable(timestamp),
})

/** Which clock is late, and since when; null where none is. */
export const lateness = z.nullable(z.object({ clock: z.enum(CLOCK_NAMES), since: timestamp }))

/**
 * A ticket (spec 3 §3). `userName`: sign-in name of who raised it; `interviewerName`: their name;
 * `interviewerNameID`: the name by which a resolution names them. `transcript` is JSON with `renderedSteps`,
 * as it was sent (domain/ticket-transcript.ts). Everything after `transcript` is an extension.
 */
export const ticket = z.object({
  id: recordID,
  message: z.string(),
  date: timestamp,
  interviewerName: z.string(),
  userLoginID: userID,
  userName: z.string(),
  resolved: z.boolean(),
  requireFeedback: z.boolean(),
  resolvedComment: z.string(),
  transcript: z.string(),

  interviewerNameID: z.string(),
  ticketType,
  status: ticketStatus,
  priority,
  /** Who is assigned; 0 and '' for nobody. */
  assignID: userID,
  assign: z.string(),
  /** The team it was last escalated to, or that takes its type; '' for none. */
  team: z.string(),
  resolvedSubject: z.string(),
  resolvedBy: z.string(),
  resolvedTime: z.nullable(timestamp),
  /** The feedback on its resolution; null before it was given. */
  feedback: z.nullable(z.object({ rating: z.int(), comment: z.string() })),
  /** The ticket that this one was merged into. */
  mergedInto: z.nullable(recordID),
  version,
  updatedTime: timestamp,
  /** Who changed it last. */
  updatedBy: z.string(),
  clocks: z.array(ticketClock),
  lateness,
})
export type Ticket = z.output<typeof ticket>

/**
 * A row of a ticket list (spec 3 §3). `date` is 'YYYY-MM-DD' and `time` 'HH:MM', both in UTC;
 * `raisedTime` is both at once. What follows `assign` are extensions.
 */
export const helpTicket = z.object({
  id: recordID,
  date: z.string(),
  time: z.string(),
  ticketType,
  message: z.string(),
  resolved: z.boolean(),
  /** Name of who is assigned; '' for nobody. */
  assign: z.string(),

  raisedTime: timestamp,
  updatedTime: timestamp,
  userLoginID: userID,
  interviewerName: z.string(),
  status: ticketStatus,
  priority,
  assignID: userID,
  requireFeedback: z.boolean(),
  mergedInto: z.nullable(recordID),
  version,
  lateness,
})
export type HelpTicket = z.output<typeof helpTicket>

/**
 * A ticket's settings (spec 3 §3). `spec` is a description of the work; `dueby` is null without a due date.
 */
export const ticketSettings = z.object({
  ticketID: recordID,
  spec: z.string().check(z.maxLength(10_000)),
  status: ticketStatus,
  effort: z.nullable(effort),
  priority,
  type: ticketType,
  dueby: z.nullable(timestamp),
})
export type TicketSettings = z.output<typeof ticketSettings>

/** A changed field with its old and new value. */
export const fieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() })

/** An entry of a ticket's timeline (spec 3 §3); `id` is an extension. Times never fall as ids rise. */
export const timelineEntry = z.object({
  id: recordID,
  eventTime: timestamp,
  payload: z.object({
    event: timelineEvent,
    /** Who did it; 'SAM' for the system. */
    by: z.string(),
    byID: userID,
    /** The text that was given with it; '' for none. */
    text: z.string(),
    changes: z.array(fieldChange),
  }),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** A note among those who handle the ticket; who raised it doesn't see it. */
export const internalNote = z.object({
  id: recordID,
  note: z.string(),
  by: z.string(),
  byID: userID,
  entryTime: timestamp,
})
export type InternalNote = z.output<typeof internalNote>

/**
 * Work lost to the problem that a ticket is about (spec 3 §3). Until it ends `eventEnd` is null and
 * `totalSeconds` counts up to now. The revocation is an extension.
 */
export const systemIssueRecord = z.object({
  recordID,
  activity: z.string(),
  eventStart: timestamp,
  eventEnd: z.nullable(timestamp),
  totalSeconds: z.int().check(z.nonnegative()),
  revoked: z.nullable(z.object({ by: z.string(), time: timestamp, reason: z.string() })),
})
export type SystemIssueRecord = z.output<typeof systemIssueRecord>

export const feedback = z.object({
  rating: z.int().check(z.minimum(RATING_MIN), z.maximum(RATING_MAX)),
  comment: z.string().check(z.maxLength(2000)),
})

/** Answer to a change: the ticket's new version. */
export const ticketChanged = z.object({ done: z.literal(true), version })
