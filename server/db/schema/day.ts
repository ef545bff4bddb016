import type { ColumnType, Generated } from 'kysely'
import type { NotificationClass } from '#shared/contract/notification-centre.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { MeetingAnswer, MeetingRepeat } from '#shared/domain/meetings.ts'
import type { NoteColour } from '#shared/domain/notes.ts'
import type { PowerPage } from '#shared/domain/power-report.ts'
import type { Time } from './time.ts'

/** Broadcasts to everybody or one area, until they end. */
export interface BroadcastTable {
  id: Generated<number>
  message: string
  endDate: Time
  /** Not used any more: broadcastAreas has them. */
  areaID: number | null
  /** 1 for everybody; else broadcastAreas says for whom. */
  isForAll: Generated<number>
  postedBy: number | null
  /** Who ended it before its time. */
  endedBy: ColumnType<number | null, number | null | undefined>
  createdAt: Time
}

export interface BroadcastAreaTable {
  broadcastID: number
  areaID: number
}

/** Who has seen a broadcast, and when first. */
export interface BroadcastViewTable {
  broadcastID: number
  userID: number
  seenAt: Time
}

/** Texts that are kept for broadcasts. */
export interface BroadcastTemplateTable {
  id: Generated<number>
  name: string
  nameKey: string
  message: string
}

/** Whom a defcon alert was for; `seenAt` is null for those who were online and haven't got it. */
export interface DefconPersonTable {
  alertID: number
  userID: number
  wasOnline: number
  seenAt: Time | null
}

/** Defcon alerts; one is on while `endedAt` is null. */
export interface DefconAlertTable {
  id: Generated<number>
  startTime: Time
  endedAt: Time | null
  raisedBy: number | null
  reason: Generated<string>
  isDrill: Generated<number>
  endReason: Generated<string>
  endedBy: ColumnType<number | null, number | null | undefined>
  /** 1 while it stands, else null: unique. */
  standing: ColumnType<number | null, number | null | undefined>
}

/**
 * Messages that pop up on a person's screen. While `deliveredAt` is null it waits for one of their windows.
 */
export interface ShellMessageTable {
  id: Generated<number>
  userID: number
  kind: 'POPUP' | 'QUEST'
  senderID: number | null
  /** An emoji for a quest, else ''. */
  icon: string
  message: string
  at: Time
  deliveredAt: Time | null
}

/**
 * What people are doing and have done. A person has at most one session that hasn't ended (a unique index);
 * somebody without one is INACTIVE.
 */
export interface ActivitySessionTable {
  id: Generated<number>
  userID: number
  activity: ActivityName
  /** As it was called then. */
  project: string | null
  /** Null where that is no project of the company's. */
  projectID: ColumnType<number | null, number | null | undefined>
  category: string | null
  /** Actions that no window of theirs has taken: a JSON list. */
  pendingActions: Generated<string>
  /** By which the window names its taking of them, so that it may ask again whether it has them. */
  actionsTakenBy: ColumnType<string | null, string | null | undefined>
  startedAt: Time
  /** The person themselves, or somebody who put them into it; null where it isn't known. */
  startedBy: number | null
  /** Null while it lasts. */
  endedAt: Time | null
  /** Who replaced it by another activity. */
  endedBy: number | null
  /** Why it was begun, where that was asked: a start without a shift, an override. */
  reason: Generated<string>
  /** '' for what people and supervisors began; SYSTEM for what the product ended or began, RETRO for a correction. */
  source: Generated<'' | 'SYSTEM' | 'RETRO'>
  /** Without a touch of mouse or keyboard. */
  idleSeconds: Generated<number>
  location: ColumnType<'OFFICE' | 'HOME' | null, 'OFFICE' | 'HOME' | null | undefined>
  /** The correction by which it came. */
  correctionID: ColumnType<number | null, number | null | undefined>
  /** 1 while the program in front is followed, from START_WATCHING_ACTIVE_APP to STOP_WATCHING_ACTIVE_APP. */
  isWatched: Generated<number>
  /** By which a window names its switch, so that it comes once; unique for the person. */
  switchKey: ColumnType<string | null, string | null | undefined>
  /** 1 where the clock of the machine that it came from later was wrong, and its time was put right. */
  isTimeCorrected: Generated<number>
}

export interface MeetingTable {
  id: Generated<number>
  hostID: number
  subject: string
  agenda: string
  start: Time
  end: Time
  /** When its people were told that it begins. An immediate one is announced by its calls. */
  announcedAt: Time | null
  /** 1 for a call. */
  isImmediate: Generated<number>
  /** When its people were told that it has ended. */
  endToldAt: ColumnType<Time | null, Time | null | undefined>
  /** The first meeting of its series; null where it doesn't repeat. */
  seriesID: ColumnType<number | null, number | null | undefined>
  repeats: ColumnType<MeetingRepeat | null, MeetingRepeat | null | undefined>
  cancelledAt: ColumnType<Time | null, Time | null | undefined>
  version: Generated<number>
  /** What its people wrote down. */
  notes: Generated<string>
}

