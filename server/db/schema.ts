import type {
  AttachmentTable,
  ChatDocumentTable,
  MentionTable,
  MessageTable,
  PollOptionTable,
  PollTable,
  PollVoteTable,
  ReactionTable,
  ThreadMemberTable,
  ThreadRoomTable,
  ThreadTable,
} from './schema/chat.ts'
import type {
  ActivityHistoryTable,
  ActivityTable,
  BroadcastTable,
  DefconAlertTable,
  DocumentTable,
  MeetingPersonTable,
  MeetingTable,
  MissedCallTable,
  MoodTable,
  NotificationTable,
  ScratchPadTable,
  ShellMessageTable,
  StickyNoteTable,
  SummaryGridTable,
  TaskFileTable,
  TaskTable,
  TourTable,
} from './schema/day.ts'
import type { EventLogTable, IdempotencyTable, OutboxTable, SettingTable } from './schema/installation.ts'
import type {
  HardwareReportTable,
  RemoteDesktopTable,
  SpeedTestRunTable,
  ToolCredentialTable,
} from './schema/machines.ts'
import type {
  AppHistoryTable,
  AreaTable,
  ChatStatusTable,
  ExternalAccountTable,
  PersonSettingTable,
  ProfilePictureTable,
  UserPermissionTable,
  UserTable,
} from './schema/people.ts'
import type {
  AttemptCountTable,
  DeviceTable,
  KnownPlaceTable,
  OnboardingTaskTable,
  PasswordResetTable,
  PublicAnswerTable,
  PublicFileTable,
  PublicLinkTable,
  PushTokenTable,
  RecoveryCodeTable,
  SessionTable,
  SignInTable,
  TwoFactorTable,
} from './schema/sign-in.ts'
import type {
  IncidentTable,
  ShiftLockTable,
  SystemIssueTable,
  TicketEscalationTable,
  TicketNoteTable,
  TicketTable,
  TicketTimelineTable,
} from './schema/tickets.ts'

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
