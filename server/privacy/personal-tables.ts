import type { Schema } from '../db/schema.ts'

/** Parts of a person's export, in its order (spec 5 §6.9). */
export const EXPORT_SECTIONS = {
  PROFILE: 'Profile',
  EMPLOYMENT: 'Employment',
  SIGN_INS: 'Sign-ins',
  DEVICES: 'Devices',
  ACTIVITIES: 'Activities',
  CALENDAR: 'Calendar',
  TASKS: 'Tasks',
  TRAINING: 'Training and skills',
  TICKETS: 'Tickets',
  MESSAGES: 'Messages',
  MOODS: 'Moods',
  FILES: 'Files',
  SETTINGS: 'Settings and notes',
  AUDIT: 'Audit entries',
} as const
export type ExportSection = keyof typeof EXPORT_SECTIONS

/** A table with a person's data: where it stands in their export, and what becomes of it when they are erased. */
export interface PersonalTable {
  /** The column that says whom a row is about. */
  readonly person: string
  /** Null where the export hasn't got it. */
  readonly section: ExportSection | null
  /** Columns that never leave: secrets, and what is about others. */
  readonly hide?: readonly string[]
  readonly onErase: 'DELETE' | 'KEEP' | 'BLANK'
  /** What BLANK writes. */
  readonly blank?: Readonly<Record<string, string | number | null>>
  /** What it is called where an erasure is previewed. */
  readonly what: string
  /** Why it is kept, or why it isn't exported. */
  readonly why?: string
}

/** `NOTHING`: no row is about a person; `WITH`: its rows go with those of the named table. */
type TableRule = 'NOTHING' | { readonly with: keyof Schema } | PersonalTable

const own = (
  section: ExportSection | null,
  what: string,
  more: Partial<PersonalTable> = {},
): PersonalTable => ({ person: 'userID', section, what, onErase: 'DELETE', ...more })

const PAY_LAW = 'Pay law asks for six years of it; it goes by its retention.'
const COMPANY = 'It is the company’s; it goes on under the new name.'
const OTHERS = 'It tells of others.'
const LIVE = 'It is there only while it happens.'
const SECRET = 'It opens something, and says nothing about the person.'

/**
 * Every table, and what of it is about a person: exports, erasures and their preview come from here. A new table
 * is one line; a test names one about people that is missing.
 */