/** Who takes part, the host among them. */
export interface MeetingPersonTable {
  meetingID: number
  userID: number
  /** When it was cancelled for this person alone, since they left. */
  cancelledAt: ColumnType<Time | null, Time | null | undefined>
  answer: ColumnType<MeetingAnswer | null, MeetingAnswer | null | undefined>
  answeredAt: ColumnType<Time | null, Time | null | undefined>
  /** When they first came, and last left; the latter null while they are there. */
  joinedAt: ColumnType<Time | null, Time | null | undefined>
  leftAt: ColumnType<Time | null, Time | null | undefined>
}

/** Somebody without an account who is asked to a meeting. */
export interface MeetingGuestTable {
  id: Generated<number>
  meetingID: number
  email: string
  /** The public link by which they answer: one for all of a series. */
  linkID: number | null
  /** As they gave it with their answer. */
  name: Generated<string>
  answer: ColumnType<MeetingAnswer | null, MeetingAnswer | null | undefined>
  answeredAt: ColumnType<Time | null, Time | null | undefined>
}

/** Something that its people put to a meeting. */
export interface MeetingFileTable {
  id: Generated<number>
  meetingID: number
  fileName: string
  contentType: string
  /** In bytes. */
  size: number
  /** Its name in the store. */
  storedAs: string
  addedBy: number | null
  addedAt: Time
}

/** A task that was agreed on in a meeting. */
export interface MeetingActionTable {
  taskID: number
  meetingID: number
}

export interface MissedCallTable {
  id: Generated<number>
  userID: number
  callerID: number
  at: Time
  /** When a window of the person showed it. */
  toldAt: Time | null
}

/** Notes on people's boards. A deleted one can be restored for a day. */
export interface StickyNoteTable {
  id: Generated<number>
  userID: number
  text: string
  colour: NoteColour
  /** From 0 to 1, in relation to the board's width and height. */
  x: number
  y: number
  updatedAt: Time
  deletedAt: ColumnType<Time | null, Time | null | undefined>
}

/** One text for each person; `revision` is its version. */
export interface ScratchPadTable {
  userID: number
  text: string
  revision: number
  updatedAt: Time
}

/** Files that people keep. A deleted one can be restored for a day. */
export interface DocumentTable {
  id: Generated<number>
  userID: number
  name: string
  contentType: string
  /** In bytes. */
  size: number
  content: ColumnType<Uint8Array>
  uploadedAt: Time
  deletedAt: ColumnType<Time | null, Time | null | undefined>
}

/** Notifications. `type` is a name of domain/notifications.ts; unknown ones count as NEW_UPDATE. */
export interface NotificationTable {
  id: Generated<number>
  userID: number
  type: string
  subject: string
  body: string
  source: string
  sourceID: number | null
  cssClass: NotificationClass
  isRead: number
  entryTime: Time
  /** How many changes it tells of: those of a burst are one. */
  changes: Generated<number>
  /** Whose burst of what it is, while another change may join it; unique. */
  burst: ColumnType<string | null, string | null | undefined>
}

export interface MoodTable {
  id: Generated<number>
  userID: number
  /** 1 (sad) to 5 (happy). */
  moodValue: number
  comments: string
  at: Time
  /** 1 where the person's supervisor may see it. */
  isShared: ColumnType<number, number | undefined>
}

/** When each person was last asked how they are. */
export interface MoodQuestionTable {
  userID: number
  askedAt: Time
  /** Until when a window that is opened asks it again; null where it was answered or may be put off. */
  openUntil: Time | null
}

/** People's own layouts of their summary of the day. */
export interface SummaryGridTable {
  userID: number
  gridTemplateColumns: string
  gridTemplateRows: string
  gridArea: string
}

/** How people arranged their dashboards. */
export interface DashboardLayoutTable {
  userID: number
  /** JSON of `PlacedCard[]` (shared/domain/dashboard.ts). */
  cards: string
}

/** A figure of a power report that somebody has on their dashboard (spec 4 §4.2.9). */
export interface DashboardPinTable {
  id: Generated<number>
  userID: number
  /** From 0, one each: so there are never more than `CARD_ROWS` a person, whoever pins at once. */
  place: number
  page: PowerPage
  /** What the figure is called, and the report that it was pinned from. */
  name: string
  report: string
  /** JSON: domain/power-report.ts, PowerDefinition, narrowed to the number and with its figure alone. */
  definition: string
}
