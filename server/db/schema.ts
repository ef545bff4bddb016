import type { ColumnType, Generated } from 'kysely'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ReactionType, ThreadType } from '#shared/contract/chat-entities.ts'
import type { NotificationClass } from '#shared/contract/notification-centre.ts'
import type { LinkPurpose } from '#shared/contract/public-links.ts'
import type { TimelineEvent } from '#shared/contract/ticket-version.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { DocumentType } from '#shared/domain/expense-document.ts'
import type { NoteColour } from '#shared/domain/notes.ts'
import type { Presence } from '#shared/domain/presence.ts'
import type { PictureType } from '#shared/domain/profile-picture.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import type { Priority, TicketStatus } from '#shared/domain/tickets.ts'

/** A point in time in the database: milliseconds since 1970, UTC. */
type Time = number

export interface AreaTable {
  id: Generated<number>
  name: string
}

export interface UserTable {
  id: Generated<number>
  userName: string
  displayName: string
  role: string
  /** INTERVIEWER, SUPERVISOR, AGENCY, ADMIN … as the token's userType. */
  userType: string
  areaID: number | null
  managerID: number | null
  /** Self-describing KDF string; see server/auth/passwords.ts. */
  passwordHash: string
  /** Where their mail goes; without one they get none, and so no links. */
  email: ColumnType<string | null, string | null | undefined>
  isActive: number
  createdAt: Time
}

export interface UserPermissionTable {
  userID: number
  permission: number
}

export interface SessionTable {
  id: string
  /** The sign-in that it came from; a renewed session keeps it, and hub connections live under it. */
  signInID: string
  userID: number
  tokenType: string
  deviceID: string | null
  createdAt: Time
  expiresAt: Time
  revokedAt: Time | null
  /** Set with `revokedAt` where a renewal ended it: for a moment it still answers (server/auth/sessions.ts). */
  renewedAt: ColumnType<Time | null, Time | null | undefined>
  /** When its sign-in began; null in rows from before this was kept, which began with `createdAt`. */
  startedAt: ColumnType<Time | null, Time | null | undefined>
  /** The session whose successor it is, until it is used for the first time. */
  replaces: ColumnType<string | null, string | null | undefined>
}

/** What was counted under a key; no more once `endsAt` has come (server/auth/attempt-counts.ts). */
export interface AttemptCountTable {
  key: string
  count: number
  endsAt: Time
}

/** A device or an address at which a person has signed in (server/auth/known-places.ts). */
export interface KnownPlaceTable {
  /** A hash of the user name with the device or the address. */
  key: string
  userID: number
  signedInAt: Time
}

/** A sign-in under way. `userID` is null for a user name that nobody has: it goes on like any other. */
export interface SignInTable {
  clientKey: string
  userName: string
  userID: number | null
  stage: string
  /** 1 where its link stands in for the password. */
  isPasswordless: number
  /** Of the mailed link that it waits for; null where it waits for none, or the link was used. */
  linkHash: string | null
  /** When its link was confirmed. */
  confirmedAt: Time | null
  /** One-time codes tried so far. */
  wrongCodes: number
  createdAt: Time
  expiresAt: Time
}

/** Somebody's authenticator app. Secrets are sealed (server/auth/vault.ts). */
export interface TwoFactorTable {
  userID: number
  /** Null until the first enrolment is confirmed. */
  secret: string | null
  /** The time step of the last code that was taken: this one and those before are used up. */
  lastStep: number
  /** An enrolment that waits for its first code. */
  pendingSecret: string | null
  pendingSince: Time | null
}

/** Recovery codes that are still good. */
export interface RecoveryCodeTable {
  userID: number
  codeHash: string
}

export interface PasswordResetTable {
  tokenHash: string
  userID: number
  expiresAt: Time
}

/** Companion devices: one a person. */
export interface DeviceTable {
  deviceID: string
  userID: number
  pairedBy: number | null
  pairedAt: Time
}

/** Mail. Its text may carry a link that signs somebody in, and so is emptied once it was handed over. */
export interface OutboxTable {
  id: Generated<number>
  to: string
  subject: string
  text: string
  createdAt: Time
  sentAt: Time | null
}

/** What people's clients report, such as when they went offline. */
export interface EventLogTable {
  id: Generated<number>
  userID: number
  actionName: string
  description: string
  at: Time
}

export interface ThreadTable {
  id: Generated<number>
  type: ThreadType
  source: ChatSource
  /** The record it belongs to; a thread's own id for type THREAD. Unique with `source`. */
  sourceID: number
  label: string
  displayLabel: string
  displayGroupLabel: string
  isGroup: number
  parentID: number | null
  status: string
  priority: string
  createdAt: Time
  lastMessageID: number | null
  lastMessageTime: Time | null
  /** Messages up to here were put away by an admin: nobody sees them any more. */
  archivedThroughID: Generated<number>
}