export const PERSONAL_TABLES = {
  users: own('PROFILE', 'Profile and employment', {
    person: 'id',
    hide: ['passwordHash', 'isActive', 'version', 'changedBy', 'lockedBy', 'deactivatedBy'],
    onErase: 'KEEP',
    why: 'The entry stays as ‘Former colleague’, without contact data; days of employment for pay law.',
  }),
  contactDetails: own('PROFILE', 'Contact details'),
  profileChanges: own('PROFILE', 'Changes they asked for', { hide: ['decidedBy'] }),
  profilePictures: own('FILES', 'Picture'),
  userRoles: own('EMPLOYMENT', 'Roles'),
  personalPermissions: own('EMPLOYMENT', 'Personal permissions'),
  userPermissions: own(null, 'Permissions', { why: 'It comes of roles and grants, which are exported.' }),
  personSkills: own('TRAINING', 'Skills'),
  checklistItems: own('TRAINING', 'Onboarding tasks and their files'),
  sessions: own('SIGN_INS', 'Sessions', { hide: ['id', 'signInID', 'replaces'] }),
  signIns: own(null, 'Sign-ins under way', { why: SECRET }),
  twoFactor: own(null, 'Two-factor secret', { why: SECRET }),
  recoveryCodes: own(null, 'Recovery codes', { why: SECRET }),
  passwordResets: own(null, 'Links for passwords', { why: SECRET }),
  mobileCodes: own(null, 'Codes for mobile devices', { why: SECRET }),
  knownPlaces: own('SIGN_INS', 'Known places', { hide: ['key'] }),
  oauthGrants: own('SIGN_INS', 'Apps that may call for them'),
  oauthCodes: { with: 'oauthGrants' },
  oauthTokens: { with: 'oauthGrants' },
  apiKeys: own('SIGN_INS', 'API keys', { person: 'ownerID', hide: ['hash'] }),
  devices: own('DEVICES', 'Devices'),
  deviceMessages: own('DEVICES', 'Messages to their devices', { hide: ['to', 'leaseID'] }),
  pushTokens: own('DEVICES', 'Push tokens', { hide: ['fcm'] }),
  hardwareReports: own('DEVICES', 'Hardware reports'),
  speedTestRuns: own('DEVICES', 'Speed tests'),
  remoteDesktops: own('DEVICES', 'Remote desktops', { hide: ['sealedPassword'] }),
  credentialImportQueue: own('DEVICES', 'Tool credentials that are being imported', { hide: ['sealed'] }),
  credentialImportRows: own('DEVICES', 'Replaced tool credentials', { hide: ['sealed'] }),
  toolCredentials: own('DEVICES', 'Tool credentials', { hide: ['sealed'] }),
  externalAccounts: own('DEVICES', 'Accounts with other services'),
  activitySessions: own('ACTIVITIES', 'Activity sessions', { onErase: 'KEEP', why: PAY_LAW }),
  attendanceDays: own('ACTIVITIES', 'Attendance', { onErase: 'KEEP', why: PAY_LAW }),
  attendanceExcuses: own('ACTIVITIES', 'Excused times', { onErase: 'KEEP', why: PAY_LAW }),
  activityCorrections: own('ACTIVITIES', 'Corrections', { onErase: 'KEEP', why: PAY_LAW }),
  eventLog: own('ACTIVITIES', 'Event log'),
  appHistory: own('ACTIVITIES', 'Pages they opened'),
  hubConnections: own(null, 'Their open windows', { why: LIVE }),
  callOffers: own(null, 'Calls that ring', { person: 'callerID', why: LIVE }),
  missedCalls: own('ACTIVITIES', 'Missed calls'),
  shifts: own('CALENDAR', 'Shifts', { onErase: 'KEEP', why: PAY_LAW, hide: ['note'] }),
  shiftLocks: own('CALENDAR', 'Locked shift'),
  calendarEvents: own('CALENDAR', 'Calendar'),
  calendarExceptions: { with: 'calendarEvents' },
  calendarFeeds: own(null, 'Calendar link', { why: SECRET }),
  calendarImports: own('CALENDAR', 'Calendar imports'),
  calendarReminded: own('CALENDAR', 'Reminders told'),
  calendarReminders: own('CALENDAR', 'Reminders'),
  calendarSettings: own('CALENDAR', 'Calendar settings'),
  bookingRequests: own('CALENDAR', 'Holiday and other requests', {
    onErase: 'BLANK',
    blank: { reason: '', decisionNote: '' },
    why: PAY_LAW,
  }),
  meetings: own('CALENDAR', 'Meetings they host', { person: 'hostID', onErase: 'KEEP', why: COMPANY }),
  meetingPeople: own('CALENDAR', 'Meetings they take part in'),
  meetingPresence: own(null, 'The meeting that they are in', { why: LIVE }),
  meetingScreens: own(null, 'The screen that they share', { why: LIVE }),
  tasks: own('TASKS', 'Tasks', { onErase: 'KEEP', why: COMPANY }),
  taskFiles: 'NOTHING',
  taskHistory: own('TASKS', 'What they did to tasks', { person: 'byID', onErase: 'KEEP', why: COMPANY }),
  taskLinks: 'NOTHING',
  tickets: own('TICKETS', 'Tickets they raised', {
    person: 'raisedBy',
    onErase: 'KEEP',
    why: 'They are anonymised after their retention.',
  }),
  ticketTimeline: own('TICKETS', 'What they did to tickets', {
    person: 'byID',
    hide: ['text'],
    onErase: 'KEEP',
    why: COMPANY,
  }),
  ticketTeamMembers: own('TICKETS', 'Teams that they are told for'),
  ticketLooks: own(null, 'Tickets that they have open', { why: LIVE }),
  ticketNotes: own('TICKETS', 'Their internal notes', { person: 'byID', onErase: 'KEEP', why: COMPANY }),
  ticketEscalations: own('TICKETS', 'Their escalations', { person: 'byID', onErase: 'KEEP', why: COMPANY }),
  systemIssues: own('TICKETS', 'System issues', { onErase: 'KEEP', why: COMPANY }),
  incidents: own('TICKETS', 'Incident forms', {
    hide: ['respondentName', 'phoneNumber', 'details', 'callID'],
    onErase: 'KEEP',
    why: 'They are anonymised after their retention.',
  }),
  messages: own('MESSAGES', 'Messages', {
    onErase: 'KEEP',
    why: 'They go on under the new name, unless they are to lose their text.',
  }),
  mentions: { with: 'messages' },
  attachments: { with: 'messages' },
  reactions: own('MESSAGES', 'Reactions'),
  polls: own('MESSAGES', 'Polls', { person: 'createdBy', onErase: 'KEEP', why: COMPANY }),
  pollOptions: { with: 'polls' },
  pollVotes: own('MESSAGES', 'Votes'),
  chatDocuments: own('MESSAGES', 'Documents of conversations', {
    person: 'updatedBy',
    hide: ['text'],
    onErase: 'KEEP',
    why: COMPANY,
  }),
  threads: 'NOTHING',
  threadMembers: own('MESSAGES', 'Conversations'),
  threadRooms: 'NOTHING',
  chatStatuses: own('MESSAGES', 'Status'),
  shellMessages: own('MESSAGES', 'Pop-up messages'),
  notifications: own(null, 'Notifications', { why: OTHERS }),
  mails: own('MESSAGES', 'E-mails', { hide: ['content', 'leaseID', 'leaseUntil', 'lastAnswer'] }),
  mailAttempts: { with: 'mails' },
  moods: own('MOODS', 'Mood answers'),
  moodQuestions: own('MOODS', 'Open mood questions'),
  documents: own('FILES', 'Documents'),
  publicLinks: own(null, 'Public links they made', {
    person: 'createdBy',
    onErase: 'KEEP',
    why: OTHERS,
  }),
  publicAnswers: { with: 'publicLinks' },
  publicFiles: { with: 'publicLinks' },
  applicants: own('EMPLOYMENT', 'Their application', {
    person: 'personID',
    hide: ['ownerID', 'rightToWorkBy', 'changedBy'],
  }),
  personSettings: own('SETTINGS', 'Settings'),
  summaryGrids: own('SETTINGS', 'Summary'),
  savedViews: own('SETTINGS', 'Saved views'),
  scratchPads: own('SETTINGS', 'Scratch pad'),
  stickyNotes: own('SETTINGS', 'Sticky notes'),
  broadcastViews: own(null, 'Broadcasts that were shown', { why: 'It says only that a notice was seen.' }),
  bulkMailPeople: own(null, 'Letters to many', { why: 'The e-mail log has them.' }),
  bulkMailTests: own(null, 'Tests of letters to many', { why: 'The e-mail log has them.' }),
  defconPeople: own(null, 'Alerts that were shown', { why: 'It says only that an alert was seen.' }),
  externalIdentities: own('SIGN_INS', 'Identities at providers'),
  failedSignIns: own('SIGN_INS', 'Sign-ins that failed'),
  machines: own('DEVICES', 'Machines'),
  quotaCells: 'NOTHING',
  sampleStatuses: 'NOTHING',
  dataImports: own(null, 'Imports that they made', {
    person: 'byID',
    onErase: 'BLANK',
    blank: { byID: null, byName: 'Former colleague' },
    why: COMPANY,
  }),
  interviewRecords: own('ACTIVITIES', 'Interviews', {
    onErase: 'KEEP',
    why: 'What was asked for a client stays; the person is ‘Former colleague’.',
  }),
  surveyMarks: 'NOTHING',
  surveyUnmapped: own('ACTIVITIES', 'Calls whose outcome has no meaning yet', { hide: ['record'] }),
  holidayEntries: own('EMPLOYMENT', 'Holiday that was carried over and adjusted', { hide: ['byID'] }),
  payLines: own('EMPLOYMENT', 'Pay lines', { onErase: 'KEEP', why: PAY_LAW }),
  peopleImportRows: own(null, 'Rows of imports', { why: 'What came of them is in the profile.' }),
  remoteCommands: own('DEVICES', 'Remote commands', { hide: ['sentBy'] }),
  scimUsers: own(null, 'Number at the directory', { why: 'It is the directory’s.' }),
  skillReminders: own(null, 'Reminders of skills', { why: 'They were notifications.' }),
  ssoFlows: own(null, 'Sign-ins at providers under way', { why: SECRET }),
  ssoSessions: own(null, 'Sign-ins at providers', { why: SECRET }),
  vaultCompanySeals: own(null, 'Agreement to the company’s key of vaults', { why: SECRET }),
  vaultKeys: own(null, 'Keys of the vault', { why: SECRET }),
  vaultEntries: own('SETTINGS', 'Entries of the vault', {
    hide: ['ciphertext', 'signature', 'manifest', 'writerEncryptionKey', 'writerSigningKey', 'writerID'],
  }),
  vaultEntryKeys: own(null, 'Keys to vaults of others', { why: SECRET }),
  vaultUses: own('SETTINGS', 'Uses of the vault'),
  vaultDeletions: { with: 'vaultEntries' },
  errorPeople: own('ACTIVITIES', 'Errors that happened to them', { person: 'personID' }),
  errorOccurrences: own('ACTIVITIES', 'Times of errors that happened to them', {
    person: 'personID',
    onErase: 'BLANK',
    blank: { personID: null },
  }),
  errorEntries: 'NOTHING',
  audit: own('AUDIT', 'Audit entries about them', {
    person: 'personID',
    hide: ['salt', 'sealed', 'previousHash', 'hash', 'readKey', 'sessionID', 'address'],
    onErase: 'KEEP',
    why: 'Entries about them lose what is personal; that there was an entry stays, so that the chain is whole.',
  }),
  idempotency: own(null, 'Repeated requests of a day', { why: SECRET }),
  legalHolds: own(null, 'Legal holds', {
    person: 'personID',
    onErase: 'KEEP',
    why: 'It is kept as the proof of what was kept.',
  }),
  privacyRequests: own('AUDIT', 'Exports and erasures', {
    person: 'personID',
    hide: ['storedAs', 'leaseUntil'],
    onErase: 'BLANK',
    blank: { reason: '' },
    why: 'It is kept as the proof of the erasure.',
  }),
  reportDefinitions: own('SETTINGS', 'Reports they defined', { person: 'ownerID' }),
  reportSchedules: { with: 'reportDefinitions' },
  reportRuns: own('SETTINGS', 'Runs of reports', { person: 'ranBy' }),
  reportRunParts: { with: 'reportRuns' },
  reportRecipients: own('SETTINGS', 'Reports that they are told of'),
  reportFetches: own('SETTINGS', 'Results of reports that they fetched'),
  reportRoles: 'NOTHING',
  adaptorExchanges: 'NOTHING',
  adaptorSecrets: 'NOTHING',
  adaptorUses: 'NOTHING',
  adaptors: 'NOTHING',
  agencies: 'NOTHING',
  areas: 'NOTHING',
  askedLinks: 'NOTHING',
  attemptCounts: 'NOTHING',
  auditPoints: 'NOTHING',
  backgroundRuns: 'NOTHING',
  backgroundServices: 'NOTHING',
  bookingGuards: 'NOTHING',
  broadcasts: 'NOTHING',
  builds: 'NOTHING',
  contractTerms: 'NOTHING',
  contractTypes: 'NOTHING',
  defconAlerts: 'NOTHING',
  epics: 'NOTHING',
  experimentals: {
    ...own(null, 'What experimental they look after', { person: 'ownerID', onErase: 'BLANK', why: COMPANY }),
    blank: { ownerID: null },
  },
  experimentalAreas: 'NOTHING',
  experimentalRoles: 'NOTHING',
  experimentalPeople: own('SETTINGS', 'What experimental they were chosen for'),
  faqArticles: 'NOTHING',
  grantorGuard: 'NOTHING',
  hubEvents: 'NOTHING',
  servers: 'NOTHING',
  installation: 'NOTHING',
  oauthClients: 'NOTHING',
  onboardingTasks: 'NOTHING',
  projects: 'NOTHING',
  projectSkills: 'NOTHING',
  rolePermissions: 'NOTHING',
  roles: 'NOTHING',
  roleCredentials: 'NOTHING',
  credentialImports: own(null, 'Imports of tool credentials they ran', {
    person: 'byID',
    onErase: 'BLANK',
    blank: { byName: '' },
    why: 'They tell of others, and are forgotten after a day.',
  }),
  settings: 'NOTHING',
  skills: 'NOTHING',
  systemFlags: 'NOTHING',
  companyPictures: 'NOTHING',
  tenant: 'NOTHING',
  tours: 'NOTHING',
  faqReadings: own(null, 'What they read in the FAQ', { why: 'It counts for the questions.' }),
  faqMisses: own(null, 'What they looked for in the FAQ', { why: 'It counts for the questions.' }),
  tourFinishes: own('TRAINING', 'Tours they went through'),
  leavings: own('EMPLOYMENT', 'Leaving', {
    hide: ['newHolderID', 'plannedBy', 'plannedByName'],
    onErase: 'BLANK',
    blank: { note: '' },
    why: PAY_LAW,
  }),
  payChecks: own('EMPLOYMENT', 'Checks of final pay', { onErase: 'KEEP', why: PAY_LAW }),
  agreementAcceptances: own('SIGN_INS', 'Agreements they accepted'),
  invitations: own(null, 'Invitations', { why: SECRET }),
  settingHistory: 'NOTHING',
  webhookDeliveries: 'NOTHING',
  webhookAttempts: 'NOTHING',
  inboundDeliveries: 'NOTHING',
  stoppedNumbers: 'NOTHING',
  whatsAppNumbers: 'NOTHING',
} as const satisfies Partial<Record<keyof Schema, TableRule>>

/** Every table with data about people, with its rule. */
export const personalTables = (): readonly (readonly [keyof Schema, PersonalTable])[] =>
  (Object.entries(PERSONAL_TABLES) as [keyof Schema, TableRule][]).flatMap(([table, rule]) =>
    typeof rule === 'object' && 'person' in rule ? [[table, rule] as const] : [],
  )
