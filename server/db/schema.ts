import type {
  ActivityCorrectionTable,
  AttendanceDayTable,
  AttendanceExcuseTable,
} from './schema/attendance.ts'
import type {
  BookingGuardTable,
  BookingRequestTable,
  BookingShiftTable,
  CalendarEventTable,
  CalendarExceptionTable,
  CalendarFeedTable,
  CalendarImportTable,
  CalendarRemindedTable,
  CalendarReminderTable,
  CalendarSettingsTable,
  HolidayEntryTable,
  HolidayReminderTable,
  HolidayWarningTable,
} from './schema/calendar.ts'
import type {
  AttachmentTable,
  ChatDocumentTable,
  FileHashTable,
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
  CallHostTable,
  HubConnectionTable,
  HubEventTable,
  MediaEngineTable,
  ServerTable,
} from './schema/cluster.ts'
import type {
  AgencyContractTable,
  AgencyTable,
  AreaClosedDayTable,
  AreaTable,
  ContractTermTable,
  ContractTypeTable,
  GrantorGuardTable,
  PersonalPermissionTable,
  RolePermissionTable,
  RoleTable,
  UserRoleTable,
} from './schema/company.ts'
import type {
  CallEntryPersonTable,
  CallEntryTable,
  CallFavouriteTable,
  CallStatisticTable,
} from './schema/connect.ts'
import type {
  ActivitySessionTable,
  BroadcastAreaTable,
  BroadcastTable,
  BroadcastTemplateTable,
  BroadcastViewTable,
  DashboardLayoutTable,
  DashboardPinTable,
  DefconAlertTable,
  DefconPersonTable,
  DocumentTable,
  MeetingActionTable,
  MeetingFileTable,
  MeetingGuestTable,
  MeetingPersonTable,
  MeetingTable,
  MissedCallTable,
  MoodQuestionTable,
  MoodTable,
  NotificationTable,
  ScratchPadTable,
  ShellMessageTable,
  StickyNoteTable,
  SummaryGridTable,
} from './schema/day.ts'
import type { DemoClockTable } from './schema/demo.ts'
import type { DeviceMessageTable, StoppedNumberTable, WhatsAppNumberTable } from './schema/device-messages.ts'
import type { BuildTable, ErrorEntryTable, ErrorOccurrenceTable, ErrorPersonTable } from './schema/errors.ts'
import type {
  ExperimentalAreaTable,
  ExperimentalPersonTable,
  ExperimentalRoleTable,
  ExperimentalTable,
} from './schema/experimentals.ts'
import type {
  DataImportCheckTable,
  DataImportTable,
  ImportMatchTable,
  InterviewRecordTable,
  QuotaCellTable,
  SampleStatusTable,
} from './schema/fieldwork.ts'
import type {
  FaqArticleTable,
  FaqMissTable,
  FaqReadingTable,
  TicketTeamMemberTable,
  TourFinishTable,
  TourTable,
} from './schema/help.ts'
import type {
  CompanyPictureTable,
  EventLogTable,
  IdempotencyTable,
  InstallationTable,
  LegalTextTable,
  SettingHistoryTable,
  SettingTable,
  SystemFlagTable,
  TenantTable,
} from './schema/installation.ts'
import type {
  AddressLookupTable,
  ApiKeyTable,
  EmailVerificationTable,
  ExternalIdentityTable,
  InboundDeliveryTable,
  ScimGroupTable,
  ScimUserTable,
  SsoFlowTable,
  SsoOnlyRoleTable,
  SsoSessionTable,
  StoppedAddressTable,
  VerifiedAddressTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
} from './schema/integration.ts'
import type { LeavingTable, PayCheckTable } from './schema/leavers.ts'
import type {
  CallOfferTable,
  CallSeatTable,
  FeedbackTalkTable,
  MeetingPresenceTable,
  MeetingScreenTable,
  PlannerLookTable,
  TicketLookTable,
} from './schema/live.ts'
import type {
  ActionWindowTable,
  ActivityOverrideTable,
  DiallerStatusTable,
  IdleReadingTable,
  LiveAlertRuleTable,
  LiveAlertSeenTable,
  RecordedReadingTable,
  WaitingSwitchTable,
} from './schema/live-panel.ts'
import type {
  CredentialImportQueueTable,
  CredentialImportRowTable,
  CredentialImportTable,
  HardwareReportTable,
  RemoteDesktopTable,
  RoleCredentialTable,
  SpeedTestRunTable,
  ToolCredentialTable,
} from './schema/machines.ts'
import type {
  AdaptorExchangeTable,
  AdaptorSecretTable,
  AdaptorTable,
  AdaptorUseTable,
  BackgroundRunTable,
  BackgroundServiceTable,
  MailAttemptTable,
  MailTable,
  SurveyMarkTable,
  SurveyPlanTable,
  SurveyUnmappedTable,
} from './schema/operating.ts'
import type {
  AgreementAcceptanceTable,
  AppHistoryTable,
  ChatStatusTable,
  ContactDetailTable,
  ExternalAccountTable,
  ImportHeadingTable,
  InvitationTable,
  PeopleImportRowTable,
  PeopleImportTable,
  PersonSettingTable,
  ProfileChangeTable,
  ProfilePictureTable,
  ProjectEligibleTable,
  SkillProposalTable,
  UserPermissionTable,
  UserTable,
} from './schema/people.ts'
import type {
  AbsenceAttemptTable,
  AbsenceCaseTable,
  FileNoteTable,
  LateNoticeTable,
  OneToOneTable,
  WelfareContactTable,
} from './schema/people-files.ts'
import type { KpiTable, TargetTable } from './schema/performance.ts'
import type { PipMeetingTable, PipTable } from './schema/pips.ts'
import type { LegalHoldTable, PrivacyRequestTable } from './schema/privacy.ts'
import type {
  AllocationTable,
  CoachingSessionTable,
  QcCalibrationTable,
  QcFormTable,
  QcFormVersionTable,
  QcListenTable,
  QcReviewTable,
} from './schema/quality.ts'
import type { BoardNameTable, QuestPersonTable, QuestTable, XpEntryTable } from './schema/quests.ts'
import type {
  AuditPointTable,
  AuditTable,
  PersonSkillTable,
  SavedViewTable,
  SkillTable,
} from './schema/records.ts'
import type {
  PageExportTable,
  ReportDefinitionTable,
  ReportFetchTable,
  ReportRecipientTable,
  ReportRoleTable,
  ReportRunPartTable,
  ReportRunTable,
  ReportScheduleTable,
} from './schema/reports.ts'
import type { FitNoteTable, ReturnToWorkFormTable } from './schema/return-to-work.ts'
import type {
  AskedLinkTable,
  AttemptCountTable,
  ChecklistItemTable,
  DeviceTable,
  ExcludedDeviceTable,
  KnownPlaceTable,
  MobileCodeTable,
  OAuthClientTable,
  OAuthCodeTable,
  OAuthGrantTable,
  OAuthTokenTable,
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
  BookingWindowTable,
  CampaignApplicationTable,
  CampaignSlotTable,
  CampaignTable,
  SlotBookingTable,
  WindowSlotTable,
} from './schema/slots.ts'
import type {
  AgencyRateTable,
  ApplicantImportRowTable,
  ApplicantImportTable,
  ApplicantOfferTable,
  ApplicantScorecardTable,
  ApplicantTable,
  ExpenseRateTable,
  PayLineTable,
  PayQueryTable,
  ProjectSkillTable,
  ShiftOfferTable,
  ShiftPatternPersonTable,
  ShiftPatternTable,
  ShiftRequestTable,
  ShiftTable,
  SkillReminderTable,
} from './schema/staffing.ts'
import type {
  BulkMailPersonTable,
  BulkMailTable,
  BulkMailTestTable,
  FailedSignInTable,
  MachineTable,
  RemoteCommandTable,
} from './schema/support.ts'
import type {
  EpicTable,
  ProjectBriefReadTable,
  ProjectBriefTable,
  ProjectTable,
  TaskFileTable,
  TaskHistoryTable,
  TaskLinkTable,
  TaskTable,
} from './schema/tasks.ts'
import type {
  IncidentTable,
  ShiftLockTable,
  SystemIssueTable,
  TicketEscalationTable,
  TicketNoteTable,
  TicketTable,
  TicketTimelineTable,
} from './schema/tickets.ts'
import type {
  TrainingAttendeeTable,
  TrainingExcuseTable,
  TrainingRecordTable,
  TrainingReminderTable,
  TrainingSessionTable,
  TrainingTypeTable,
} from './schema/training.ts'
import type {
  VaultCompanyKeyTable,
  VaultCompanySealTable,
  VaultDeletionTable,
  VaultEntryKeyTable,
  VaultEntryTable,
  VaultKeyTable,
  VaultUseTable,
} from './schema/vault.ts'