export interface ThreadMemberTable {
  threadID: number
  userID: number
  isAdmin: number
  isArchived: number
  pinnedAt: Time | null
  /** 0 where nothing was read yet. */
  lastReadMessageID: number
  lastReadAt: Time | null
  /** Messages up to here have reached a window of theirs; while they are connected, all have. */
  deliveredThroughID: Generated<number>
}

export interface MessageTable {
  id: Generated<number>
  threadID: number
  userID: number
  text: string
  type: 'TEXT' | 'FILE' | 'CENTRAL_FILE_HUB'
  entryTime: Time
  editTime: Time | null
  deletedAt: Time | null
  pinnedTime: Time | null
  broadcastTime: Time | null
  broadcastUserID: number | null
  topicID: number | null
  replyToID: number | null
  tokenType: 'WHATSAPP' | 'OAUTH' | 'EMAIL' | 'MOBILE_APP' | null
  overallStatus: string
  /** The sender's client's id of it; unique per sender. */
  clientID: string | null
}

/** Who a message mentions; 'Everyone' and 'Admins' are spelled out when it is written. */
export interface MentionTable {
  messageID: number
  userID: number
}

export interface ReactionTable {
  messageID: number
  userID: number
  reaction: ReactionType
  at: Time
}

/** Files of messages: on disk (server/chat/files/file-store.ts), or small ones of old in `content`. */
export interface AttachmentTable {
  messageID: number
  fileName: string
  contentType: string
  content: ColumnType<Uint8Array | null, Uint8Array | null | undefined>
  /** Its name in the folder of files. */
  storedAs: ColumnType<string | null, string | null | undefined>
  /** In bytes; 0 where only `content` tells. */
  size: ColumnType<number, number | undefined>
}

/** The meeting that is under way in a conversation, or was last. */
export interface ThreadRoomTable {
  threadID: number
  meetingID: number
}

export interface PollTable {
  id: Generated<number>
  threadID: number
  /** The message that asks; set once both are there. */
  messageID: number | null
  question: string
  isMultiple: number
  isAnonymous: number
  createdBy: number
  createdAt: Time
  /** When it ends by itself. */
  closesAt: Time | null
  /** When somebody ended it. */
  closedAt: Time | null
}

export interface PollOptionTable {
  id: Generated<number>
  pollID: number
  text: string
}

export interface PollVoteTable {
  optionID: number
  userID: number
  at: Time
}

/** Texts that everybody in a conversation may write in. */
export interface ChatDocumentTable {
  id: Generated<number>
  threadID: number
  messageID: number | null
  title: string
  text: string
  /** Counts its changes, from 1. */
  version: number
  updatedBy: number
  updatedAt: Time
}

/** What people say they are; who has no row never said. */
export interface ChatStatusTable {
  userID: number
  status: Presence
  at: Time
}

/** People's pictures, one a person at most. */
export interface ProfilePictureTable {
  userID: number
  /** By its first bytes, not by the word of who sent it. */
  contentType: PictureType
  content: ColumnType<Uint8Array>
  updatedAt: Time
}

/** The tools that people have credentials for. */
export type CredentialTool = 'VPN' | 'DIALLER' | 'SURVEY_TOOL' | 'DIMENSIONS' | 'DIMENSIONS_STAGING'

/** What people sign in to their tools with. */
export interface ToolCredentialTable {
  userID: number
  tool: CredentialTool
  /** Their order, from 0, where somebody has several of one tool. */
  place: number
  /** User name, password and address, as the vault seals them. */
  sealed: string
  /** 1 for a VPN that connects without being asked. */
  isAutoConnect: number
  /** 1 for a survey tool that must sign in afresh. */
  forceReload: number
}

/** Links for people without an account. Their tokens are kept as hashes. */
export interface PublicLinkTable {
  id: Generated<number>
  purpose: LinkPurpose
  tokenHash: string
  /** What the visitor is shown (shared/contract/public-subjects.ts), as JSON. */
  subject: string
  /** Whom answers are mailed to. */
  createdBy: number | null
  createdAt: Time
  expiresAt: Time
  /** When a link that is good once was used. */
  usedAt: Time | null
}

/** What visitors sent through a public link. */
export interface PublicAnswerTable {
  id: Generated<number>
  linkID: number
  /** The request's Idempotency-Key: the same one again adds nothing. */
  key: string | null
  kind: string
  /** JSON. */
  answer: string
  at: Time
}

export interface PublicFileTable {
  answerID: number
  fileName: string
  contentType: DocumentType
  content: ColumnType<Uint8Array>
}

