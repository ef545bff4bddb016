import type { AlertSeen } from '#shared/contract/live-alerts.ts'
import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import type { SentCommand } from '#shared/hubs/remote-command.ts'
import { absenceHandlers } from './absence/absence-handlers.ts'
import { accountAccessHandlers } from './access/account-access-handlers.ts'
import { activityReportHandlers } from './activity-report/activity-report-handlers.ts'
import { adaptorsHandlers } from './adaptors/adaptors-handlers.ts'
import { agenciesHandlers } from './agencies/agencies-handlers.ts'
import { advisoryHandlers } from './allocation/advisory-handlers.ts'
import { allocationHandlers } from './allocation/allocation-handlers.ts'
import { hypervisorHandlers } from './allocation/hypervisor-handlers.ts'
import { resourceHomeHandlers } from './allocation/resource-home-handlers.ts'
import { apiKeysHandlers } from './api-keys/api-keys-handlers.ts'
import { appHistoryHandlers } from './app-history/app-history.ts'
import { applicantsHandlers } from './applicants/applicants-handlers.ts'
import { areasHandlers } from './areas/areas-handlers.ts'
import { attendanceHandlers } from './attendance/attendance-handlers.ts'
import { type AuditServices, auditHandlers } from './audit/audit-handlers.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import type { linkOrigin } from './auth/link-origin.ts'
import type { PasswordCost } from './auth/passwords.ts'
import { signInHandlers } from './auth/sign-in-handlers.ts'
import type { BackgroundServices } from './background-services/background-services.ts'
import { backgroundServicesHandlers } from './background-services/background-services-handlers.ts'
import { bookingHandlers } from './booking/booking-handlers.ts'
import { briefsHandlers } from './briefs/briefs-handlers.ts'
import { dangerousEmailHandlers } from './bulk-mail/dangerous-email-handlers.ts'
import { calendarHandlers } from './calendar/calendar-handlers.ts'
import { CHAT_AREAS } from './chat/chat-areas.ts'
import type { ChatParts } from './chat/parts.ts'
import { checklistHandlers } from './checklist/checklist-handlers.ts'
import { contractTypesHandlers } from './contract-types/contract-types-handlers.ts'
import { countersHandlers } from './counters/counters-handlers.ts'
import { dashboardHandlers } from './dashboard/dashboard-handlers.ts'
import { developmentHandlers } from './development/development-handlers.ts'
import { pipsHandlers } from './development/pips-handlers.ts'
import { deviceHealthHandlers } from './device-health/device-health-handlers.ts'
import { documentsHandlers } from './documents/documents-handlers.ts'
import { earningsHandlers } from './earnings/earnings-handlers.ts'
import { type ErrorLogServices, errorLogHandlers } from './error-log/error-log-handlers.ts'
import { experimentalsHandlers } from './experimentals/experimentals-handlers.ts'
import { exportsHandlers } from './exports/exports-handlers.ts'
import { fileNotesHandlers } from './file-notes/file-notes-handlers.ts'
import { type FlagServices, flagsHandlers } from './flags/flags-handlers.ts'
import type { Auth, Foundations } from './foundations.ts'
import { gamificationHandlers } from './gamification/gamification-handlers.ts'
import { faqHandlers } from './help/faq-handlers.ts'
import { helpCenterHandlers } from './help/help-center-handlers.ts'
import { helpHandlers } from './help/help-handlers.ts'
import { holidayBalanceHandlers } from './holiday-balance/holiday-balance-handlers.ts'
import { lineHolidayHandlers } from './holiday-balance/line-holiday-handlers.ts'
import type { AllHandlers } from './http/handlers.ts'
import { incidentHandlers } from './incidents/incident-handlers.ts'
import { interactionsHandlers } from './interactions/interactions-handlers.ts'
import { catiReportHandlers, dataImportsHandlers } from './interviews/interviews-handlers.ts'
import { leaversHandlers } from './leavers/leavers-handlers.ts'
import { companyHandlers } from './legal/company-handlers.ts'
import { tenantHandlers } from './legal/tenant-handlers.ts'
import { licenceHandlers } from './licence/licence-handlers.ts'
import type { createEndings } from './live.ts'
import { liveAlertsHandlers } from './live-panel/alerts-handlers.ts'
import { livePanelHandlers } from './live-panel/live-panel-handlers.ts'
import { livePersonHandlers } from './live-panel/live-person-handlers.ts'
import type { LiveFacts } from './live-panel/rows.ts'
import { emailLogHandlers } from './mail/email-log-handlers.ts'
import { meetingsHandlers } from './meetings/meetings-handlers.ts'
import { notesHandlers } from './notes/notes-handlers.ts'
import { notificationCentreHandlers } from './notifications/notifications.ts'
import { notificationsHandlers } from './notifications/notifications-handlers.ts'
import { oauthHandlers } from './oauth/oauth-handlers.ts'
import { onboardingHandlers } from './onboarding/onboarding-handlers.ts'
import { oneToOnesHandlers } from './one-to-ones/one-to-ones-handlers.ts'
import { pendingRecruitmentHandlers } from './pending-recruitment/pending-handlers.ts'
import { adminUsersHandlers } from './people/admin-users-handlers.ts'
import { peopleImportHandlers } from './people/import/people-import-handlers.ts'
import { invitationHandlers } from './people/invitation-handlers.ts'
import { peopleHandlers } from './people/people-handlers.ts'
import { peopleKeepingHandlers } from './people/people-keeping-handlers.ts'
import { performanceHandlers } from './performance/performance-handlers.ts'
import { permissionHandlers } from './permissions/permission-handlers.ts'
import { powerReportHandlers } from './power-report/power-report-handlers.ts'
import { type PrivacyServices, privacyHandlers } from './privacy/privacy-handlers.ts'
import { profileHandlers } from './profile/profile-handlers.ts'
import { issuerMail } from './public/issuer-mail.ts'
import type { PublicLinks } from './public/link-store.ts'
import { publicLinkHandlers } from './public/public-link-handlers.ts'
import { publicPageHandlers } from './public/public-page-handlers.ts'
import { coachingHandlers } from './qc/coaching-handlers.ts'
import { qcHandlers } from './qc/qc-handlers.ts'
import { agencyRatesHandlers } from './rates/agency-rates-handlers.ts'
import { expenseRatesHandlers } from './rates/expense-rates-handlers.ts'
import { recordedHandlers } from './recorded/recorded-handlers.ts'
import { remoteDesktopHandlers } from './remote-desktop/remote-desktop-handlers.ts'
import { reportsHandlers } from './reports/reports-handlers.ts'
import { requestTalkHandlers } from './request-talk/request-talk-handlers.ts'
import { addressLookupHandlers } from './research/address-lookup-handlers.ts'
import { emailVerificationHandlers } from './research/email-verification-handlers.ts'
import { resourceLeaversHandlers } from './resource-leavers/resource-leavers-handlers.ts'
import { retentionHandlers } from './retention/retention-handlers.ts'
import { returnToWorkHandlers } from './return-to-work/return-to-work-handlers.ts'
import { rolesHandlers } from './roles/roles-handlers.ts'
import type { TellSettled } from './roles/tell-settled.ts'
import { scratchPadHandlers } from './scratch-pad/scratch-pad-handlers.ts'
import type { EventLog } from './session/event-log.ts'
import { sessionHandlers } from './session/session-handlers.ts'
import { adminSettingsHandlers } from './settings/admin-settings-handlers.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import type { TellSettings } from './settings/tell-settings.ts'
import type { Installation } from './setup/installation.ts'
import type { ReachedAt } from './setup/reached-at.ts'
import { setupHandlers } from './setup/setup-handlers.ts'
import { environmentHandlers } from './shell/environment-handlers.ts'
import type { LiveShell } from './shell/live-shell.ts'
import { shellHandlers } from './shell/shell-handlers.ts'
import { uiLabelHandlers } from './shell/ui-labels.ts'
import { shiftRequestsHandlers } from './shift-requests/shift-requests-handlers.ts'
import { patternsHandlers } from './shifts/patterns-handlers.ts'
import { plannerHandlers } from './shifts/planner-handlers.ts'
import { shiftsHandlers } from './shifts/shifts-handlers.ts'
import type { Simulator } from './simulator/simulator.ts'
import { demoClockHandlers } from './simulator/simulator-handlers.ts'
import { personSkillsHandlers } from './skills/person-skills-handlers.ts'
import { skillsHandlers } from './skills/skills-handlers.ts'
import { campaignsHandlers } from './slots/campaigns-handlers.ts'
import { windowsHandlers } from './slots/windows-handlers.ts'
import type { SingleSignOn } from './sso/single-sign-on.ts'
import { ssoHandlers } from './sso/sso-handlers.ts'
import { summaryHandlers } from './summary/summary-handlers.ts'
import { supervisorHrHandlers } from './supervisor-hr/supervisor-hr-handlers.ts'
import { supportHandlers } from './support/support-handlers.ts'
import { tasksHandlers } from './tasks/tasks-handlers.ts'
import { plannedUsersHandlers } from './team-users/planned-users-handlers.ts'
import { teamUsersHandlers } from './team-users/team-users-handlers.ts'
import type { TicketServices } from './tickets/tickets-handlers.ts'
import { ticketsHandlers } from './tickets/tickets-handlers.ts'
import { credentialsHandlers } from './tools/credentials-handlers.ts'
import { toolsHandlers } from './tools/tools-handlers.ts'
import { trainingHandlers } from './training/training-handlers.ts'
import type { VaultNews } from './vault/news.ts'
import { vaultHandlers } from './vault/vault-handlers.ts'
import { viewsHandlers } from './views/views-handlers.ts'
import { widgetHandlers } from './widgets/widget-handlers.ts'