export interface Schema {
  areas: AreaTable
  areaClosedDays: AreaClosedDayTable
  users: UserTable
  invitations: InvitationTable
  peopleImports: PeopleImportTable
  peopleImportRows: PeopleImportRowTable
  importHeadings: ImportHeadingTable
  agreementAcceptances: AgreementAcceptanceTable
  userPermissions: UserPermissionTable
  roles: RoleTable
  rolePermissions: RolePermissionTable
  userRoles: UserRoleTable
  personalPermissions: PersonalPermissionTable
  leavings: LeavingTable
  payChecks: PayCheckTable
  excludedDevices: ExcludedDeviceTable
  grantorGuard: GrantorGuardTable
  agencies: AgencyTable
  returnToWorkForms: ReturnToWorkFormTable
  fitNotes: FitNoteTable
  agencyContracts: AgencyContractTable
  applicants: ApplicantTable
  shiftPatternPeople: ShiftPatternPersonTable
  shiftPatterns: ShiftPatternTable
  applicantImports: ApplicantImportTable
  applicantImportRows: ApplicantImportRowTable
  applicantScorecards: ApplicantScorecardTable
  applicantOffers: ApplicantOfferTable
  shiftOffers: ShiftOfferTable
  shiftRequests: ShiftRequestTable
  bookingWindows: BookingWindowTable
  windowSlots: WindowSlotTable
  slotBookings: SlotBookingTable
  campaigns: CampaignTable
  campaignSlots: CampaignSlotTable
  campaignApplications: CampaignApplicationTable
  shifts: ShiftTable
  agencyRates: AgencyRateTable
  expenseRates: ExpenseRateTable
  payLines: PayLineTable
  payQueries: PayQueryTable
  skillReminders: SkillReminderTable
  projectSkills: ProjectSkillTable
  contractTypes: ContractTypeTable
  contractTerms: ContractTermTable
  sessions: SessionTable
  attemptCounts: AttemptCountTable
  knownPlaces: KnownPlaceTable
  signIns: SignInTable
  twoFactor: TwoFactorTable
  recoveryCodes: RecoveryCodeTable
  passwordResets: PasswordResetTable
  askedLinks: AskedLinkTable
  devices: DeviceTable
  eventLog: EventLogTable
  threads: ThreadTable
  threadMembers: ThreadMemberTable
  messages: MessageTable
  mentions: MentionTable
  reactions: ReactionTable
  attachments: AttachmentTable
  fileHashes: FileHashTable
  threadRooms: ThreadRoomTable
  polls: PollTable
  pollOptions: PollOptionTable
  pollVotes: PollVoteTable
  chatDocuments: ChatDocumentTable
  boardNames: BoardNameTable
  quests: QuestTable
  questPeople: QuestPersonTable
  xpEntries: XpEntryTable
  pips: PipTable
  pipMeetings: PipMeetingTable
  projectEligible: ProjectEligibleTable
  skillProposals: SkillProposalTable
  chatStatuses: ChatStatusTable
  profilePictures: ProfilePictureTable
  toolCredentials: ToolCredentialTable
  roleCredentials: RoleCredentialTable
  credentialImports: CredentialImportTable
  credentialImportQueue: CredentialImportQueueTable
  credentialImportRows: CredentialImportRowTable
  publicLinks: PublicLinkTable
  publicAnswers: PublicAnswerTable
  publicFiles: PublicFileTable
  checklistItems: ChecklistItemTable
  contactDetails: ContactDetailTable
  profileChanges: ProfileChangeTable
  onboardingTasks: OnboardingTaskTable
  faqArticles: FaqArticleTable
  faqMisses: FaqMissTable
  faqReadings: FaqReadingTable
  broadcasts: BroadcastTable
  defconAlerts: DefconAlertTable
  broadcastAreas: BroadcastAreaTable
  broadcastViews: BroadcastViewTable
  broadcastTemplates: BroadcastTemplateTable
  defconPeople: DefconPersonTable
  shellMessages: ShellMessageTable
  activitySessions: ActivitySessionTable
  attendanceDays: AttendanceDayTable
  attendanceExcuses: AttendanceExcuseTable
  activityCorrections: ActivityCorrectionTable
  activityOverrides: ActivityOverrideTable
  diallerStatuses: DiallerStatusTable
  idleReadings: IdleReadingTable
  recordedReadings: RecordedReadingTable
  actionWindows: ActionWindowTable
  waitingSwitches: WaitingSwitchTable
  liveAlertsSeen: LiveAlertSeenTable
  liveAlertRules: LiveAlertRuleTable
  quotaCells: QuotaCellTable
  demoClock: DemoClockTable
  sampleStatuses: SampleStatusTable
  dataImportChecks: DataImportCheckTable
  importMatches: ImportMatchTable
  dataImports: DataImportTable
  interviewRecords: InterviewRecordTable
  qcForms: QcFormTable
  qcFormVersions: QcFormVersionTable
  qcCalibrations: QcCalibrationTable
  qcReviews: QcReviewTable
  qcListens: QcListenTable
  coachingSessions: CoachingSessionTable
  trainingTypes: TrainingTypeTable
  trainingSessions: TrainingSessionTable
  trainingAttendees: TrainingAttendeeTable
  trainingRecords: TrainingRecordTable
  trainingExcuses: TrainingExcuseTable
  trainingReminders: TrainingReminderTable
  absenceCases: AbsenceCaseTable
  absenceAttempts: AbsenceAttemptTable
  lateNotices: LateNoticeTable
  oneToOnes: OneToOneTable
  fileNotes: FileNoteTable
  welfareContacts: WelfareContactTable
  allocations: AllocationTable
  holidayEntries: HolidayEntryTable
  holidayWarnings: HolidayWarningTable
  holidayReminders: HolidayReminderTable
  oauthClients: OAuthClientTable
  oauthGrants: OAuthGrantTable
  oauthCodes: OAuthCodeTable
  oauthTokens: OAuthTokenTable
  mobileCodes: MobileCodeTable
  meetings: MeetingTable
  meetingPeople: MeetingPersonTable
  meetingPresence: MeetingPresenceTable
  feedbackTalks: FeedbackTalkTable
  meetingActions: MeetingActionTable
  meetingFiles: MeetingFileTable
  meetingGuests: MeetingGuestTable
  meetingScreens: MeetingScreenTable
  callOffers: CallOfferTable
  callHosts: CallHostTable
  mediaEngines: MediaEngineTable
  callSeats: CallSeatTable
  callEntries: CallEntryTable
  callEntryPeople: CallEntryPersonTable
  callFavourites: CallFavouriteTable
  callStatistics: CallStatisticTable
  missedCalls: MissedCallTable
  pushTokens: PushTokenTable
  remoteDesktops: RemoteDesktopTable
  speedTestRuns: SpeedTestRunTable
  hardwareReports: HardwareReportTable
  failedSignIns: FailedSignInTable
  machines: MachineTable
  remoteCommands: RemoteCommandTable
  bulkMails: BulkMailTable
  bulkMailPeople: BulkMailPersonTable
  bulkMailTests: BulkMailTestTable
  idempotency: IdempotencyTable
  experimentals: ExperimentalTable
  experimentalPeople: ExperimentalPersonTable
  experimentalRoles: ExperimentalRoleTable
  experimentalAreas: ExperimentalAreaTable
  deviceMessages: DeviceMessageTable
  stoppedNumbers: StoppedNumberTable
  whatsAppNumbers: WhatsAppNumberTable
  legalTexts: LegalTextTable
  settingHistory: SettingHistoryTable
  settings: SettingTable
  hubConnections: HubConnectionTable
  hubEvents: HubEventTable
  servers: ServerTable
  installation: InstallationTable
  companyPictures: CompanyPictureTable
  tenant: TenantTable
  systemFlags: SystemFlagTable
  backgroundServices: BackgroundServiceTable
  backgroundRuns: BackgroundRunTable
  mails: MailTable
  mailAttempts: MailAttemptTable
  adaptors: AdaptorTable
  adaptorSecrets: AdaptorSecretTable
  adaptorExchanges: AdaptorExchangeTable
  adaptorUses: AdaptorUseTable
  addressLookups: AddressLookupTable
  emailVerifications: EmailVerificationTable
  verifiedAddresses: VerifiedAddressTable
  stoppedAddresses: StoppedAddressTable
  surveyMarks: SurveyMarkTable
  surveyUnmapped: SurveyUnmappedTable
  surveyPlans: SurveyPlanTable
  apiKeys: ApiKeyTable
  externalIdentities: ExternalIdentityTable
  scimGroups: ScimGroupTable
  scimUsers: ScimUserTable
  ssoFlows: SsoFlowTable
  ssoSessions: SsoSessionTable
  ssoOnlyRoles: SsoOnlyRoleTable
  webhookDeliveries: WebhookDeliveryTable
  webhookAttempts: WebhookAttemptTable
  inboundDeliveries: InboundDeliveryTable
  builds: BuildTable
  errorEntries: ErrorEntryTable
  errorOccurrences: ErrorOccurrenceTable
  errorPeople: ErrorPersonTable
  legalHolds: LegalHoldTable
  privacyRequests: PrivacyRequestTable
  pageExports: PageExportTable
  reportDefinitions: ReportDefinitionTable
  reportFetches: ReportFetchTable
  reportRecipients: ReportRecipientTable
  reportRoles: ReportRoleTable
  reportRunParts: ReportRunPartTable
  reportRuns: ReportRunTable
  reportSchedules: ReportScheduleTable
  personSettings: PersonSettingTable
  externalAccounts: ExternalAccountTable
  stickyNotes: StickyNoteTable
  scratchPads: ScratchPadTable
  documents: DocumentTable
  appHistory: AppHistoryTable
  notifications: NotificationTable
  moodQuestions: MoodQuestionTable
  moods: MoodTable
  summaryGrids: SummaryGridTable
  dashboardLayouts: DashboardLayoutTable
  dashboardPins: DashboardPinTable
  kpis: KpiTable
  targets: TargetTable
  tickets: TicketTable
  ticketTimeline: TicketTimelineTable
  ticketLooks: TicketLookTable
  plannerLooks: PlannerLookTable
  ticketNotes: TicketNoteTable
  ticketEscalations: TicketEscalationTable
  systemIssues: SystemIssueTable
  shiftLocks: ShiftLockTable
  incidents: IncidentTable
  epics: EpicTable
  projects: ProjectTable
  projectBriefs: ProjectBriefTable
  projectBriefReads: ProjectBriefReadTable
  tasks: TaskTable
  taskLinks: TaskLinkTable
  taskFiles: TaskFileTable
  taskHistory: TaskHistoryTable
  bookingGuards: BookingGuardTable
  calendarEvents: CalendarEventTable
  calendarExceptions: CalendarExceptionTable
  bookingRequests: BookingRequestTable
  bookingShifts: BookingShiftTable
  calendarFeeds: CalendarFeedTable
  calendarImports: CalendarImportTable
  calendarReminded: CalendarRemindedTable
  calendarReminders: CalendarReminderTable
  calendarSettings: CalendarSettingsTable
  tourFinishes: TourFinishTable
  ticketTeamMembers: TicketTeamMemberTable
  tours: TourTable
  vaultCompanyKeys: VaultCompanyKeyTable
  vaultCompanySeals: VaultCompanySealTable
  vaultKeys: VaultKeyTable
  vaultEntries: VaultEntryTable
  vaultEntryKeys: VaultEntryKeyTable
  vaultUses: VaultUseTable
  vaultDeletions: VaultDeletionTable
  skills: SkillTable
  personSkills: PersonSkillTable
  savedViews: SavedViewTable
  audit: AuditTable
  auditPoints: AuditPointTable
}