/** What has to be done for somebody new. */
export interface OnboardingTaskTable {
  id: Generated<number>
  task: string
  responsible: 'ANYONE' | 'EMPLOYER' | 'AGENCY' | 'USER'
  actionNeeded: 'NONE' | 'UPLOAD_PDF'
  requiredApproval: number
  /** A user type; empty for all. */
  applyTo: string
  createdBy: number | null
  createdAt: Time
}

/** Notices to everybody, or to one area, until they end. */
export interface BroadcastTable {
  id: Generated<number>
  message: string
  endDate: Time
  areaID: number | null
  postedBy: number | null
  createdAt: Time
}

/** Defcon alerts; one stands while `endedAt` is null. */
export interface DefconAlertTable {
  id: Generated<number>
  startTime: Time
  endedAt: Time | null
  raisedBy: number | null
}

/** Messages that pop up on a person's screen; null in `deliveredAt` waits for a window of theirs. */
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

/** What each person does now; who has no row is INACTIVE. */
export interface ActivityTable {
  userID: number
  activity: ActivityName
  project: string | null
  category: string | null
  /** Actions that no window of theirs was told yet: a JSON list. */
  pendingActions: string
  isOverride: number
  since: Time
  /** When the person themselves last said what they do. */
  lastResponseAt: Time | null
}

export interface ActivityHistoryTable {
  id: Generated<number>
  userID: number
  activity: ActivityName
  project: string | null
  startedAt: Time
  endedAt: Time
  /** Who put another activity in its place; the person themselves, or somebody who may. */
  endedBy: number | null
}

export interface MeetingTable {
  id: Generated<number>
  hostID: number
  subject: string
  agenda: string
  start: Time
  end: Time
  /** When its people were told that it begins; an immediate one is announced by its calls. */
  announcedAt: Time | null
}

/** Who takes part, the host among them. */
export interface MeetingPersonTable {
  meetingID: number
  userID: number
}

export interface MissedCallTable {
  id: Generated<number>
  userID: number
  callerID: number
  at: Time
  /** When a window of the person showed it. */
  toldAt: Time | null
}

/** By which the push-messaging service reaches a device; whoever registered it last has it. */
export interface PushTokenTable {
  fcm: string
  userID: number
  at: Time
}

/** A person's remote desktops. */
export interface RemoteDesktopTable {
  id: Generated<number>
  userID: number
  displayName: string
  address: string
  username: string
  /** Sealed by the vault for its owner; null only until the row has its id. */
  sealedPassword: string | null
  updatedAt: Time
}

/** Runs of the speed test; the newest 50 of each person. */
export interface SpeedTestRunTable {
  id: Generated<number>
  userID: number
  takenAt: Time
  kind: 'TEST' | 'BADGE'
  /** The results, each as in the contract, as JSON. They are graded when they are read. */
  results: string
}

/** What hardware tests found, as people sent it to support; the newest 1,000. */
export interface HardwareReportTable {
  id: Generated<number>
  userID: number
  sentAt: Time
  /** As in the contract, as JSON. */
  findings: string
  note: string
  client: string
  /** The person's last run of tests as it was graded then, as JSON; null without one. */
  lastRun: string | null
}

/** Answers of calls that carried an Idempotency-Key, so that a retry answers as the first did. */
export interface IdempotencyTable {
  userID: number
  key: string
  path: string
  /** SHA-256 of the request, so that a key used for something else is refused. */
  requestHash: string
  status: number
  answer: string
  createdAt: Time
}

/** Notes on people's boards; a deleted one can be restored for a day. */
export interface StickyNoteTable {
  id: Generated<number>
  userID: number
  text: string
  colour: NoteColour
  /** Shares of the board's width and height, from 0 to 1. */
  x: number
  y: number
  updatedAt: Time
  deletedAt: ColumnType<Time | null, Time | null | undefined>
}

/** One text a person; `revision` counts its versions. */
export interface ScratchPadTable {
  userID: number
  text: string
  revision: number
  updatedAt: Time
}

/** Files that people keep; a deleted one can be restored for a day. */
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

/** The screens and tools that people opened last: 10 a person (spec 1 §9). */
export interface AppHistoryTable {
  id: Generated<number>
  userID: number
  app: string
  entryTime: Time
}

/** Help tickets (spec 3 §3). Who raised one owns it; who handles it is `assignedTo`. */
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
  /** Points of the effort scale; null until somebody says. */
  effort: string | null
  /** What is to be done, in the words of who handles it. */
  spec: string
  dueBy: Time | null
  assignedTo: number | null
  /** The team it was last escalated to; '' for none. */
  team: string
  /** When somebody first took it in hand. */
  respondedAt: Time | null
  reopenedAt: Time | null
  /** The earliest deadline of the clocks that run; null once it is resolved. Kept for lists (server/tickets/write.ts). */
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