/** What areas are made from; each takes what it needs. */
export interface AreaServices
  extends Foundations,
    Auth,
    ReturnType<typeof createEndings>,
    Omit<AuditServices, keyof Foundations>,
    Omit<ErrorLogServices, keyof Foundations | 'counts'>,
    Omit<FlagServices, keyof Foundations>,
    Omit<PrivacyServices, keyof Foundations | 'publisher'>,
    Omit<TicketServices, keyof Foundations>,
    Omit<ChatParts, keyof Foundations> {
  readonly shell: LiveShell
  readonly facts: LiveFacts
  readonly tellAlertSeen: (viewerID: number, seen: AlertSeen) => void
  readonly jobs: BackgroundServices
  readonly eventLog: EventLog
  readonly publicLinks: PublicLinks
  readonly sso: SingleSignOn
  readonly vaultNews: VaultNews
  readonly installation: Installation
  /** Where people reach the server. */
  readonly reached: ReachedAt
  /** Reads that again. */
  readonly addressSet: () => Promise<void>
  readonly originOf: ReturnType<typeof linkOrigin>
  readonly passwordCost: PasswordCost
  readonly permissionNumbers: PermissionTable
  /** The id of the build that is served; asked for each time, since it may change. */
  readonly build: () => string
  readonly sendCommand: (userID: number, command: SentCommand) => void
  readonly tellSettings: TellSettings
  readonly tellExperimentals: () => void
  /** By which licence files are checked, as PEM; null where the server has none. */
  readonly licenceKey: string | null
  readonly tellLicence: () => void
  readonly tellAgreement: () => void
  readonly tellSettled: TellSettled
  readonly tellConfirmed: (clientKey: string, key: string) => void
  /** Plays the demo; null without one. */
  readonly simulator: () => Promise<Simulator | null>
}

