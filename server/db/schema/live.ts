import type { CallMicrophone } from '#shared/domain/calls.ts'
import type { Time } from './time.ts'

/** A call that is ringing (spec 1 §4.3). Whoever deletes the row answers, declines, cancels or ends the call. */
export interface CallOfferTable {
  id: string
  callerID: number
  calleeID: number
  /** The calling window on the shell's hub, which alone is told how the call goes; null: all of the caller's. */
  connectionID: string | null
  meetingID: number
  screenShare: number
  /** When nobody has answered. */
  endsAt: Time
}

/** Somebody in a call with sound, from one window. */
export interface CallSeatTable {
  /** Chosen by the window, which keeps it for as long as it is in the call. */
  id: string
  /** Null for a visitor, who has a link and no account. */
  userID: number | null
  meetingID: number
  /** The window which signals go to: on the shell's hub; with `visitor:` before it on that of visitors. */
  connectionID: string
  microphone: CallMicrophone
  camera: number
  screen: number
  takenAt: Time
  /** Since when its window has had no connection; null while it has one. */
  awaySince: Time | null
  /** Since when their hand is up; null while it is down. */
  raisedAt: Time | null
  /** A visitor's link, their name, and when their window was last heard of. */
  linkID: number | null
  visitorName: string | null
  seenAt: Time | null
}

/** Who is in which meeting now. */
export interface MeetingPresenceTable {
  userID: number
  meetingID: number
  joinedAt: Time
}

/** A feedback session that goes on (spec 4 §4.4.1). Whoever deletes the row ends it. */
export interface FeedbackTalkTable {
  /** The call that it is. */
  meetingID: number
  userID: number
  coachID: number
  /** JSON: what coach and person did before it began; see server/activity/feedback-talks.ts. */
  before: string
  startedAt: Time
}

/** The last picture of the screen that somebody shares with a meeting; on PostgreSQL only, see MeetingScreens. */
export interface MeetingScreenTable {
  meetingID: number
  userID: number
  picture: string
  /** By the database's clock. */
  shownAt: Time
}

/** A window of somebody who handles tickets that has a ticket open. */
export interface TicketLookTable {
  connectionID: string
  ticketID: number
  userID: number
  since: Time
}

/** A window that has the planner open, and the day and shift that are chosen in it; nulls where nothing is. */
export interface PlannerLookTable {
  connectionID: string
  userID: number
  /** Whose row it is in. */
  chosenUserID: number | null
  /** London's day, `yyyy-MM-dd`. */
  day: string | null
  shiftID: number | null
  since: Time
}