/** What happened to tickets; never changed, only added to. */
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

/** Notes of those who handle a ticket among themselves. */
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

/** Work that somebody lost to a ticket's trouble; a revoked record stays revoked. */
export interface SystemIssueTable {
  id: Generated<number>
  ticketID: number
  userID: number
  activity: string
  startedAt: Time
  /** Null while it lasts. */
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
}

/** What people were told. `type` is a name of domain/notifications.ts; others count as NEW_UPDATE. */
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
}

export interface MoodTable {
  id: Generated<number>
  userID: number
  /** 1 (sad) to 5 (happy). */
  moodValue: number
  comments: string
  at: Time
}

/** People's own layouts of their summary of the day. */
export interface SummaryGridTable {
  userID: number
  gridTemplateColumns: string
  gridTemplateRows: string
  gridArea: string
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

/** What people have to do (spec 3 §3). */
export interface TaskTable {
  id: Generated<number>
  /** Whose task it is. */
  userID: number
  /** The record of the project, as its room has it. */
  projectID: number
  subject: string
  description: string
  eventStart: Time
  eventEnd: Time
  dueDate: Time
  priority: Priority
  /** Of the effort scale, as text. */
  storyPoint: string
  requiredHours: number
  sprint: string
  milestone: string
  status: string
  /** JSON of the call: what it is linked with, and its template filled in. */
  relationship: string | null
  template: string | null
  /** The message that it came from. */
  chatMessageID: number | null
  createdBy: number | null
  createdAt: Time
}

export interface TaskFileTable {
  id: Generated<number>
  taskID: number
  fileName: string
  contentType: string
  content: ColumnType<Uint8Array>
}

/** Guided tours; `payload` is JSON (domain/tours.ts). */
export interface TourTable {
  id: number
  payload: string
}

/** Facts about this installation, such as the seed's version and the token-signing secret. */
export interface SettingTable {
  name: string
  value: string
}

/** What a person has set for themselves, as JSON. */
export interface PersonSettingTable {
  userID: number
  name: string
  value: string
}

/** A person's accounts with other workforce services, one a service. */
export interface ExternalAccountTable {
  id: Generated<number>
  userID: number
  serviceName: string
  userName: string
  updatedAt: Time
}

export interface Schema {
  areas: AreaTable
  users: UserTable
  userPermissions: UserPermissionTable
  sessions: SessionTable
  attemptCounts: AttemptCountTable
  knownPlaces: KnownPlaceTable
  signIns: SignInTable
  twoFactor: TwoFactorTable
  recoveryCodes: RecoveryCodeTable
  passwordResets: PasswordResetTable
  devices: DeviceTable
  outbox: OutboxTable
  eventLog: EventLogTable
  threads: ThreadTable
  threadMembers: ThreadMemberTable
  messages: MessageTable
  mentions: MentionTable
  reactions: ReactionTable
  attachments: AttachmentTable
  threadRooms: ThreadRoomTable
  polls: PollTable
  pollOptions: PollOptionTable
  pollVotes: PollVoteTable
  chatDocuments: ChatDocumentTable
  chatStatuses: ChatStatusTable
  profilePictures: ProfilePictureTable
  toolCredentials: ToolCredentialTable
  publicLinks: PublicLinkTable
  publicAnswers: PublicAnswerTable
  publicFiles: PublicFileTable
  onboardingTasks: OnboardingTaskTable
  broadcasts: BroadcastTable
  defconAlerts: DefconAlertTable
  shellMessages: ShellMessageTable
  activities: ActivityTable
  activityHistory: ActivityHistoryTable
  meetings: MeetingTable
  meetingPeople: MeetingPersonTable
  missedCalls: MissedCallTable
  pushTokens: PushTokenTable
  remoteDesktops: RemoteDesktopTable
  speedTestRuns: SpeedTestRunTable
  hardwareReports: HardwareReportTable
  idempotency: IdempotencyTable
  settings: SettingTable
  personSettings: PersonSettingTable
  externalAccounts: ExternalAccountTable
  stickyNotes: StickyNoteTable
  scratchPads: ScratchPadTable
  documents: DocumentTable
  appHistory: AppHistoryTable
  notifications: NotificationTable
  moods: MoodTable
  summaryGrids: SummaryGridTable
  tickets: TicketTable
  ticketTimeline: TicketTimelineTable
  ticketNotes: TicketNoteTable
  ticketEscalations: TicketEscalationTable
  systemIssues: SystemIssueTable
  shiftLocks: ShiftLockTable
  incidents: IncidentTable
  tasks: TaskTable
  taskFiles: TaskFileTable
  tours: TourTable
}