type Areas = { readonly [A in keyof AllHandlers]: (services: AreaServices) => AllHandlers[A] }

/** What makes the handlers of each area of the contract. A new area is one line here. */
export const AREAS: Areas = {
  accountAccess: accountAccessHandlers,
  activity: ({ shell }) => shell.handlers.activity,
  adaptors: adaptorsHandlers,
  adminSettings: adminSettingsHandlers,
  adminUsers: adminUsersHandlers,
  advisory: advisoryHandlers,
  agencies: agenciesHandlers,
  agencyRates: agencyRatesHandlers,
  alerts: ({ shell }) => shell.handlers.alerts,
  allocation: allocationHandlers,
  apiKeys: apiKeysHandlers,
  appHistory: appHistoryHandlers,
  areas: areasHandlers,
  audit: auditHandlers,
  auth: authHandlers,
  backgroundServices: backgroundServicesHandlers,
  booking: bookingHandlers,
  bookingWindows: windowsHandlers,
  campaigns: campaignsHandlers,
  broadcast: ({ shell }) => shell.handlers.broadcast,
  calendar: calendarHandlers,
  calls: ({ shell }) => shell.handlers.calls,
  ...CHAT_AREAS,
  checklist: checklistHandlers,
  company: companyHandlers,
  contractTypes: contractTypesHandlers,
  counters: countersHandlers,
  credentials: credentialsHandlers,
  dangerousEmail: dangerousEmailHandlers,
  dashboard: dashboardHandlers,
  development: developmentHandlers,
  deviceHealth: deviceHealthHandlers,
  documents: documentsHandlers,
  emailLog: emailLogHandlers,
  emailVerification: emailVerificationHandlers,
  environment: environmentHandlers,
  errorLog: errorLogHandlers,
  faq: faqHandlers,
  expenseRates: expenseRatesHandlers,
  experimentals: experimentalsHandlers,
  exports: exportsHandlers,
  gamification: gamificationHandlers,
  fileNotes: fileNotesHandlers,
  help: helpHandlers,
  helpCenter: helpCenterHandlers,
  hypervisor: hypervisorHandlers,
  incident: incidentHandlers,
  interactions: interactionsHandlers,
  invitation: invitationHandlers,
  leavers: leaversHandlers,
  licence: licenceHandlers,
  lineHoliday: lineHolidayHandlers,
  liveAlerts: liveAlertsHandlers,
  livePanel: livePanelHandlers,
  livePerson: livePersonHandlers,
  meetings: meetingsHandlers,
  notes: notesHandlers,
  notificationCentre: notificationCentreHandlers,
  notifications: notificationsHandlers,
  oauth: oauthHandlers,
  onboarding: onboardingHandlers,
  addressLookup: addressLookupHandlers,
  applicants: applicantsHandlers,
  pendingRecruitment: pendingRecruitmentHandlers,
  people: peopleHandlers,
  peopleImport: peopleImportHandlers,
  peopleKeeping: peopleKeepingHandlers,
  activityReport: activityReportHandlers,
  performance: performanceHandlers,
  permissions: permissionHandlers,
  personSkills: personSkillsHandlers,
  privacy: privacyHandlers,
  profile: profileHandlers,
  publicLinks: publicLinkHandlers,
  publicPages: (services) =>
    publicPageHandlers({
      ...services,
      tellIssuer: issuerMail(services.db, services.outbox),
      meetings: services.shell.meetingBoard,
    }),
  push: ({ shell }) => shell.handlers.push,
  remoteDesktop: remoteDesktopHandlers,
  reports: reportsHandlers,
  requestTalk: requestTalkHandlers,
  resourceHome: resourceHomeHandlers,
  resourceLeavers: resourceLeaversHandlers,
  retention: retentionHandlers,
  returnToWork: returnToWorkHandlers,
  roles: rolesHandlers,
  scratchPad: scratchPadHandlers,
  session: sessionHandlers,
  settings: ({ db, hub }) => settingsHandlers({ db, audioSettingChanged: hub.audioSettingChanged }),
  setup: setupHandlers,
  shell: shellHandlers,
  idle: ({ shell }) => shell.handlers.idle,
  myDay: ({ shell }) => shell.handlers.myDay,
  absence: absenceHandlers,
  briefs: briefsHandlers,
  recorded: recordedHandlers,
  attendance: attendanceHandlers,
  catiReport: catiReportHandlers,
  earnings: earningsHandlers,
  coaching: coachingHandlers,
  qc: qcHandlers,
  holidayBalance: holidayBalanceHandlers,
  dataImports: dataImportsHandlers,
  demoClock: demoClockHandlers,
  plannedUsers: plannedUsersHandlers,
  pips: pipsHandlers,
  oneToOnes: oneToOnesHandlers,
  supervisorHr: supervisorHrHandlers,
  planner: plannerHandlers,
  powerReport: powerReportHandlers,
  shiftPatterns: patternsHandlers,
  shiftRequests: shiftRequestsHandlers,
  shifts: shiftsHandlers,
  signIn: signInHandlers,
  skills: skillsHandlers,
  sso: ssoHandlers,
  summary: summaryHandlers,
  support: supportHandlers,
  systemFlags: flagsHandlers,
  tasks: tasksHandlers,
  teamUsers: teamUsersHandlers,
  tenant: tenantHandlers,
  tickets: ticketsHandlers,
  tools: toolsHandlers,
  training: trainingHandlers,
  uiLabels: uiLabelHandlers,
  vault: vaultHandlers,
  views: viewsHandlers,
  wellBeing: ({ shell }) => shell.handlers.wellBeing,
  widgets: widgetHandlers,
}

/** The handlers of these areas. */
export function handlersOf<T extends Record<string, (services: S) => unknown>, S>(
  areas: T,
  services: S,
): { [A in keyof T]: ReturnType<T[A]> } {
  const made = Object.entries(areas).map(([name, make]) => [name, make(services)])
  // Each line of a table makes the handlers of its own name.
  return Object.fromEntries(made) as { [A in keyof T]: ReturnType<T[A]> }
}
